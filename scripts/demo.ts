/** Runs the command on an example server, as a user would, and says what its exit code means. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";

const ROOT = path.resolve(import.meta.dirname, "..");
const ARGS = ["check", "test/servers/sdk-v1", "--preset", "strict"];

process.stdout.write(`$ npx mcp-errors ${ARGS.join(" ")}\n\n`);
const { status } = spawnSync(process.execPath, [path.join("packages", "mcp-errors", "bin", "mcp-errors.js"), ...ARGS], {
  cwd: ROOT,
  stdio: "inherit",
});
process.stdout.write(
  `\nExit code ${String(status)}: ${status === 1 ? "there are findings, as there should be in this example" : "the example should give findings"}.\n`,
);
// Findings are what the demo is to show: they are no failure of the demo.
process.exitCode = status === 1 ? 0 : 1;
