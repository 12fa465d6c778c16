#!/usr/bin/env node
import process from "node:process";
import { main } from "eslint-plugin-mcp-errors/cli";

process.exitCode = main(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR,
});
