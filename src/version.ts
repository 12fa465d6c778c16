import { readFileSync } from "node:fs";
import path from "node:path";
import { PACKAGE_ROOT } from "./package-root.js";

const manifest = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, "package.json"), "utf8")) as { version: string };

export const VERSION = manifest.version;
