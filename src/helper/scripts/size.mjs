// What a bundler makes of the package: minified, then gzipped. Fails when a limit is exceeded.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const constructors = "toolError.transient(e), toolError.validation(e), toolError.permission(e), toolError.business(e)";
/** Limits in bytes after gzip. */
const CASES = {
  "constructors only": [1536, `import { toolError } from ENTRY; export const f = (e) => [${constructors}];`],
  "constructors, boundary, classifier": [
    6656,
    `import { toolError, classifyError, withToolErrors } from ENTRY; export const f = (e) => [${constructors}, toolError.from(e), classifyError(e), withToolErrors(e)];`,
  ],
  everything: [12288, `export * from ENTRY;`],
};

/** Sizes by case: `{ minified, gzip, limit }` in bytes. */
export async function measure() {
  const folder = mkdtempSync(join(fileURLToPath(new URL("..", import.meta.url)), ".size-"));
  try {
    const sizes = {};
    for (const [name, [limit, code]] of Object.entries(CASES)) {
      const input = join(folder, "entry.ts");
      writeFileSync(input, code.replace("ENTRY", JSON.stringify(entry)));
      const bundle = await rolldown({ input });
      const { output } = await bundle.generate({ minify: true });
      await bundle.close();
      sizes[name] = { minified: output[0].code.length, gzip: gzipSync(output[0].code, { level: 9 }).length, limit };
    }
    return sizes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = await measure();
  console.table(sizes);
  if (Object.values(sizes).some(({ gzip, limit }) => gzip > limit)) process.exitCode = 1;
}
