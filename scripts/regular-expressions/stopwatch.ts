import { Worker } from "node:worker_threads";

const PROGRAM = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ source, flags, text }) => {
  const start = process.cpuUsage();
  new RegExp(source, flags.replace("g", "")).test(text);
  const { user, system } = process.cpuUsage(start);
  parentPort.postMessage((user + system) / 1000);
});`;

/** Says how long an expression takes for a text; a thread of its own can be stopped where it does not come to an end. */
export class Stopwatch {
  readonly #limit: number;
  #worker = new Worker(PROGRAM, { eval: true });

  /** @param limit in milliseconds; nothing is waited for longer than ten times that */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False where it takes longer than the limit. */
  async isQuick(source: string, flags: string, text: string): Promise<boolean> {
    const time = await new Promise<number>((resolve) => {
      const timer = setTimeout(() => {
        this.#worker.removeAllListeners();
        void this.#worker.terminate();
        this.#worker = new Worker(PROGRAM, { eval: true });
        resolve(Number.POSITIVE_INFINITY);
      }, this.#limit * 10);
      this.#worker.once("message", (taken: number) => {
        clearTimeout(timer);
        resolve(taken);
      });
      this.#worker.postMessage({ source, flags, text });
    });
    return time <= this.#limit;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
