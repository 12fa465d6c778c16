import { parentPort } from "node:worker_threads";
import { rewriter, type Job } from "./rewrite-file.js";

const rewrite = rewriter();
parentPort?.on("message", (job: Job) => {
  parentPort?.postMessage(rewrite(job));
});
