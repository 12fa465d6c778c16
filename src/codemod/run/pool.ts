import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { rewriter, type Job, type Outcome, type Texts } from "./rewrite-file.js";

/** A thread has to load the parser and the analysis first: fewer files than this are done sooner without one more. */
const FILES_PER_THREAD = 24;
/** Jobs that wait in a worker, so that it need not wait for the next one. */
const AHEAD = 2;

const WORKER = new URL("./worker.js", import.meta.url);

/** How many threads are worth it. The sources, run without being compiled, know one thread only. */
export function threadsFor(files: number, wanted = availableParallelism()): number {
  const worth = Math.max(1, Math.ceil(files / FILES_PER_THREAD));
  return existsSync(fileURLToPath(WORKER)) ? Math.max(1, Math.min(wanted, worth)) : 1;
}

export interface PoolOptions {
  readonly threads: number;
  /** What the run has made of the files so far. */
  readonly texts?: Texts;
  /** What a thread runs; for tests. */
  readonly worker?: URL;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Rewrites all files, on several threads. The outcomes come in the order of the jobs, whichever thread was faster. */
export async function rewriteAll(
  jobs: readonly Job[],
  { threads, texts, onProgress, worker = WORKER }: PoolOptions,
): Promise<Outcome[]> {
  if (threads <= 1) {
    const rewrite = rewriter(texts);
    return jobs.map((job, at) => {
      const outcome = rewrite(job);
      onProgress?.(at + 1, jobs.length);
      return outcome;
    });
  }
  const outcomes: Outcome[] = [];
  let done = 0;
  const record = (at: number, outcome: Outcome): void => {
    outcomes[at] = outcome;
    onProgress?.(++done, jobs.length);
  };
  const queue = new Queue(jobs.length, threads);
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      drain(jobs, () => new Worker(worker, { workerData: texts }), queue, thread, record),
    ),
  );
  return outcomes;
}

/** Places of jobs. A thread begins with neighbours, which share imports, and then helps where most is left. */
class Queue {
  readonly #slices: { next: number; end: number }[];

  constructor(length: number, threads: number) {
    this.#slices = Array.from({ length: threads }, (_, thread) => ({
      next: Math.floor((length * thread) / threads),
      end: Math.floor((length * (thread + 1)) / threads),
    }));
  }

  take(thread: number): number | undefined {
    const own = this.#slices[thread];
    if (own && own.next < own.end) return own.next++;
    const fullest = this.#slices.reduce((most, slice) =>
      slice.end - slice.next > most.end - most.next ? slice : most,
    );
    return fullest.next < fullest.end ? --fullest.end : undefined;
  }
}

/** Keeps one thread busy until nothing is left. A worker that dies costs the file it was at, and gets a successor. */
async function drain(
  jobs: readonly Job[],
  start: () => Worker,
  queue: Queue,
  thread: number,
  record: (at: number, outcome: Outcome) => void,
): Promise<void> {
  let waiting: number[] = [];
  for (;;) {
    const reason = await new Promise<string | undefined>((resolve) => {
      const worker = start();
      const feed = (): void => {
        while (waiting.length < AHEAD) {
          const at = queue.take(thread);
          if (at === undefined) break;
          waiting.push(at);
          worker.postMessage(jobs[at]);
        }
        if (waiting.length === 0) {
          resolve(undefined);
          void worker.terminate();
        }
      };
      worker.on("message", (outcome: Outcome) => {
        const at = waiting.shift();
        if (at !== undefined) record(at, outcome);
        feed();
      });
      worker.on("error", (error) => {
        resolve(error instanceof Error ? error.message : String(error));
      });
      worker.on("exit", (code) => {
        resolve(`the thread ended with code ${code}`);
      });
      for (const at of waiting) worker.postMessage(jobs[at]);
      feed();
    });
    if (reason === undefined) return;
    const [fatal, ...rest] = waiting;
    const job = fatal === undefined ? undefined : jobs[fatal];
    if (fatal === undefined || !job) throw new Error(`A worker thread cannot run: ${reason}`);
    record(fatal, { kind: "failed", file: job.file, reason: `The file cannot be analysed: ${reason}.` });
    waiting = rest;
  }
}
