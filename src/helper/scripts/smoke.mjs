// Packs the package, unpacks it into an empty project, and uses it from ESM, CommonJS and TypeScript without skipLibCheck.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const project = mkdtempSync(join(tmpdir(), "mcp-tool-errors-"));
const run = (command, args) => execFileSync(command, args, { cwd: project, encoding: "utf8" });
try {
  const target = join(project, "node_modules/mcp-tool-errors");
  mkdirSync(target, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", project], { cwd: root });
  run("sh", ["-c", `tar -xzf *.tgz -C ${JSON.stringify(target)} --strip-components=1`]);

  const use = `const r = toolError.from({ status: 429, headers: { "retry-after": "7" } });
assertToolError(r, { errorCode: "RATE_LIMITED", retryAfterSeconds: 7 });
if (toHttpResponse(r).status !== 429) throw new Error("another status");
callTool(() => "fine").then(({ ok }) => console.log(ok && readToolError(r).payload.errorCategory));`;
  writeFileSync(
    join(project, "esm.mjs"),
    `import { toolError, readToolError } from "mcp-tool-errors";\nimport { assertToolError } from "mcp-tool-errors/testing";\nimport { toHttpResponse } from "mcp-tool-errors/http";\nimport { callTool } from "mcp-tool-errors/client";\n${use}`,
  );
  writeFileSync(
    join(project, "cjs.cjs"),
    `const { toolError, readToolError } = require("mcp-tool-errors");\nconst { assertToolError } = require("mcp-tool-errors/testing");\nconst { toHttpResponse } = require("mcp-tool-errors/http");\nconst { callTool } = require("mcp-tool-errors/client");\n${use}`,
  );
  writeFileSync(
    join(project, "typed.ts"),
    `import { toolError, withToolErrors } from "mcp-tool-errors";
import { expressErrorHandler, toResponse } from "mcp-tool-errors/http";
import { callTool } from "mcp-tool-errors/client";
import { toolErrorSchema } from "mcp-tool-errors/testing";
export const adapters = [expressErrorHandler(), toResponse(1), callTool(() => 1)];
export const handler = withToolErrors(async (id: number) => (id ? id : toolError.validation({ description: "Zero is no id." })));
export const schema = toolErrorSchema("compact");
// @ts-expect-error -- the wait is missing
toolError.transient({ description: "Busy." });`,
  );
  for (const file of ["esm.mjs", "cjs.cjs"])
    if (run(process.execPath, [file]) !== "transient\n") throw new Error(`${file} printed something else.`);
  const strict = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--lib",
    "es2022",
  ];
  for (const module of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
    ["--module", "node16"],
  ])
    execFileSync(process.execPath, [tsc, ...strict, ...module, "typed.ts"], { cwd: project, stdio: "inherit" });
  console.log("The packed tarball works from ESM, CommonJS and TypeScript.");
} finally {
  rmSync(project, { recursive: true, force: true });
}
