import { parentPort, workerData } from "node:worker_threads";
import { rewriter, type Job, type Texts } from "./rewrite-file.js";

const rewrite = rewriter((workerData as Texts | null) ?? undefined);
parentPort?.on("message", (job: Job) => {
  parentPort?.postMessage(rewrite(job));
});
