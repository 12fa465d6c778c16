import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { main } from "../../src/cli/index.js";

const SERVER = path.resolve(import.meta.dirname, "../../test/servers/sdk-v1");

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A good handler made bad, a helper that loses a field, and a new tool. */
export const EDITS: readonly Edit[] = [
  {
    file: "src/tools/changes.ts",
    from: "        return fromApiError(error, `Cancelling order ${orderId}`);\n",
    to: "        return json([]);\n",
  },
  {
    file: "src/errors.ts",
    from: "      retryAfterSeconds: error.retryAfterSeconds ?? 10,\n",
    to: "",
  },
  {
    file: "src/tools/records.ts",
    from: "export function registerRecordTools(server: McpServer, { api }: Deps): void {\n",
    to: `export function registerRecordTools(server: McpServer, { api }: Deps): void {
  server.registerTool(
    "order_receipt",
    { description: "Address of the receipt of an order.", inputSchema: { orderId: z.string() } },
    async ({ orderId }) => {
      try {
        return json({ receipt: (await api.getInvoice(orderId)).pdfUrl });
      } catch (error) {
        return { content: [{ type: "text", text: \`Error: \${String(error)}\` }] };
      }
    },
  );

`,
  },
];

/** Nothing of the machine's own configuration, and the same commits in every run. */
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  // After each commit git would start a process that looks for something to pack.
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "Ada"],
      [`GIT_${who}_EMAIL`, "ada@example.com"],
      [`GIT_${who}_DATE`, "2026-01-01T00:00:00Z"],
    ]),
  ),
};

/** Makes a repository of the example server in `root`, with `main` and a branch `pull-request` that is checked out. */
export function makePullRequest(root: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync("git", args, { cwd: root, env: ENVIRONMENT, stdio: "pipe" });
  };
  cpSync(SERVER, path.join(root, "src"), { recursive: true });
  rmSync(path.join(root, "src/expected.json"));
  const manifest = { name: "orders-back-office", dependencies: { "@modelcontextprotocol/sdk": "1.32.2" } };
  writeFileSync(path.join(root, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "The server as it is");
  git("checkout", "-q", "-b", "pull-request");
  for (const { file, from, to } of EDITS) {
    const text = readFileSync(path.join(root, file), "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not hold once:\n${from}`);
    writeFileSync(
      path.join(root, file),
      text.replace(from, () => to),
    );
  }
  git("commit", "-q", "-a", "-m", "Offer receipts");
}

/** The comment of `mcp-errors review` on the scripted pull request, as it is posted. */
export async function pullRequestComment(): Promise<string> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "mcp-errors-pull-request-")));
  try {
    makePullRequest(root);
    let comment = "";
    await main(["review", "--base", "main"], {
      cwd: root,
      out: (text) => (comment += text),
      err: () => undefined,
      color: false,
    });
    return comment;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
