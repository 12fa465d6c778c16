// Checked by the compiler only, in a program of its own: registered codes bind every errorCode argument.
import { defineErrorCodes, toolError } from "mcp-tool-errors";

export const codes = defineErrorCodes({ BAD_DATE: { category: "validation" }, LATE: { category: "transient" } });

declare module "mcp-tool-errors" {
  interface ToolErrorRegister {
    codes: typeof codes;
  }
}

toolError.validation({ description: "The date is wrong.", errorCode: "BAD_DATE" });
// @ts-expect-error -- the code is not in the catalogue
toolError.validation({ description: "The date is wrong.", errorCode: "BAD_DATES" });
