import path from "node:path";
import { watch } from "chokidar";
import picomatch from "picomatch";
import { UsageError, type ExitCode, type Io } from "./command.js";
import { DEFAULT_IGNORES } from "./ignores.js";

/** Files are saved in groups; the run waits until this many milliseconds have passed without one. */
const QUIET_TIME = 100;

/** Sources and configurations; no other JSON, as a report may be one. */
const RELEVANT = /\.(?:[mc]?[jt]s|[jt]sx)$|[\\/](?:package|tsconfig[\w.-]*|mcp-errors\.config)\.json$/u;

/** The folder that a path or a pattern starts from. */
function baseOf(given: string, cwd: string): string {
  return path.resolve(cwd, picomatch.scan(given).base);
}

/**
 * Runs a command now, and again after each change of a source or a configuration below its paths.
 *
 * @param run must not keep anything between runs; a usage error of a later run is printed, and does not end the watch
 * @returns the exit code of the last run, once `io.stop` ends the watch
 */
export async function watchAndRun(paths: readonly string[], io: Io, run: () => Promise<ExitCode>): Promise<ExitCode> {
  const { stop } = io;
  let code = await run();
  const isLeftOut = picomatch([...DEFAULT_IGNORES], { dot: true });
  // Folders above the project may have any name.
  const isIgnored = (file: string): boolean => {
    const name = path.relative(io.cwd, file).split(path.sep).join("/");
    return isLeftOut(name) || isLeftOut(`${name}/`);
  };
  const watcher = watch([...new Set([io.cwd, ...paths.map((given) => baseOf(given, io.cwd))])], {
    ignoreInitial: true,
    ignored: (file, stats) => isIgnored(file) || (stats?.isFile() === true && !RELEVANT.test(file)),
  });
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const again = async (): Promise<void> => {
    try {
      code = await run();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.err(`error: ${error.message}\n`);
      code = 2;
    }
    io.err("Watching for changes.\n");
  };
  io.err("Watching for changes.\n");
  return new Promise((resolve, reject) => {
    watcher.on("all", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(again).catch(reject);
      }, QUIET_TIME);
    });
    watcher.on("error", reject);
    const end = (): void => {
      clearTimeout(timer);
      void Promise.all([running, watcher.close()]).then(() => {
        resolve(code);
      });
    };
    if (stop?.aborted) end();
    else stop?.addEventListener("abort", end, { once: true });
  });
}
