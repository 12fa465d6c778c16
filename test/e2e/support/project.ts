import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A fresh project outside this repository. */
export class TempProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "mcp-errors-e2e-")));

  /** @param dependencies name → version or path of a tarball */
  install(dependencies: Readonly<Record<string, string>>): this {
    const entries = Object.entries(dependencies).map(([name, version]) => [
      name,
      version.startsWith("/") ? `file:${version}` : version,
    ]);
    this.write(
      "package.json",
      JSON.stringify({
        name: "user",
        private: true,
        type: "module",
        dependencies: Object.fromEntries(entries) as object,
      }),
    );
    execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: this.root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return this;
  }

  write(name: string, content: string): this {
    const file = join(this.root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }

  /** Runs a script with this Node. */
  node(args: readonly string[], env: Readonly<Record<string, string>> = {}): Outcome {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:NO_COLOR|FORCE_COLOR|VITEST.*|NODE_OPTIONS|npm_.*)$/u.test(name),
      ),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
      cwd: this.root,
      env: { ...inherited, ...env },
      encoding: "utf8",
    });
    return { code: status, out: stdout, err: stderr };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
