// Import cost in a fresh process, and cost per call.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { classifyError, readToolError, toolError, withToolErrors } from "../dist/index.js";

const url = new URL("../dist/index.js", import.meta.url).href;
const times = Array.from({ length: 7 }, () =>
  Number(
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const t = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - t)`,
      ],
      { encoding: "utf8" },
    ),
  ),
);
console.log(`import, fresh process: ${Math.min(...times).toFixed(1)} ms (best of ${times.length})`);

const sample = toolError.transient({ description: "Busy.", retryAfterSeconds: 1 });
const reset = Object.assign(new Error("x"), { code: "ECONNRESET" });
const guarded = withToolErrors(async () => sample);
const CALLS = {
  "toolError.transient": () =>
    toolError.transient({ description: "Busy.", retryAfterSeconds: 1, partialResults: [{ id: 1 }] }),
  "classifyError, HTTP 429": () => classifyError({ response: { status: 429, headers: { "retry-after": "7" } } }),
  "classifyError, ECONNRESET": () => classifyError(reset),
  "classifyError, unknown": () => classifyError(new Error("x")),
  readToolError: () => readToolError(sample),
  "withToolErrors, success": () => guarded(),
};
for (const [name, call] of Object.entries(CALLS)) {
  for (let i = 0; i < 2000; i++) await call();
  const runs = 20_000;
  const start = performance.now();
  for (let i = 0; i < runs; i++) await call();
  console.log(`${name.padEnd(28)} ${(((performance.now() - start) / runs) * 1000).toFixed(2)} µs`);
}
console.log(`Node ${process.version}, ${fileURLToPath(url)}`.replace(/, .*$/, ""));
