import { CLIENTS } from "../../server-config/clients/index.js";
import type { Range } from "./range.js";

/** A set of 1-based lines. */
export type Lines = Pick<ReadonlySet<number>, "has">;

/** A source or a configuration file that differs between base and head. */
export interface ChangedFile {
  /** Relative to the root, with `/`; undefined: it was deleted. */
  readonly path: string | undefined;
  /** What it was called in the base; undefined: it was added. */
  readonly oldPath: string | undefined;
  /** The object that holds its text in the base. */
  readonly oldBlob: string | undefined;
  /** Lines of the head that the base does not have. */
  readonly added: Lines;
  /** Lines of the head behind which lines of the base are gone. */
  readonly cutBehind: Lines;
}

const EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"] as const;
/** What decides how the sources are read. */
const MANIFESTS = ["package.json", "tsconfig*.json", "jsconfig.json"] as const;

const PATHSPECS: readonly string[] = [
  ...EXTENSIONS.map((extension) => `:(top,glob)**/*.${extension}`),
  ...MANIFESTS.map((name) => `:(top,glob)**/${name}`),
  ...CLIENTS.flatMap(({ files }) => files.map((glob) => `:(top,glob)${glob}`)),
];

const DIFF: readonly string[] = [
  "diff",
  "--find-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-relative",
  "--no-color",
  "--ignore-submodules=all",
  "-O/dev/null",
];

/** Submodules and links hold no source text of this repository. */
const FILE_MODE = /^100/u;

interface RawEntry {
  readonly path: string | undefined;
  readonly oldPath: string | undefined;
  readonly oldBlob: string | undefined;
}

/** Names are bytes to git. One that is no UTF-8 cannot be opened by its name here, and is left out. */
function decodeName(bytes: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

/** `git diff --raw`: `:mode mode blob blob status TAB path [TAB new path]`. */
function parseRaw(lines: readonly string[]): { readonly entries: RawEntry[]; readonly unnamed: number } {
  const entries: RawEntry[] = [];
  let unnamed = 0;
  for (const line of lines) {
    const [facts = "", first = "", second = first] = line.split("\t");
    const [oldMode = "", newMode = "", oldBlob, , status = ""] = facts.replace(/^:/u, "").split(" ");
    const hasOld = FILE_MODE.test(oldMode);
    const hasNew = FILE_MODE.test(newMode) && !status.startsWith("D");
    if (!hasOld && !hasNew) continue;
    const from = gitName(first);
    const to = gitName(second);
    if (from === undefined || to === undefined) {
      unnamed++;
      continue;
    }
    // The source of a copy is still there: it is no earlier state of this file.
    const isCopy = status.startsWith("C");
    entries.push({
      path: hasNew ? to : undefined,
      oldPath: hasOld && !isCopy ? from : undefined,
      oldBlob: hasOld && !isCopy ? oldBlob : undefined,
    });
  }
  return { entries, unnamed };
}

const ESCAPES: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** A name, which git quotes like a string of C where it holds quotation marks, backslashes or control characters. */
function gitName(text: string, prefix = ""): string | undefined {
  const quoted = /^"(.*)"$/su.exec(text)?.[1];
  const bytes =
    quoted?.replace(/\\(?:([0-7]{3})|(.))/gsu, (_whole, octal: string | undefined, letter: string) =>
      octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(octal, 8)),
    ) ?? text;
  if (prefix !== "" && !bytes.startsWith(prefix)) return undefined; // /dev/null
  return decodeName(bytes.slice(prefix.length));
}

interface Hunks {
  readonly added: Set<number>;
  readonly cutBehind: Set<number>;
}

/** `git diff --unified=0`: the changed lines of each file, by its name in the head. */
function parsePatch(patch: readonly string[]): Map<string, Hunks> {
  const files = new Map<string, Hunks>();
  let hunks: Hunks | undefined;
  // In a hunk each line starts with a sign, so that nothing in a file can look like a header.
  let left = 0;
  for (const line of patch) {
    if (left > 0 && /^[+\- ]/u.test(line)) {
      left--;
      continue;
    }
    if (line.startsWith("diff --git ")) hunks = undefined;
    else if (line.startsWith("+++ ")) {
      // A tab ends a name with blanks.
      const name = gitName(line.slice(4).replace(/\t$/u, ""), "b/");
      hunks = { added: new Set(), cutBehind: new Set() };
      if (name !== undefined) files.set(name, hunks);
    } else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line);
      if (!hunk) continue;
      const start = Number(hunk[2]);
      const count = Number(hunk[3] ?? 1);
      left = Number(hunk[1] ?? 1) + count;
      if (count === 0) hunks?.cutBehind.add(start);
      for (let at = start; at < start + count; at++) hunks?.added.add(at);
    }
  }
  return files;
}

/** What a change consists of. */
export interface Changes {
  /** Sources and configurations of clients; also manifests and compiler configurations, which no lines are told of. */
  readonly files: readonly ChangedFile[];
  /** Changed files whose names are no UTF-8. */
  readonly unnamed: number;
}

/** The files that differ, with the lines that are new. Binary files have none. */
export function changesIn({ git, base, head }: Range): Changes {
  const commits = head === undefined ? [base] : [base, head];
  const form = ["--raw", "--no-abbrev", "--patch", "--unified=0", "--inter-hunk-context=0"];
  const lines = git
    .run([...DIFF, ...form, ...commits, "--", ...PATHSPECS])
    .toString("latin1")
    .split("\n");
  const first = lines.findIndex((line) => !line.startsWith(":"));
  const { entries, unnamed } = parseRaw(lines.slice(0, first));
  const hunks = parsePatch(lines.slice(first));
  const files = entries.map((entry): ChangedFile => {
    const changed = entry.path === undefined ? undefined : hunks.get(entry.path);
    return { ...entry, added: changed?.added ?? NO_LINES, cutBehind: changed?.cutBehind ?? NO_LINES };
  });
  // A file that git does not know yet is part of the change of a working tree.
  const untracked =
    head === undefined
      ? git
          .run(["ls-files", "-z", "--others", "--exclude-standard", "--", ...PATHSPECS])
          .toString("latin1")
          .split("\0")
      : [];
  for (const bytes of untracked) {
    const name = bytes === "" ? undefined : decodeName(bytes);
    if (name !== undefined)
      files.push({ path: name, oldPath: undefined, oldBlob: undefined, added: EVERY_LINE, cutBehind: NO_LINES });
  }
  return { files, unnamed };
}

const NO_LINES: Lines = new Set<number>();
/** All lines of a file are new. */
const EVERY_LINE: Lines = { has: () => true };
