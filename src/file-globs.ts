/** What the presets look at: everything that a server can be written in. */
export const SOURCE_FILES = "**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}";

/** Files that only try a server out, and declarations, which run nothing. The presets and the command leave them out. */
export const TEST_FILES: readonly string[] = [
  "**/*.d.{ts,mts,cts}",
  "**/*.{test,spec,bench,stories}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
  "**/{test,tests,__tests__,__mocks__,__fixtures__,fixtures,e2e}/**",
  // What asks models to use the server, often with tools of its own.
  "**/{eval,evals}/**",
  // Applications and scripts that try out the server.
  "**/test-{app,apps,server,servers,client,clients}/**",
  "**/{testing,scripts}/**/test{-,_}*",
];
