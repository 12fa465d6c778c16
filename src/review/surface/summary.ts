import type { ExitFinding, SeenAs, SurfaceSummary, SurfaceTool } from "./types.js";

/** Counts over all tools. A finding that several exits or tools share counts once. */
export function summaryOf(
  files: number,
  tools: readonly SurfaceTool[],
  others: readonly ExitFinding[],
): SurfaceSummary {
  const failuresSeenAs: Record<SeenAs, number> = {
    result: 0,
    "error-result": 0,
    "converted-throw": 0,
    "ordinary-text": 0,
    hidden: 0,
    "protocol-error": 0,
    unknown: 0,
  };
  const exits = tools.flatMap((tool) => tool.exits);
  const failures = exits.filter(({ outcome }) => outcome === "failure");
  for (const { seenAs } of failures) failuresSeenAs[seenAs]++;
  const findings = [...exits, ...tools].flatMap((part) => part.findings);
  return {
    files,
    tools: tools.length,
    exits: exits.length,
    failures: failures.length,
    failuresSeenAs,
    findings: new Set([...findings, ...others].map((finding) => JSON.stringify(finding))).size,
  };
}
