import { defineConfig } from "vitest/config";

/** What mutants are tried on: tests of sources that run in one process, without the packed packages and the example servers. */
export default defineConfig({
  test: {
    include: ["test/{analysis,codemods,contract,rules,syntax}/**/*.test.ts", "src/helper/test/**/*.test.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
