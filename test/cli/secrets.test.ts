import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { moveSecrets, withVariables } from "../../src/server-config/move-secrets.js";
import { run } from "../support/cli.js";
import { makeTree } from "../support/tree.js";

const random = "a7Kq9Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0GfJe5Wu";
const GITHUB = `ghp_${random}`;
const OTHER = "ghp_Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0GfJe5Wua7Kq9";

/** One server with this in its `env`. */
const env = (value: string, name = "TOKEN"): string => `"command": "npx", "env": { "${name}": "${value}" }`;

describe("moveSecrets", () => {
  it.each<[name: string, file: string, before: string, after: string]>([
    [
      "indentation, order and escapes stay",
      ".mcp.json",
      `{\n\t"mcpServers": {\n\t\t"a":   { "args": ["\\u00e9", "--token=${GITHUB}"],\n\n\t\t"command": "x" }\n\t}\n}`,
      '{\n\t"mcpServers": {\n\t\t"a":   { "args": ["\\u00e9", "--token=${A_TOKEN}"],\n\n\t\t"command": "x" }\n\t}\n}',
    ],
    [
      "comments, line ends and a byte order mark stay",
      ".vscode/mcp.json",
      `\uFEFF{\r\n  // the team's\r\n  "servers": { "a": { ${env(GITHUB)}, }, }, /* end */\r\n}\r\n`,
      `\uFEFF{\r\n  // the team's\r\n  "servers": { "a": { ${env("${env:TOKEN}")}, }, }, /* end */\r\n}\r\n`,
    ],
    [
      "one value has one name, two values have two",
      ".cursor/mcp.json",
      `{ "mcpServers": { "a": { ${env(GITHUB)} }, "b": { ${env(GITHUB)} }, "c": { ${env(OTHER)} } } }`,
      `{ "mcpServers": { "a": { ${env("${env:TOKEN}")} }, "b": { ${env("${env:TOKEN}")} }, "c": { ${env("${env:C_TOKEN}")} } } }`,
    ],
    [
      "a name that is in use stands for what nobody knows",
      ".mcp.json",
      `{ "mcpServers": { "a": { ${env("${TOKEN}")} }, "b": { ${env(GITHUB)} } } }`,
      `{ "mcpServers": { "a": { ${env("${TOKEN}")} }, "b": { ${env("${B_TOKEN}")} } } }`,
    ],
    [
      "a default goes, its variable stays",
      ".mcp.json",
      `{ "mcpServers": { "a": { ${env(`\${MINE:-${GITHUB}}`)} } } }`,
      `{ "mcpServers": { "a": { ${env("${MINE}")} } } }`,
    ],
  ])("%s; a second run changes nothing", (_name, file, before, after) => {
    const { text, left } = moveSecrets(file, before);
    expect(text).toBe(after);
    expect(left).toEqual([]);
    expect(moveSecrets(file, text)).toEqual({ text, moved: [], left: [] });
  });

  it.each([
    [
      "a client that expands nothing",
      "claude_desktop_config.json",
      `{ "mcpServers": { "a": { ${env(GITHUB)} } } }`,
      /Claude Desktop doesn't expand variables/u,
    ],
    [
      "a field in which nothing is expanded",
      ".mcp.json",
      `{ "mcpServers": { "a": { "command": "x", "oauth": { "clientSecret": "${random}" } } } }`,
      /in `oauth`/u,
    ],
    ["a broken file", ".mcp.json", `{ "mcpServers": { "a": { ${env(GITHUB)} } }`, /not valid JSON/u],
  ])("leaves %s, and says why", (_name, file, text, reason) => {
    const moved = moveSecrets(file, text);
    expect(moved.text).toBe(text);
    expect(moved.moved).toEqual([]);
    expect(moved.left).toEqual([
      expect.objectContaining({ line: 1, server: "a", reason: expect.stringMatching(reason) }),
    ]);
  });
});

describe("withVariables", () => {
  it.each([
    ["", "A=\nB=\n"],
    ["A=1\n", "A=1\nB=\n"],
    ["# A=\nexport B=2", "# A=\nexport B=2"],
    ["C=3\r\nA=1", "C=3\r\nA=1\r\nB=\r\n"],
  ])("adds what is missing in %j, without values", (text, expected) => {
    expect(withVariables(text, ["A", "B", "A"])).toBe(expected);
    expect(withVariables(expected, ["A", "B"])).toBe(expected);
  });
});

describe("mcp-errors secrets", () => {
  const files = {
    "app/.mcp.json": `{ "mcpServers": { "orders": { ${env(GITHUB, "ORDERS_TOKEN")} } } }\n`,
    "app/.vscode/mcp.json": `{ "servers": { "stock": { ${env(OTHER, "STOCK_TOKEN")} } } }\n`,
    "app/.env.example": "PORT=3000\n",
  };
  const read = (root: string, name: string): string => readFileSync(join(root, name), "utf8");

  it("writes references and names, prints no value, and asks to revoke", async () => {
    const root = makeTree(files);
    const { code, out, err } = await run(root, ["secrets"]);
    expect(code).toBe(0);
    expect(read(root, "app/.mcp.json")).toBe(
      '{ "mcpServers": { "orders": { "command": "npx", "env": { "ORDERS_TOKEN": "${ORDERS_TOKEN}" } } } }\n',
    );
    expect(read(root, "app/.env.example")).toBe("PORT=3000\nORDERS_TOKEN=\nSTOCK_TOKEN=\n");
    expect(out).toContain('app/.mcp.json:1  GitHub token of the server "orders" → ORDERS_TOKEN');
    expect(out).toContain("Wrote app/.env.example, app/.mcp.json, app/.vscode/mcp.json.");
    expect(out).toMatch(/Revoke each of these credentials/u);
    expect(out + err + read(root, "app/.env.example")).not.toContain(GITHUB.slice(0, 6));
    const again = await run(root, ["secrets"]);
    expect(again).toMatchObject({ code: 0, out: "No literal credentials found in 2 MCP configurations.\n" });
  });

  it("writes nothing with --dry-run", async () => {
    const root = makeTree({ "app/.mcp.json": files["app/.mcp.json"] });
    const { code, out } = await run(root, ["secrets", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("Would write");
    expect(read(root, "app/.mcp.json")).toBe(files["app/.mcp.json"]);
    expect(existsSync(join(root, "app/.env.example"))).toBe(false);
  });

  it("refuses what git could not give back", async () => {
    const root = makeTree(files);
    execFileSync("git", ["init", "-q"], { cwd: root });
    const { code, err } = await run(root, ["secrets"]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error: Nothing was changed, because git couldn't restore the current content of app\/\.env\.example/u,
    );
    expect(read(root, "app/.mcp.json")).toBe(files["app/.mcp.json"]);
    expect((await run(root, ["secrets", "--force"])).code).toBe(0);
  });

  it("says that there is nothing to look at", async () => {
    const root = makeTree({ "a.json": "{}" });
    expect((await run(root, ["secrets"])).err).toMatch(/^error: No MCP configuration was found/u);
    expect((await run(root, ["secrets", "b"])).err).toBe("error: No such file or folder: b.\n");
  });
});
