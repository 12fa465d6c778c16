import type { State } from "./state.js";
import { written, type Source, type Value } from "./values.js";

/** How deep a value is written out. */
const MAX_DEPTH = 5;

function showSource(source: Source): string {
  switch (source.kind) {
    case "operation":
      return source.operation.name;
    case "failure":
      return `${source.part} of the failure of ${source.failure.operation.name}`;
    default:
      return source.kind;
  }
}

/** A value for people: what is constant as it is written, what comes from elsewhere in angle brackets. */
export function show(value: Value, state: State, depth = MAX_DEPTH): string {
  if (depth <= 0) return "…";
  const inner = (one: Value): string => show(one, state, depth - 1);
  switch (value.kind) {
    case "constant":
      return written(value.value);
    case "text":
      return `\`${value.parts.map((part) => (typeof part === "string" ? part : `\${${inner(part)}}`)).join("")}\``;
    case "json":
      return `JSON(${inner(value.of)})`;
    case "reference": {
      const object = state.object(value);
      const more = object.open ? [`…${object.sources.map(showSource).join(", ")}`] : [];
      if (object.kind === "list") return `[${[...object.items.map(inner), ...more].join(", ")}]`;
      return `${object.brand ?? ""}{ ${[...[...object.fields].map(([name, field]) => `${name}: ${inner(field)}`), ...more].join(", ")} }`;
    }
    case "function":
    case "class":
      return `<${value.kind}>`;
    case "builtin":
      return `<${value.name}>`;
    case "library":
      return `<${value.module} ${value.path.join(".")}>`;
    case "promise": {
      const { state: settled } = state.promise(value);
      if (settled.settled === "pending") return `<promise of ${settled.operation.name}>`;
      return settled.settled === "never"
        ? "<promise that never settles>"
        : `<${settled.settled} promise: ${inner(settled.value)}>`;
    }
    case "error":
      return `<failure of ${value.failure.operation.name}>`;
    case "derived":
      return `<${value.sources.map(showSource).join(", ") || "unknown"}>`;
    case "union":
      return value.of.map(inner).join(" | ");
  }
}
