#!/usr/bin/env node
import process from "node:process";
import { main, terminalAsk, wantsColor } from "eslint-plugin-mcp-errors/cli";

// `mcp-errors check | head` closes the pipe early: that is no fault.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: wantsColor(Boolean(process.stdout.isTTY), process.env),
  ask: terminalAsk(),
  ...(process.stderr.isTTY ? { progress: (text) => process.stderr.write(text) } : {}),
});
