import { VENDORED_MARK } from "../../contract/vendored.js";
import { DISK, type FileTree, type Stamp } from "../../analysis/project/file-tree.js";

const TEXT = `${VENDORED_MARK}\n`;

const STAMP: Stamp = { changed: 0, size: TEXT.length };

/**
 * The disk, with the vendored helpers on it that a run is about to write: what the rewritten sources import has to be known
 * while they are rewritten, as it is in the next run.
 */
export class HelperTree implements FileTree {
  readonly #expected = new Set<string>();
  readonly #texts: ReadonlyMap<string, string>;

  /** @param texts those that the run is about to write of other files, by their absolute paths */
  constructor(texts: ReadonlyMap<string, string> = new Map()) {
    this.#texts = texts;
  }

  /** @param file absolute */
  expect(file: string): void {
    this.#expected.add(file);
  }

  readonly stamp = (file: string): Stamp | undefined => {
    const text = this.#texts.get(file);
    if (text !== undefined) return { changed: 0, size: Buffer.byteLength(text) };
    return DISK.stamp(file) ?? (this.#expected.has(file) ? STAMP : undefined);
  };

  readonly read = (file: string): string | undefined =>
    this.#texts.get(file) ?? DISK.read(file) ?? (this.#expected.has(file) ? TEXT : undefined);

  readonly size = (file: string): number | undefined => this.stamp(file)?.size;

  readonly entries = DISK.entries;
}
