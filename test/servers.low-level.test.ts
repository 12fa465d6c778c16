import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Backend } from "./servers-support/backend.js";
import { openV1 } from "./servers-support/sessions.js";
import { contractOf, errorText, type Session, successJson, successText } from "./servers-support/wire.js";
import { createServer, type NotesDeps } from "./servers/low-level/server.js";

let backend: Backend;
let dir: string;
let logged: string[];
let session: Session;

async function open(overrides: Partial<NotesDeps> = {}): Promise<void> {
  await session?.close();
  const log = (line: string) => void logged.push(line);
  session = await openV1(
    createServer({ fs, dir, fetch: backend.fetch, syncUrl: "http://sync.test", log, ...overrides }),
  );
}

const refuse = (code: string) => () =>
  Promise.reject(Object.assign(new Error(`${code}: refused, open '${dir}'`), { code }));

beforeEach(async () => {
  backend = new Backend();
  dir = await fs.mkdtemp(join(tmpdir(), "notes-"));
  logged = [];
  await open();
});

afterEach(async () => {
  await session.close();
  await fs.rm(dir, { recursive: true, force: true });
});

const write = (name: string, source: string) => fs.writeFile(join(dir, `${name}.md`), source);

it("lists its tools", async () => {
  expect(await session.toolNames()).toEqual([
    "append_note",
    "archive_note",
    "import_note",
    "list_notes",
    "note_info",
    "read_note",
    "search_notes",
    "sync_notes",
  ]);
});

it("works on real files", async () => {
  await write("plan", '{"title":"The plan","tags":["a"]}\nBuy milk\n');
  await fs.mkdir(join(dir, "archive"));
  backend
    .on("GET", "/page", { body: "Some page" })
    .on("GET", "/changes", { body: [{ name: "from-sync", source: "Hello" }] });
  expect(successText(await session.call("import_note", { name: "page", url: "http://web.test/page" }))).toContain("9");
  expect(successText(await session.call("sync_notes"))).toBe("1 notes brought up to date.");
  expect(successJson(await session.call("list_notes"))).toEqual({ notes: ["from-sync", "page", "plan"] });
  expect(successText(await session.call("append_note", { name: "page", text: "More." }))).toContain("page");
  expect(successText(await session.call("read_note", { name: "page" }))).toBe("Some page\n\nMore.\n");
  expect(successJson(await session.call("search_notes", { phrase: "MILK" }))).toEqual({ hits: ["plan"] });
  expect(successText(await session.call("archive_note", { name: "page" }))).toContain("archive");
  expect(successJson(await session.call("list_notes"))).toEqual({ notes: ["from-sync", "plan"] });
});

it("B01: a note that could not be moved is said to be archived", async () => {
  await write("plan", "Buy milk\n");
  const wire = await session.call("archive_note", { name: "plan" });
  expect(wire.result).toEqual({ content: [{ type: "text", text: '"plan" is in the archive now.' }] });
  expect(await fs.readdir(dir)).toEqual(["plan.md"]);
  expect(logged).toEqual([]);
});

it("B06: a failed search is a success with words of an error", async () => {
  await open({ fs: { ...fs, readdir: refuse("EACCES") } });
  const wire = await session.call("search_notes", { phrase: "milk" });
  expect(wire.result).toEqual({
    content: [{ type: "text", text: `Error while searching the notes: EACCES: refused, open '${dir}'` }],
  });
});

it("B12: the stack and the folder reach the model", async () => {
  const said = errorText(await session.call("read_note", { name: "nothing" }));
  expect(said).toContain(`ENOENT: no such file or directory, open '${dir}`);
  expect(said).toMatch(/\n\s+at /);
});

it("B14: an API failure is a JSON-RPC error, not a result", async () => {
  backend.on("GET", "/changes", { status: 502 });
  expect(await session.call("sync_notes")).toMatchObject({
    error: { code: -32603, message: expect.stringContaining("The sync service answered 502") },
  });
});

it("B22: an error page is saved as the note", async () => {
  backend.on("GET", "/page", { status: 404, body: "<h1>Not found</h1>" });
  const wire = await session.call("import_note", { name: "page", url: "http://web.test/page" });
  expect(successText(wire)).toBe('Saved 18 characters as "page".');
  expect(await fs.readFile(join(dir, "page.md"), "utf8")).toBe("<h1>Not found</h1>");
});

it("G06: what could not be read is told, and nothing is written", async () => {
  expect(contractOf(await session.call("append_note", { name: "nothing", text: "x" }))).toMatchObject({
    errorCategory: "validation",
    errorCode: "NOTE_NOT_READABLE",
  });
  expect(await fs.readdir(dir)).toEqual([]);
  expect(logged).toHaveLength(1);
});

it("G07: a missing folder means that there are no notes, any other trouble is an error", async () => {
  await open({ dir: join(dir, "not-there") });
  expect(successText(await session.call("list_notes"))).toBe("No notes yet.");
  await open({ fs: { ...fs, readdir: refuse("EACCES") } });
  expect(contractOf(await session.call("list_notes"))).toMatchObject({ errorCategory: "permission" });
});

it("G10: a note without front matter is as right as one with it", async () => {
  await write("with", '{"title":"The plan","tags":["a"]}\nBuy milk\n');
  await write("without", "Buy more milk\n");
  await write("a-number", "12\n");
  expect(successJson(await session.call("note_info", { name: "with" }))).toMatchObject({ title: "The plan", words: 2 });
  expect(successJson(await session.call("note_info", { name: "without" }))).toMatchObject({
    title: "without",
    words: 3,
  });
  expect(successJson(await session.call("note_info", { name: "a-number" }))).toMatchObject({ tags: [], words: 1 });
  expect(contractOf(await session.call("note_info", { name: "nothing" }))).toMatchObject({ errorCode: "NOTE_UNKNOWN" });
});

it("G11: an unknown tool is a protocol error", async () => {
  expect((await session.call("delete_everything")).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool: delete_everything"),
  });
});

it("the dispatcher turns what no tool expects into the contract", async () => {
  await open({ fs: { ...fs, writeFile: refuse("EIO") as NotesDeps["fs"]["writeFile"] } });
  backend.on("GET", "/page", { body: "Some page" });
  const wire = await session.call("import_note", { name: "page", url: "http://web.test/page" });
  expect(contractOf(wire)).toMatchObject({ errorCode: "UNCLASSIFIED", isRetryable: false });
  expect(errorText(wire)).not.toContain(dir);
});

it("arguments that do not fit are a validation error", async () => {
  expect(contractOf(await session.call("read_note", { name: "../etc/passwd" }))).toMatchObject({
    errorCategory: "validation",
    errorCode: "INPUT_INVALID",
  });
});
