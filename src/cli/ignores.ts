import { TEST_FILES } from "../file-globs.js";

/** Left out wherever they stand below a folder that is checked; a file that is named is always checked. */
export const DEFAULT_IGNORES: readonly string[] = [
  "**/node_modules/**",
  "**/.git/**",
  "**/{dist,dist-*,build,out,coverage,vendor,.next,.nuxt,.output,.turbo,.cache,.wrangler,.vercel}/**",
  "**/*.{min,bundle}.{js,mjs,cjs}",
  ...TEST_FILES,
  // Drafts, and what a script has left.
  "**/{tmp,temp,scratch,temp_*,tmp_*}/**",
  // Copies of an earlier state.
  "**/*{-,_}backup/**",
];
