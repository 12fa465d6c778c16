import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^mcp-tool-errors\/(client|http|testing)$/,
        replacement: new URL("./src/$1/index.ts", import.meta.url).pathname,
      },
      { find: /^mcp-tool-errors$/, replacement: new URL("./src/index.ts", import.meta.url).pathname },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    unstubEnvs: true,
    // One less by default, which leaves half of a machine with two cores idle.
    maxWorkers: "100%",
  },
});
