import { summaryOf } from "../../src/review/surface/summary.js";
import { SURFACE_VERSION, type Exit, type Surface, type SurfaceTool } from "../../src/review/surface/types.js";

const PLACE = { file: "src/orders.ts", line: 12, column: 3, endLine: 12 };

/** An exit of which nothing is told but what is given. */
export function exit(fields: Partial<Exit> = {}): Exit {
  return {
    outcome: "failure",
    seenAs: "error-result",
    trigger: { kind: "caught", label: "any failure of api.get()", statuses: [], condition: null, source: "api.get()" },
    category: null,
    retryable: null,
    waitSeconds: null,
    code: null,
    complete: true,
    message: null,
    instead: null,
    place: PLACE,
    via: [],
    findings: [],
    ...fields,
  };
}

export const SUCCESS = exit({
  outcome: "success",
  seenAs: "result",
  trigger: { kind: "always", label: "all went well", statuses: [], condition: null, source: null },
});
export const EMPTY = exit({
  outcome: "empty",
  seenAs: "result",
  trigger: {
    kind: "empty-list",
    label: "orders.length === 0",
    statuses: [],
    condition: "orders.length === 0",
    source: null,
  },
});
export const LIMITED = exit({
  category: "transient",
  retryable: true,
  waitSeconds: 30,
  code: "RATE_LIMITED",
  message: "Wait.",
});
export const REFUSED = exit({ category: "permission", retryable: false, message: "No scope." });
export const HIDDEN = exit({
  seenAs: "hidden",
  instead: "[]",
  findings: [
    {
      rule: "mcp-errors/no-swallowed-error",
      message: "This failure becomes `[]`.",
      file: "src/orders.ts",
      line: 12,
      column: 3,
    },
  ],
});

export function surfaceTool(
  name: string | null,
  exits: readonly Exit[],
  fields: Partial<SurfaceTool> = {},
): SurfaceTool {
  return {
    id: `src/orders.ts#${name ?? "?"}`,
    name,
    place: { ...PLACE, line: 8 },
    framework: { name: "sdk-v1", certain: true },
    handler: PLACE,
    exits,
    findings: [],
    ...fields,
  };
}

export function surfaceWith(tools: readonly SurfaceTool[], findings: Surface["findings"] = []): Surface {
  return { version: SURFACE_VERSION, summary: summaryOf(1, tools, findings), tools, findings };
}

/** As many tools as asked, each with an exit of every kind that is common. */
export function bigSurface(tools: number): Surface {
  return surfaceWith(
    Array.from({ length: tools }, (_tool, index) =>
      surfaceTool(`tool_${index}`, [
        SUCCESS,
        EMPTY,
        LIMITED,
        REFUSED,
        HIDDEN,
        exit({ seenAs: "unknown", complete: false }),
      ]),
    ),
  );
}
