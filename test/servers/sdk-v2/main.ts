import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Tracker } from "./api.js";
import { createServer } from "./server.js";

const log = (line: string) => {
  process.stderr.write(`${line}\n`);
};

// A rejection nobody awaits must not take the whole server down with it.
process.on("unhandledRejection", (reason) => log(`unhandled rejection: ${String(reason)}`));

const tracker = new Tracker(process.env["TRACKER_URL"] ?? "http://127.0.0.1:4020", fetch);
serveStdio(() => createServer({ tracker, log }));
