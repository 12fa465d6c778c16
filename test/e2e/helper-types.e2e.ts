import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TempProject } from "./support/project.js";

/** The oldest that reads the types (`infer … extends`), and what came after. */
const COMPILERS = {
  "typescript-4-7": "npm:typescript@4.7.4",
  "typescript-5-0": "npm:typescript@5.0.4",
  "typescript-5-9": "npm:typescript@5.9.3",
  "typescript-7": "npm:typescript@7.0.2",
};

const USE = `import { defineErrorCodes, readToolError, toolError, toolFailure, withToolErrors, type ErrorCodeOf } from "mcp-tool-errors";
import { toolErrorSchema } from "mcp-tool-errors/testing";

export const handler = withToolErrors(async (id: number) =>
  id ? id : toolError.validation({ description: "Zero is no id." }),
);
export const schema = toolErrorSchema("compact");
export const category = readToolError(1)?.payload.errorCategory;
export const codes = defineErrorCodes({
  BUSY: { category: "transient", retryAfterSeconds: 1, description: "Busy." },
  OVER_LIMIT: { category: "business" },
});
export const code: ErrorCodeOf<typeof codes> = "BUSY";
codes.error("BUSY");

// @ts-expect-error -- the wait is missing
toolError.transient({ description: "Busy." });
// @ts-expect-error -- the message for the customer is missing
toolFailure.business({ description: "Over the limit." });
// @ts-expect-error -- a terminal category is never retryable
toolError.validation({ description: "Wrong.", isRetryable: true });
// @ts-expect-error -- fields are missing
codes.error("OVER_LIMIT");
// @ts-expect-error -- an unknown code
codes.error("OTHER");
// @ts-expect-error -- the same as a type
export const other: ErrorCodeOf<typeof codes> = "OTHER";
`;

const STRICT = "--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2021 --lib es2021".split(
  " ",
);

describe("the types of the packed helper", () => {
  const project = new TempProject();
  beforeAll(() => {
    project.install({ "mcp-tool-errors": inject("tarballs").helper, ...COMPILERS }).write("use.ts", USE);
  });
  afterAll(() => project.remove());

  it.each(Object.keys(COMPILERS))("%s", (compiler) => {
    const { code, out, err } = project.node([
      `node_modules/${compiler}/bin/tsc`,
      ...STRICT,
      ...["--module", "node16", "--moduleResolution", "node16", "use.ts"],
    ]);
    expect(out + err).toBe("");
    expect(code).toBe(0);
  });
});
