import path from "node:path";
import type { TSESTree } from "@typescript-eslint/types";
import { givesReason } from "../../contract/lexicon.js";
import { lastName } from "../../syntax/names.js";
import { ancestors, contains, isFunction, type Node } from "../../syntax/tree.js";
import type { RouteExit } from "../exits/route-exits.js";
import type { File } from "../file.js";
import type { RecordObject } from "../flow/values.js";
import { pathsOf } from "../tools/routes.js";

/** A failure that a route sends with a status of success. */
export interface SentFailure {
  readonly exit: RouteExit;
  /** The object that is sent, if it is one. */
  readonly body: RecordObject | undefined;
  /** All answers of the routes that run through the same file. */
  readonly others: readonly RouteExit[];
}

/** Why a failure may travel with a status of success. */
export interface AnswerExemption {
  readonly id: string;
  readonly when: (sent: SentFailure) => boolean;
  /** What is exempt, for the rule's page. */
  readonly describes: string;
  readonly example: string;
  /** Code that looks alike and is not exempt. */
  readonly counterExample: string;
}

const NO_TOOL = /(?:^|[\\/])(?:(?:web-?)?hooks?|oauth2?|dashboard[^\\/]*|admin)(?:[\\/]|\.\w+$|$)/iu;
const HEALTH =
  /(?:^|[\\/])(?:health(?:z|[-_]?checks?)?|(?:ready|live)(?:z|ness)?|readiness|heartbeat|ping)(?:[\\/](?:ready|live|check|route|index))?(?:\.\w+)?$/iu;

/** A path that no tool asks for: such a route need not be run at all. */
export function isForNoTool(given: string): boolean {
  return NO_TOOL.test(given) || HEALTH.test(given);
}

/** The paths under which a route is asked: of its registration, of its file, and of the tests on the way to the answer. */
function pathsTo({ route, file, answer, conditions }: RouteExit): string[] {
  const tested = conditions.flatMap(({ other, holds, subject }) => {
    // `url.startsWith("/hooks")`
    const key =
      subject.kind === "derived" ? /\.(?:startsWith|endsWith|includes)\((\/.*)\)$/u.exec(subject.key ?? "") : null;
    const compared = other?.kind === "constant" && typeof other.value === "string" ? other.value : key?.[1];
    return holds && compared?.startsWith("/") ? [compared] : [];
  });
  return [...pathsOf(route, file), pathInPackage(file), pathInPackage(answer.made.file), ...tested];
}

/** What stands above the package is no part of the project. */
export function pathInPackage({ filename, project }: File): string {
  const root = project.packages.of(filename)?.directory;
  return root === undefined ? path.basename(filename) : filename.slice(root.length);
}

const pages = new WeakMap<File, boolean>();

function servesPage(file: File): boolean {
  let serves = pages.get(file);
  if (serves === undefined) pages.set(file, (serves = file.index.calls.some(sendsPage)));
  return serves;
}

function sendsPage({ callee, arguments: given }: TSESTree.CallExpression): boolean {
  const name = lastName(callee) ?? "";
  if (/^(?:static|serveStatic)$/u.test(name)) return true;
  return /^(?:sendFile|readFile(?:Sync)?|createReadStream|file)$/u.test(name) && given.some(namesPage);
}

/** `"index.html"`, also in `join(root, "index.html")`. */
function namesPage(node: Node): boolean {
  return contains(node, (part) => part.type === "Literal" && /\.html?$/iu.test(String(part.value)));
}

function hasReason({ isStatusWritten, answer: { made } }: RouteExit): boolean {
  if (!isStatusWritten) return false;
  const clause = ancestors(made.node).find((up) => up.type === "CatchClause" || isFunction(up));
  return clause !== undefined && made.file.commentsInside(clause).some(({ value }) => givesReason(value));
}

/** The exemptions, first to last: each one with what it exempts, and what looks alike and is reported. */
export const ANSWER_EXEMPTIONS: readonly AnswerExemption[] = [
  {
    id: "protocol",
    describes: "JSON-RPC errors and results of tools: their own status is in the body",
    when: ({ body }) => body !== undefined && (body.fields.has("jsonrpc") || body.fields.has("content")),
    example:
      'app.get("/mcp", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ jsonrpc: "2.0", id: 1, error: { code: -32603 } }); } });',
    counterExample:
      'app.get("/run", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ id: 1, error: { code: 7 } }); } });',
  },
  {
    id: "no-tool",
    describes:
      "Routes that no tool calls, by the path of the route or the file: web hooks, sign-in, dashboards, administration",
    when: ({ exit }) => pathsTo(exit).some((one) => NO_TOOL.test(one)),
    example:
      'app.get("/webhooks/shop", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
    counterExample:
      'app.get("/shop", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
  },
  {
    id: "health",
    describes: "The state of the server, for whoever watches it",
    when: ({ exit }) => pathsTo(exit).some((one) => HEALTH.test(one)),
    example:
      'app.get("/healthz", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
    counterExample:
      'app.get("/health/records", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
  },
  {
    id: "page",
    describes: "Routes beside a page that the same file serves: the page reads the body",
    when: ({ exit }) => servesPage(exit.file) || servesPage(exit.answer.made.file),
    example:
      'app.use(express.static("public")); app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
    counterExample:
      'app.use(express.json()); app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { res.json({ ok: false }); } });',
  },
  {
    id: "reason",
    describes: "A written status of success with a comment that gives the reason",
    when: ({ exit }) => hasReason(exit),
    example:
      'app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { /* the gateway drops the body of every other status */ res.status(200).json({ ok: false }); } });',
    counterExample:
      'app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { /* TODO */ res.status(200).json({ ok: false }); } });',
  },
  {
    id: "both",
    describes: "A written status of success beside a 4xx or 5xx for other failures: the author knows the difference",
    when: ({ exit, others }) =>
      exit.isStatusWritten &&
      others.some(
        (other) =>
          other.isStatusWritten &&
          (other.status ?? 0) >= 400 &&
          other.failures.length > 0 &&
          other.answer.made.file === exit.answer.made.file &&
          (other.route === exit.route || !exit.isForAll),
      ),
    example:
      'app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { if (stale) return res.status(200).json({ ok: false }); res.status(502).json({ ok: false }); } });',
    counterExample:
      'app.get("/orders", async (req, res) => { try { res.json(await load(req)); } catch { if (stale) return res.json({ ok: false }); res.status(502).json({ ok: false }); } });',
  },
  {
    id: "verdict",
    describes: "What a check has found out",
    when: ({ body, exit }) =>
      exit.failures.length === 0 &&
      [...(body?.fields.keys() ?? [])].some((name) =>
        /^(?:is_?)?(?:valid|available|allowed|connected|running|authenticated|exists|found)$|^passed$|^compliant$/iu.test(
          name,
        ),
      ),
    example: 'app.get("/dates", (req, res) => { res.json({ valid: false, error: "The date has no year." }); });',
    counterExample:
      'app.get("/dates", (req, res) => { res.json({ success: false, error: "The date has no year." }); });',
  },
];
