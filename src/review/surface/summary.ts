import type { SeenAs, SurfaceSummary, SurfaceTool } from "./types.js";

/** Counts over all tools. A finding that several exits share counts once. */
export function summaryOf(files: number, tools: readonly SurfaceTool[]): SurfaceSummary {
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
  const findings = new Set(exits.flatMap((exit) => exit.findings.map((finding) => JSON.stringify(finding))));
  return {
    files,
    tools: tools.length,
    exits: exits.length,
    failures: failures.length,
    failuresSeenAs,
    findings: findings.size,
  };
}
