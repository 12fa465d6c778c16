#!/usr/bin/env node
import module from "node:module";

// Node.js 22.1 and newer keep the compiled code for the next run.
module.enableCompileCache?.();
const { main, terminalAsk, wantsColor } = await import("../dist/cli.js");

// `mcp-errors check | head` closes the pipe early: that is no fault.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2), {
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
