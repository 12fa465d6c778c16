import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makePullRequest } from "../../scripts/docs/pull-request.js";
import { run } from "../support/cli.js";
import { makeTree } from "../support/tree.js";

const README = readFileSync(path.resolve(import.meta.dirname, "../../README.md"), "utf8");
const SECTION = README.split(/^## /mu).find((part) => part.startsWith("PR review\n")) ?? "";

/** The commands of the section, without their comments. */
const commands = SECTION.split("\n").flatMap((line) => {
  const command = /^npx mcp-errors (?<args>[^#]*)/u.exec(line)?.groups?.["args"]?.trim();
  return command === undefined ? [] : [command];
});

describe("README, PR review", () => {
  it.each(commands)("mcp-errors %s does what it says on a pull request", async (command) => {
    const root = makeTree({});
    makePullRequest(root);
    const result = await run(root, command.split(" "));
    expect(result.code).toBe(command.startsWith("review") ? 1 : 0);
    expect(result.out).toContain(command.includes("--explain") ? "get_order, exit 1 of" : "order_receipt");
    if (command.includes("json")) expect(() => JSON.parse(result.out) as unknown).not.toThrow();
  });

  it("shows all five uses", () => {
    expect(commands).toHaveLength(5);
  });
});
