/** Left out wherever they stand below a folder that is linted; a file that is named is always linted. */
export const DEFAULT_IGNORES: readonly string[] = [
  "**/node_modules/**",
  "**/.git/**",
  "**/{dist,dist-*,build,out,coverage,vendor,.next,.nuxt,.output,.turbo,.cache,.wrangler,.vercel}/**",
  "**/*.d.{ts,mts,cts}",
  "**/*.{min,bundle}.{js,mjs,cjs}",
  "**/*.{test,spec,bench,stories}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
  "**/{test,tests,__tests__,__mocks__,__fixtures__,fixtures,e2e}/**",
  // What asks models to use the server, often with tools of its own.
  "**/{eval,evals}/**",
  // Applications and scripts that try out the server.
  "**/test-{app,apps,server,servers,client,clients}/**",
  "**/{testing,scripts}/**/test{-,_}*",
  // Drafts, and what a script has left.
  "**/{tmp,temp,scratch,temp_*,tmp_*}/**",
  // Copies of an earlier state.
  "**/*{-,_}backup/**",
];
