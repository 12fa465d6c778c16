import { FastMCP } from "fastmcp";
import type { Deps } from "./deps.js";
import { addPlaceTools } from "./places.js";
import { addReadingTools } from "./readings.js";

export type { Deps } from "./deps.js";

export function createServer(deps: Deps): FastMCP {
  const server = new FastMCP({ name: "weather", version: "3.0.1" });
  addReadingTools(server, deps);
  addPlaceTools(server, deps);
  return server;
}
