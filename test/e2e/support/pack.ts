import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly tarballs: { readonly plugin: string; readonly cli: string; readonly helper: string };
  }
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Packs all packages once for all tests; `npm run test:e2e` has built them, but for the helper, which has a build of its own. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "mcp-errors-pack-"));
  const pack = (workspace: string): string => {
    const out = execFileSync(
      "npm",
      [
        "pack",
        "--json",
        "--ignore-scripts",
        "--pack-destination",
        folder,
        ...(workspace === "." ? [] : ["-w", workspace]),
      ],
      { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    // Newer versions of npm key the list by package.
    const [packed] = Object.values(JSON.parse(out) as Record<string, { filename: string }>);
    if (!packed) throw new Error(`npm packed nothing of ${workspace}`);
    return join(folder, packed.filename);
  };
  execFileSync("npm", ["run", "build", "-w", "mcp-tool-errors"], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  project.provide("tarballs", { plugin: pack("."), cli: pack("mcp-errors"), helper: pack("mcp-tool-errors") });
  return () => rmSync(folder, { recursive: true, force: true });
}
