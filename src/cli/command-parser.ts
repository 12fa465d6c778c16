import { loadOxc, parseWithOxc, type Parse } from "../syntax/parse.js";
import { UsageError } from "./command.js";

/**
 * The parser of the command.
 *
 * @throws {UsageError} if it is not installed
 */
export function commandParser(): Parse {
  const oxc = loadOxc();
  if (!oxc)
    throw new UsageError(
      "The parser cannot be loaded: install oxc-parser again, with its optional dependencies, as the binary for this platform is one.",
    );
  return (text, filename) => parseWithOxc(oxc, text, filename);
}
