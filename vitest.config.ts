import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // Loading the parsers, ESLint and the plugin for every file anew takes longer than most files. So a file must leave nothing
    // behind: what it stubs, spies on or keeps in a module that others import is put back in `afterEach` or `afterAll`.
    isolate: false,
    // One less by default, which leaves half of a machine with two cores idle.
    maxWorkers: "100%",
  },
});
