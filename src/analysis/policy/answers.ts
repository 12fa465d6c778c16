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
function pathInPackage({ filename, project }: File): string {
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
    describes: "A JSON-RPC error and the result of a tool travel with 200: their own status is in the body by design.",
    when: ({ body }) => body !== undefined && (body.fields.has("jsonrpc") || body.fields.has("content")),
    example: 'res.json({ jsonrpc: "2.0", id: null, error: { code: -32603, message: "The index is down." } });',
    counterExample: 'res.json({ error: { code: -32603, message: "The index is down." } });',
  },
  {
    id: "no-tool",
    describes:
      "Routes that no tool calls, by their path or that of the file: the sender of a web hook repeats it until it gets a 2xx; pages of a sign-in, a dashboard or an administration ask their own server, and read the body.",
    when: ({ exit }) => pathsTo(exit).some((one) => NO_TOOL.test(one)),
    example: 'app.post("/hooks/orders", (req, res) => { res.json({ ok: false, error: "The order is unknown." }); });',
    counterExample: 'app.post("/orders", (req, res) => { res.json({ ok: false, error: "The order is unknown." }); });',
  },
  {
    id: "health",
    describes: "The state of the server: whoever watches it reads the body, and the 200 says that it answers at all.",
    when: ({ exit }) => pathsTo(exit).some((one) => HEALTH.test(one)),
    example: 'app.get("/healthz", (req, res) => { res.json({ ok: false, error: "The database is down." }); });',
    counterExample:
      'app.get("/health/records", (req, res) => { res.json({ ok: false, error: "The database is down." }); });',
  },
  {
    id: "page",
    describes:
      "Routes beside a page that the same file serves (`express.static`, `serveStatic`, a file that ends in `.html`): that page asks them again and again, and reads the body.",
    when: ({ exit }) => servesPage(exit.file) || servesPage(exit.answer.made.file),
    example:
      'app.use(express.static("public")); app.get("/state", (req, res) => { res.json({ ok: false, error: "Down." }); });',
    counterExample:
      'app.use(express.json()); app.get("/state", (req, res) => { res.json({ ok: false, error: "Down." }); });',
  },
  {
    id: "reason",
    describes: "A status of success that is written out, with a comment that gives the reason.",
    when: ({ exit }) => hasReason(exit),
    example:
      'res.status(200).json({ error: "No answer." }); // The gateway drops every other status, and the body with it.',
    counterExample: 'res.status(200).json({ error: "No answer." }); // TODO',
  },
  {
    id: "both",
    describes:
      "A status of success that is written out, where other failures of the file's routes are sent with 4xx or 5xx: the author knows the difference. One handler for all errors is judged by its own answers.",
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
      'if (isStale) return res.status(200).json({ ok: false, error: "Stale." }); return res.status(502).json({ error: "Down." });',
    counterExample:
      'if (isStale) return res.json({ ok: false, error: "Stale." }); return res.status(502).json({ error: "Down." });',
  },
  {
    id: "verdict",
    describes: "What a check has found out is an answer: `{ valid: false, error }`.",
    when: ({ body, exit }) =>
      exit.failures.length === 0 &&
      [...(body?.fields.keys() ?? [])].some((name) =>
        /^(?:is_?)?(?:valid|available|allowed|connected|running|authenticated|exists|found)$|^passed$|^compliant$/iu.test(
          name,
        ),
      ),
    example: 'app.post("/dates", (req, res) => { res.json({ valid: false, error: "The date has no year." }); });',
    counterExample:
      'app.post("/dates", (req, res) => { res.json({ success: false, error: "The date has no year." }); });',
  },
];
