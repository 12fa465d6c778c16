import path from "node:path";
import { DISK, type FileTree, type Stamp, type TreeEntry } from "../../analysis/project/file-tree.js";
import type { ChangedFile } from "./changes.js";
import { GitError, type Git } from "./git.js";

/** Reads objects, many at once: starting git costs more than reading. */
export function readBlobs(git: Git, ids: readonly string[]): Map<string, Buffer> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, Buffer>();
  if (wanted.length === 0) return found;
  const output = git.run(["cat-file", "--batch"], `${wanted.join("\n")}\n`);
  let at = 0;
  for (const id of wanted) {
    const end = output.indexOf(10, at);
    const header = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (header[1] !== "blob") throw new GitError(`The object ${id} is missing in this clone: run \`git fetch\`.`);
    const size = Number(header[2]);
    found.set(id, output.subarray(at, at + size));
    at += size + 1;
  }
  return found;
}

/** What is in a commit never changes. */
const FIXED: Stamp = { changed: 0, size: 0 };

/** The tree of a commit. Whole folders are read at once. */
export class CommitTree implements FileTree {
  readonly #git: Git;
  readonly #root: string;
  /** Relative path → object. */
  readonly #objects = new Map<string, string>();
  readonly #folders = new Map<string, TreeEntry[]>();
  readonly #texts = new Map<string, string>();

  constructor(git: Git, root: string, commit: string) {
    this.#git = git;
    this.#root = root;
    for (const line of git.run(["ls-tree", "-r", "-z", "--full-tree", commit]).toString("utf8").split("\0")) {
      const [, mode, id, name] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
      if (mode?.startsWith("100") && id !== undefined && name !== undefined) this.#add(name, id);
    }
  }

  #add(name: string, id: string): void {
    this.#objects.set(name, id);
    let child = name;
    let isFolder = false;
    for (;;) {
      const parent = path.posix.dirname(child);
      const known = this.#folders.get(parent);
      const entry = { name: path.posix.basename(child), isFolder };
      if (known) known.push(entry);
      else this.#folders.set(parent, [entry]);
      if (known || parent === ".") return;
      child = parent;
      isFolder = true;
    }
  }

  #name(file: string): string {
    return path.relative(this.#root, file).split(path.sep).join("/");
  }

  stamp = (file: string): Stamp | undefined => (this.#objects.has(this.#name(file)) ? FIXED : undefined);

  read = (file: string): string | undefined => {
    const id = this.#objects.get(this.#name(file));
    if (id === undefined) return undefined;
    if (!this.#texts.has(id)) this.#load(path.posix.dirname(this.#name(file)), id);
    return this.#texts.get(id);
  };

  size = (file: string): number | undefined => {
    const text = this.read(file);
    return text === undefined ? undefined : Buffer.byteLength(text);
  };

  entries = (folder: string): readonly TreeEntry[] => this.#folders.get(this.#name(folder) || ".") ?? [];

  /** The sources beside a file are likely to be asked for next. */
  #load(folder: string, id: string): void {
    const beside = (this.#folders.get(folder) ?? []).flatMap(({ name, isFolder }) => {
      const file = folder === "." ? name : `${folder}/${name}`;
      return !isFolder && /\.(?:[cm]?[jt]sx?|json)$/u.test(name) ? (this.#objects.get(file) ?? []) : [];
    });
    for (const [object, bytes] of readBlobs(this.#git, [id, ...beside]))
      this.#texts.set(object, bytes.toString("utf8"));
  }
}

/** A tree as it was before a change: what the change touched comes from its objects, all else from the later tree. */
export function beforeChange(git: Git, root: string, files: readonly ChangedFile[], after: FileTree = DISK): FileTree {
  const texts = readBlobs(
    git,
    files.flatMap(({ oldBlob }) => oldBlob ?? []),
  );
  /** Absolute path → text, undefined where the file was not there. */
  const touched = new Map<string, string | undefined>();
  const at = (name: string): string => path.resolve(root, name);
  for (const { path: name } of files) if (name !== undefined) touched.set(at(name), undefined);
  for (const { oldPath, oldBlob } of files)
    if (oldPath !== undefined) touched.set(at(oldPath), texts.get(oldBlob ?? "")?.toString("utf8"));
  const folders = new Map<string, Map<string, string | undefined>>();
  for (const [file, text] of touched) {
    const folder = folders.get(path.dirname(file)) ?? new Map<string, string | undefined>();
    folders.set(path.dirname(file), folder.set(path.basename(file), text));
  }
  return {
    stamp(file) {
      if (!touched.has(file)) return after.stamp(file);
      return touched.get(file) === undefined ? undefined : FIXED;
    },
    read: (file) => (touched.has(file) ? touched.get(file) : after.read(file)),
    size(file) {
      const text = touched.get(file);
      if (!touched.has(file)) return after.size(file);
      return text === undefined ? undefined : Buffer.byteLength(text);
    },
    entries(folder) {
      const changed = folders.get(folder);
      const now = after.entries(folder);
      if (!changed) return now;
      const kept = now.filter(({ name, isFolder }) => isFolder || !changed.has(name));
      const before = [...changed].flatMap(([name, text]) => (text === undefined ? [] : [{ name, isFolder: false }]));
      return [...kept, ...before];
    },
  };
}
