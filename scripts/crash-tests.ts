/**
 * Stops `mcp-errors migrate` at random moments, runs two at once, and takes the disk, the rights and the output away: each
 * file holds its old text or its new one, and whatever could not be done is said.
 *
 * `npm run crash-tests`, or `npm run crash-tests -- --runs 20 --seed 7`; needs a built command, bash and a Unix.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { randomOf } from "./codemod/mutations.js";

const BIN = path.resolve(import.meta.dirname, "../packages/mcp-errors/bin/mcp-errors.js");
const MANIFEST = `${JSON.stringify({ name: "server", type: "module", dependencies: { "@modelcontextprotocol/sdk": "1.32.2" } }, undefined, 2)}\n`;
const FILES = 40;

const tool = (number: number): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("archive_${number}", { description: "Archive a note." }, async ({ name }) => {
  try {
    await store.archive(name);
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: "The note ${number} cannot be archived." }] };
  }
  return { content: [{ type: "text", text: "Done." }] };
});
${`// ${"x".repeat(76)}\n`.repeat(200)}`;

const folders: string[] = [];

/** A project whose every file is rewritten. */
function makeProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "mcp-errors-crash-"));
  folders.push(root);
  mkdirSync(path.join(root, "src"));
  writeFileSync(path.join(root, "package.json"), MANIFEST);
  for (let number = 0; number < FILES; number++) writeFileSync(path.join(root, `src/${number}.ts`), tool(number));
  return root;
}

type Texts = ReadonlyMap<string, string>;

function textsOf(root: string): Texts {
  const names = [...readdirSync(root), ...readdirSync(path.join(root, "src")).map((name) => `src/${name}`)];
  return new Map(
    names.filter((name) => name !== "src").map((name) => [name, readFileSync(path.join(root, name), "utf8")]),
  );
}

const ARGS = [BIN, "migrate", "--force", "."];

const migrate = (root: string, options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, ARGS, { cwd: root, stdio: "ignore", ...options });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once("close", () => {
      done();
    });
  });

const isDraft = (name: string): boolean => name.endsWith(".mcp-errors");

/** Every file is as it was or as it becomes, and none is missing. */
function assertWhole(found: Texts, before: Texts, after: Texts): void {
  for (const name of before.keys()) assert.ok(found.has(name), `${name} is gone`);
  for (const [name, text] of found)
    if (!isDraft(name)) assert.ok(text === before.get(name) || text === after.get(name), `${name} is half written`);
}

const shell = (root: string, command: string): { readonly status: number | null; readonly err: string } => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
  return { status, err: stderr };
};

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
try {
  const before = textsOf(makeProject());
  const clean = makeProject();
  const start = Date.now();
  await ended(migrate(clean));
  const duration = Date.now() - start;
  const after = textsOf(clean);
  assert.ok([...after].every(([name, text]) => text !== before.get(name)));
  const command = ARGS.map((word) => `'${word}'`).join(" ");
  const node = `'${process.execPath}'`;

  const random = randomOf(Number(values.seed));
  let halfway = 0;
  let drafts = 0;
  for (let run = 0; run < Number(values.runs); run++) {
    const root = makeProject();
    const child = migrate(root);
    // Most of the time is looking. Half of the runs are stopped while the files are written, the manifest first.
    if (run % 2 === 0) await sleep(duration * (0.5 + random(600) / 1_000));
    else {
      while (child.exitCode === null && readFileSync(path.join(root, "package.json"), "utf8") === MANIFEST)
        await sleep(1);
      await sleep(random(12));
    }
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await ended(child);
    const found = textsOf(root);
    assertWhole(found, before, after);
    drafts += [...found.keys()].filter(isDraft).length;
    const changed = [...found].filter(([name, text]) => text === after.get(name)).length;
    if (changed > 0 && changed < after.size) halfway++;
    if (run % 20 === 0) {
      await ended(migrate(root));
      assert.deepEqual(textsOf(root), after, "a later run does not finish what was begun");
    }
    rmSync(root, { recursive: true, force: true });
  }
  console.log(
    `${values.runs} runs killed, ${halfway} of them among the writes: no file is half written; ${drafts} drafts were left, and went with the next run.`,
  );

  const shared = makeProject();
  await Promise.all([ended(migrate(shared)), ended(migrate(shared))]);
  assertWhole(textsOf(shared), before, after);
  assert.deepEqual(textsOf(shared), after);
  console.log("Two runs at once: each file is written once.");

  const full = makeProject();
  // No file may be larger than 1 kB, which stands for a disk that is full.
  const outcome = shell(full, `trap '' XFSZ; ulimit -f 1; exec ${node} ${command} > /dev/null`);
  assert.notEqual(outcome.status, 0);
  assert.deepEqual([...textsOf(full).keys()].filter(isDraft), []);
  assertWhole(textsOf(full), before, after);
  console.log("A full disk: the old files stay, and no draft.");

  if (process.getuid?.() !== 0) {
    const closed = makeProject();
    chmodSync(path.join(closed, "src"), 0o555);
    assert.notEqual(shell(closed, `exec ${node} ${command} > /dev/null`).status, 0);
    chmodSync(path.join(closed, "src"), 0o755);
    assertWhole(textsOf(closed), before, after);
    console.log("A folder that is read-only: the old files stay.");
  } else console.log("A folder that is read-only: skipped, as root may write everywhere.");

  const readOnly = makeProject();
  chmodSync(path.join(readOnly, "src/3.ts"), 0o444);
  assert.equal(shell(readOnly, `exec ${node} ${command} > /dev/null`).status, 1);
  const rest = textsOf(readOnly);
  assert.equal(rest.get("src/3.ts"), before.get("src/3.ts"));
  assert.equal(rest.get("src/4.ts"), after.get("src/4.ts"));
  console.log("A file that is read-only: it stays, and the others are written.");

  const piped = makeProject();
  assert.equal(shell(piped, `set -o pipefail; ${node} '${BIN}' check . | head -n 1 > /dev/null`).err, "");
  if (existsSync("/dev/full")) {
    const { status, err } = shell(piped, `exec ${node} '${BIN}' check . > /dev/full`);
    assert.deepEqual(
      { status, err: err.split("\n").slice(-2) },
      { status: 2, err: ["error: The output cannot be written (ENOSPC).", ""] },
    );
  }
  console.log("An output that is closed, or full: one line, or none.");
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
