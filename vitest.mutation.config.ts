import { defineConfig } from "vitest/config";

const helper = (file: string): string => new URL(`./src/helper/src/${file}`, import.meta.url).pathname;

/** What mutants are tried on: tests of sources that run in one process, without the packed packages and the example servers. */
export default defineConfig({
  // By its name the helper is what the build made of it, where no mutant is.
  resolve: {
    alias: [
      { find: /^mcp-tool-errors\/(client|http|testing)$/u, replacement: helper("$1/index.ts") },
      { find: /^mcp-tool-errors$/u, replacement: helper("index.ts") },
    ],
  },
  test: {
    include: ["test/{analysis,codemods,contract,rules,syntax}/**/*.test.ts", "src/helper/test/**/*.test.ts"],
    // They look at the sources, which are not the written ones here: their length, their size, their types.
    exclude: ["**/node_modules/**", "src/helper/test/{docs,package}.test.ts"],
    unstubEnvs: true,
    testTimeout: 60_000,
    isolate: false,
  },
});
