import { existsSync } from "node:fs";
import path from "node:path";

/** The folder with the manifest above this module. */
function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json")) && folder !== path.dirname(folder))
    folder = path.dirname(folder);
  return folder;
}

/** The package that this code came with, the plugin or the command: each holds the files that are read at run time. */
export const PACKAGE_ROOT = packageRoot();
