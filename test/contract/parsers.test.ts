import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { casesOf, groups } from "../proving-ground/cases.js";
import { formsOf, stripMarkers, type Form } from "../proving-ground/forms.js";
import { analyse } from "../support/facts.js";
import { parseOxc, parseTypescriptEslint } from "../support/parsers.js";
import { serverFiles, SERVERS_ROOT } from "../support/servers.js";
import { makeTree } from "../support/tree.js";

/** Line ends and indents make no other tree: they are tried in one form of a case. */
function worthwhile({ name }: Form, at: number): boolean {
  return at < 4 || !/ (?:crlf|tabs|bom)$/u.test(name);
}

/** The facts hold for a text, whoever has parsed it: the command line and ESLint must say the same. */
function expectSame(filename: string, text: string): number {
  const ours = analyse(filename, text, parseOxc);
  const theirs = analyse(filename, text, parseTypescriptEslint);
  expect(ours.facts).toEqual(theirs.facts);
  expect(ours.findings).toEqual(theirs.findings);
  return ours.findings.length;
}

/** How many findings a file of the example servers has, the same with both parsers. */
const ofServers = new Map<string, number>();
function foundIn(file: string): number {
  const found = ofServers.get(file) ?? expectSame(file, readFileSync(file, "utf8"));
  ofServers.set(file, found);
  return found;
}

describe("oxc-parser and @typescript-eslint/parser give the same facts", () => {
  it.each(serverFiles().map((file) => path.relative(SERVERS_ROOT, file)))("test/servers/%s", (name) => {
    foundIn(path.join(SERVERS_ROOT, name));
  });

  it("and not by finding nothing", () => {
    const found = serverFiles().map(foundIn);
    expect(found.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
  });

  for (const group of groups)
    it.each(casesOf(group).map((provingCase) => [provingCase.name, provingCase] as const))(
      `proving ground, ${group}: %s`,
      (_name, provingCase) => {
        const forms = formsOf(provingCase).filter(worthwhile);
        const root = makeTree({
          "package.json": JSON.stringify({
            name: "server",
            type: "module",
            dependencies: Object.assign({}, ...forms.map(({ dependencies }) => dependencies)) as object,
          }),
        });
        for (const form of forms) {
          const file = path.join(root, form.path);
          mkdirSync(path.dirname(file), { recursive: true });
          const { code } = stripMarkers(form.source);
          writeFileSync(file, code);
          expectSame(file, code);
        }
      },
    );

  it.each([
    [
      "tool.cts",
      'import type { X } from "x";\nexport const tool = (x: X) => ({ isError: true, content: [{ type: "text", text: "Operation failed" }] });',
    ],
    [
      "tool.mts",
      'export enum E { A = "a" }\nexport default class ArchiveTool<T> { @log private accessor x: T; async execute(this: ArchiveTool<T>, ...rest: [T]) { try { await go<T>(rest!); } catch { } return { content: [] }; } }',
    ],
    [
      "tool.tsx",
      'export const tool = <T,>(x: T) => <p>{x as string}&nbsp;</p>;\nexport function fail() { return { isError: true, content: [{ type: "text", text: "Failed" }] }; }',
    ],
    [
      "tool.js",
      'export function fail() { return { isError: true, content: [{ type: "text", text: `a\\u{1F600}${1}` }] }; }\n// 😀\nexport const x = fail?.()?.content![0];'.replace(
        "![0]",
        "[0]",
      ),
    ],
    [
      "paren.ts",
      'export const h = async () => { try { return (await (x)) } catch (e) { return (({ content: [({ type: ("text"), text: (String(e)) })] }) as any) } };',
    ],
  ])("syntax that parsers differ in: %s", (name, text) => {
    const root = makeTree({
      "package.json": JSON.stringify({ dependencies: { "@modelcontextprotocol/sdk": "1" } }),
      [name]: text,
    });
    expectSame(path.join(root, name), text);
  });
});
