import { createRequire } from "node:module";

const manifest = createRequire(import.meta.url)("eslint-plugin-mcp-errors/package.json") as { version: string };

export const VERSION = manifest.version;
