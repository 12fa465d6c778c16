import { literalProperty } from "../syntax/names.js";
import { unwrap } from "../syntax/tree.js";
import type { File } from "./file.js";
import type { Tool } from "./tools/index.js";
import { constantOf, objectShape, rootEnv } from "./values.js";

/** Verbs of tools that do another thing each time they run; `update`, `set` and `delete` end in the same state. */
const WRITING_VERB =
  /(?:^|[_\-.\s/])(?:create|add|send|post|insert|append|submit|charge|pay|refund|transfer|book|purchase|buy|publish|reply|comment|upload|trigger|increment)(?:$|[_\-.\s/])/iu;

/** Running the tool twice is not the same as running it once: by its annotations, else by the verb in its name. */
export function isWriteTool(tool: Tool | undefined, file: File): boolean {
  if (!tool) return false;
  const stated = annotationsOf(tool, file);
  if (stated.readOnlyHint === true || stated.idempotentHint === true) return false;
  if (stated.idempotentHint === false && stated.readOnlyHint === false) return true;
  return WRITING_VERB.test((tool.name ?? "").replace(/([a-z])([A-Z])/gu, "$1_$2"));
}

interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly idempotentHint?: boolean;
}

function annotationsOf({ description, registration }: Tool, file: File): Annotations {
  const env = rootEnv(file);
  const objects = [
    description,
    ...(registration.type === "CallExpression" ? registration.arguments.map(unwrap) : []),
  ].filter((node) => node?.type === "ObjectExpression");
  for (const object of objects) {
    const annotations = literalProperty(object, "annotations");
    const shape = objectShape({ node: annotations ? annotations.value : object, env });
    const hint = (name: string): boolean | undefined => {
      const value = shape?.fields.get(name);
      const constant = value && constantOf(value);
      return typeof constant === "boolean" ? constant : undefined;
    };
    const [readOnlyHint, idempotentHint] = [hint("readOnlyHint"), hint("idempotentHint")];
    if (readOnlyHint !== undefined || idempotentHint !== undefined)
      return {
        ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
        ...(idempotentHint === undefined ? {} : { idempotentHint }),
      };
  }
  return {};
}
