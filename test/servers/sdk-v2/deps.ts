import type { Tracker } from "./api.js";

export type Log = (line: string) => void;

export interface Deps {
  tracker: Tracker;
  log: Log;
}
