import { defineConfig } from "vitest/config";

/** Tests of what is published: packed, installed into fresh projects, and used by other programs. */
export default defineConfig({
  test: {
    include: ["test/e2e/**/*.e2e.ts"],
    globalSetup: ["test/e2e/support/pack.ts"],
    testTimeout: 240_000,
    hookTimeout: 480_000,
    // Two: one installs while the other compiles. More only make each other slow.
    maxWorkers: 2,
  },
});
