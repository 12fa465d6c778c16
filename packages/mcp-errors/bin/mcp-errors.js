#!/usr/bin/env node
import module from "node:module";

// Node.js 22.1 and newer keep the compiled code for the next run.
module.enableCompileCache?.();
const { main, terminalAsk, wantsColor } = await import("../dist/cli.js");

let isCutShort = false;
process.stdout.on("error", (error) => {
  // `mcp-errors check | head` closes the pipe early: that is no fault.
  if (error.code === "EPIPE" || isCutShort) return;
  // Half a report must not look like a whole one.
  isCutShort = true;
  process.exitCode = 2;
  process.stderr.write(`error: The output cannot be written (${error.code}).\n`);
});
// There is no place left to say it.
process.stderr.on("error", () => {});

const code = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: wantsColor(Boolean(process.stdout.isTTY), process.env),
  // Few runs ask: the terminal is opened for them only.
  get ask() {
    return terminalAsk();
  },
  ...(process.stderr.isTTY ? { progress: (text) => process.stderr.write(text) } : {}),
});
if (!isCutShort) process.exitCode = code;
