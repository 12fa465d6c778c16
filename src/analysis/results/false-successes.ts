import path from "node:path";
import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf } from "../../contract/categories.js";
import { givesReason } from "../../contract/lexicon.js";
import { calleeName, lastName } from "../../syntax/names.js";
import { ancestors, contains, enclosingFunction, isFunction, type Node } from "../../syntax/tree.js";
import { hasFailureFlag } from "./answers.js";
import { callsInFile } from "../values/calls.js";
import { fieldsOfContract, type ContractField } from "./contract-fields.js";
import type { File } from "../file.js";
import { setsStatusAround, type HttpAnswer } from "./http-answers.js";
import { constantOf, rootEnv, type ObjectShape } from "../values/values.js";

/** A JSON-RPC error and a tool's result travel with 200: their status is in the body by design. */
function hasOwnStatus({ fields }: ObjectShape): boolean {
  return fields.has("jsonrpc") || fields.has("content");
}

/** The body says of itself which kind of failure it is: no route answers so when all went well. */
function statesFailure(fields: readonly ContractField[]): boolean {
  if (!fields.some(({ concept }) => concept === "retryable")) return false;
  return fields.some(({ name, value }) => {
    const stated = /^(?:error_?category|bucket)$/iu.test(name) ? constantOf(value) : undefined;
    return typeof stated === "string" && categoryOf(stated) !== undefined;
  });
}

/**
 * Routes that no tool calls. The sender of a web hook repeats it until it gets a 2xx; pages of a sign-in, a dashboard or an
 * administration ask their own server, and read the body.
 */
const NO_TOOL = /(?:^|[\\/])(?:(?:web-?)?hooks?|oauth2?|dashboard[^\\/]*|admin)(?:[\\/]|\.\w+$|$)/iu;

/** Whoever watches the server asks these, and reads its state from the body: the 200 says that it answers at all. */
const HEALTH =
  /(?:^|[\\/])(?:health(?:z|[-_]?checks?)?|(?:ready|live)(?:z|ness)?|readiness|heartbeat|ping)(?:[\\/](?:ready|live|check|route|index))?(?:\.\w+)?$/iu;

function isNoTools(route: string): boolean {
  return NO_TOOL.test(route) || HEALTH.test(route);
}

function isForNoTool(node: Node, file: File): boolean {
  for (const up of ancestors(node)) {
    const call = isFunction(up) ? up.parent : undefined;
    const [first] = call?.type === "CallExpression" && call.callee !== up ? call.arguments : [];
    const route = first && constantOf({ node: first, env: rootEnv(file) });
    if (typeof route === "string" && isNoTools(route)) return true;
    // `if (req.url === "/healthz") …`, `case "/healthz":`
    const test = up.type === "IfStatement" || up.type === "SwitchCase" ? up.test : null;
    if (test && contains(test, (part) => isRoute(part) && isNoTools(part.value))) return true;
  }
  return false;
}

function isRoute(node: Node): node is TSESTree.StringLiteral {
  return node.type === "Literal" && typeof node.value === "string" && node.value.startsWith("/");
}

/**
 * `app.use(express.static("public"))`, `res.end(readFileSync("public/index.html"))`: the routes beside it are those of that
 * page, which asks them again and again, and reads the body.
 */
function servesPage(file: File): boolean {
  return file.index.calls.some(({ callee, arguments: given }) => {
    const name = lastName(callee) ?? "";
    if (/^(?:static|serveStatic)$/u.test(name)) return true;
    return /^(?:sendFile|readFile(?:Sync)?|createReadStream|file)$/u.test(name) && given.some(namesPage);
  });
}

/** `"index.html"`, also in `join(root, "index.html")`. */
function namesPage(path: Node): boolean {
  return contains(path, (part) => part.type === "Literal" && /\.html?$/iu.test(String(part.value)));
}

/** What stands above the package is no part of the project. */
function pathInPackage({ filename, project }: File): string {
  const root = project.packages.of(filename)?.directory;
  return root === undefined ? path.basename(filename) : filename.slice(root.length);
}

/** A status of success that is written out, with words on why or beside others that say failure: the answer is meant. */
function isMeant({ node }: HttpAnswer, answers: readonly HttpAnswer[], file: File): boolean {
  if (
    answers.some(({ status = 0, isStatusWritten, node: other }) => isStatusWritten && status >= 400 && isInCatch(other))
  )
    return true;
  const clause = ancestors(node).find((up) => up.type === "CatchClause" || isFunction(up));
  return clause !== undefined && file.commentsInside(clause).some(({ value }) => givesReason(value));
}

/** The answer is given because something was caught. */
function isInCatch(node: Node): boolean {
  for (const up of ancestors(node)) {
    if (up.type === "CatchClause") return true;
    if (isFunction(up)) {
      const call = up.parent;
      return call.type === "CallExpression" && calleeName(call) === "catch" && call.callee !== up;
    }
  }
  return false;
}

/** The calls of the function that answers, where it has a name: `fail(res, error)`. */
function callsOfSender({ node }: HttpAnswer, file: File): TSESTree.CallExpression[] {
  const fn = enclosingFunction(node);
  return fn ? callsInFile(fn, file) : [];
}

/** `res.status(502); fail(res, error)`: the caller has set the status before. */
function setsStatusBefore(call: TSESTree.CallExpression, { node, response }: HttpAnswer): boolean {
  if (response === undefined) return false;
  const parameters = enclosingFunction(node)?.params ?? [];
  const at = parameters.findIndex((parameter) => parameter.type === "Identifier" && parameter.name === response);
  if (at < 0) return setsStatusAround(call, response);
  const given = call.arguments[at];
  return given?.type !== "Identifier" || setsStatusAround(call, given.name);
}

/** Answers of the project's own HTTP routes that report a failure under a status of success. */
export function falseSuccesses(answers: readonly HttpAnswer[], file: File): HttpAnswer[] {
  if (isNoTools(pathInPackage(file)) || servesPage(file)) return [];
  return answers.filter((answer) => {
    const { node, body, status, isStatusWritten } = answer;
    if (!body || status === undefined || status >= 300 || hasOwnStatus(body)) return false;
    if (isStatusWritten && isMeant(answer, answers, file)) return false;
    const fields = fieldsOfContract(body);
    if (fields.length === 0 && !hasFailureFlag(body)) return false;
    const calls = callsOfSender(answer, file);
    if (calls.some((call) => setsStatusBefore(call, answer))) return false;
    return [node, ...calls].some((place) => (statesFailure(fields) || isInCatch(place)) && !isForNoTool(place, file));
  });
}
