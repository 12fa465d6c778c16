import { rules } from "../../../rules/index.js";
import type { Model } from "../../analysis/model.js";
import type { Finding } from "../../create-rule.js";
import { namedOnce } from "../../lacks.js";
import { Directives } from "../../lint/directives.js";
import { ancestors, isFunction, type Node } from "../../syntax/tree.js";

export interface RuleFinding extends Finding<string> {
  readonly node: Node;
  /** Without the namespace. */
  readonly ruleId: string;
}

const found = new WeakMap<Model, Map<string, readonly RuleFinding[]>>();

/**
 * What rules report of a file when they run together, with their default options unless others are given. Each runs once for a
 * model and options.
 */
export function findingsOf(model: Model, ruleIds: readonly string[], options: object = {}): RuleFinding[] {
  const { file } = model;
  const { settings } = new Directives(file.text.includes("eslint") ? file.comments() : [], file.lines);
  const isOff = ({ ruleId }: RuleFinding): boolean => settings.get(`mcp-errors/${ruleId}`)?.severity === 0;
  const findings = foundBy(model, ruleIds, options);
  // Of what a rule that is turned off would name, another one has to speak.
  return findings.flatMap((finding) =>
    isOff(finding)
      ? finding
      : namedOnce(
          [finding],
          findings.filter((other) => !isOff(other)),
        ),
  );
}

function foundBy(model: Model, ruleIds: readonly string[], options: object): RuleFinding[] {
  const ofModel = found.get(model) ?? new Map<string, readonly RuleFinding[]>();
  found.set(model, ofModel);
  return ruleIds.flatMap((ruleId) => {
    const key = `${ruleId} ${JSON.stringify(options)}`;
    let findings = ofModel.get(key);
    if (!findings) {
      // Edits are made in this file: what stands in a followed import is that file's.
      findings = [...(rules[ruleId]?.find(model, options) ?? [])].flatMap(({ node, ...finding }) =>
        isNodeOf(node, model.file.ast) && !isOfRoute(node, model) ? [{ ...finding, node, ruleId }] : [],
      );
      ofModel.set(key, findings);
    }
    return findings;
  });
}

/** What a function answers a request of HTTP with is no tool's: its clients read statuses. */
function isOfRoute(node: Node, { reached }: Model): boolean {
  for (const fn of [node, ...ancestors(node)]) {
    if (!isFunction(fn)) continue;
    if (reached.has(fn)) return false;
    if (fn.params.some(isReply)) return true;
  }
  return false;
}

const REPLY_TYPE = /^(?:\w*Response|FastifyReply)$/u;

/** `res: Response`, `reply: FastifyReply` */
function isReply(parameter: Node): boolean {
  if (parameter.type !== "Identifier" || !/^_*(?:res|reply)$/u.test(parameter.name)) return false;
  const type = parameter.typeAnnotation?.typeAnnotation;
  if (type?.type !== "TSTypeReference") return false;
  const { typeName } = type;
  const name =
    typeName.type === "TSQualifiedName" ? typeName.right.name : typeName.type === "Identifier" ? typeName.name : "";
  return REPLY_TYPE.test(name);
}

/** False for a node of a followed import, and for a comment. */
function isNodeOf(node: Finding<string>["node"], program: Node): node is Node {
  if (node.type === "Block" || node.type === "Line") return false;
  let top: Node = node;
  for (const up of ancestors(node)) top = up;
  return top === program;
}
