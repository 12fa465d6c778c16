import type { TSESTree } from "@typescript-eslint/types";
import { functionName, keyName } from "../../syntax/names.js";
import { enclosingFunction, isFunction, unwrap } from "../../syntax/tree.js";
import { answersCall } from "./tool-answers.js";
import { resolve, rootEnv } from "../values/values.js";
import { genericFramework, isFrameworkCertain, type FileContext } from "./context.js";
import { handlerFunctions } from "./handler-functions.js";
import { HANDLER_KEYS } from "./shapes.js";
import type { Tool } from "./tool.js";

/** Names of tables from which a dispatcher takes the handler … */
const TABLE = /dispatch|(?:tools|handlers|executors|registry|actions|functions|(?:tool|handler)_?(?:map|table))$/iu;
/** … and of tables that answer something else. */
const OTHER_TABLE = /resource|prompt|route|event|error|middleware|notification|mock|render|format/iu;

const IS_DATA = /^(?:Object|Array)Expression$|Literal$/u;

/** The name under which an object is kept: of a variable, a field of a class, or the function that gives it. */
function holderName(object: TSESTree.ObjectExpression): string | undefined {
  let up: TSESTree.Node = object.parent;
  while (up.type === "TSAsExpression" || up.type === "TSSatisfiesExpression") up = up.parent;
  if (up.type === "VariableDeclarator") return up.id.type === "Identifier" ? up.id.name : undefined;
  if (up.type === "ReturnStatement") {
    const fn = enclosingFunction(up);
    return fn && functionName(fn);
  }
  return up.type === "PropertyDefinition" ? keyName(up.key, up.computed) : undefined;
}

/** `const HANDLERS = { get_order: async (args) => …, … }`: a dispatcher, here or in another file, calls one by its name. */
export function tableTools(object: TSESTree.ObjectExpression, context: FileContext): Tool[] {
  if (object.properties.length === 0) return [];
  const name = holderName(object);
  if (name === undefined || !TABLE.test(name) || OTHER_TABLE.test(name)) return [];
  const { file } = context;
  const framework = genericFramework(context);
  let answering = 0;
  const tools: Tool[] = [];
  for (const property of object.properties) {
    if (property.type === "SpreadElement") continue;
    const key = keyName(property.key, property.computed);
    const value = unwrap(property.value);
    if (key === undefined || IS_DATA.test(value.type) || (HANDLER_KEYS as readonly string[]).includes(key)) return [];
    const target = resolve({ node: value, env: rootEnv(file) });
    const { functions } = handlerFunctions(value, file);
    if (functions.length === 0 && !isFunction(target.node)) continue;
    const [own] = functions;
    if (own ? answersCall(own, file) : isFunction(target.node) && answersCall(target.node, target.env.file))
      answering++;
    tools.push({
      name: key,
      framework,
      registration: property,
      functions,
      description: undefined,
      wrapped: true,
      certain: isFrameworkCertain(context, framework),
    });
  }
  // A table of anything else has no function that makes a tool result, or one by chance.
  return answering * 2 >= tools.length ? tools : [];
}
