// The packed table, then two passes of the compiler: ESM, and a CommonJS copy with a package.json that says so.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [`${root}scripts/pack-table.mjs`], { stdio: "inherit" });
rmSync(`${root}dist`, { recursive: true, force: true });
for (const project of ["tsconfig.json", "tsconfig.cjs.json"])
  execFileSync(process.execPath, [tsc, "-p", project], { cwd: root, stdio: "inherit" });
writeFileSync(`${root}dist/cjs/package.json`, '{ "type": "commonjs", "sideEffects": false }\n');
