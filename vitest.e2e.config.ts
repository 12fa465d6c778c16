import { defineConfig } from "vitest/config";

/** Tests of what is published: packed, installed into fresh projects, and used by other programs. */
export default defineConfig({
  test: {
    include: ["test/e2e/**/*.e2e.ts"],
    globalSetup: ["test/e2e/support/pack.ts"],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Installing and compiling side by side only makes both slow.
    fileParallelism: false,
  },
});
