import { printable } from "../../escape.js";
import type { Exit, Surface } from "../types.js";
import { gets } from "./words.js";

/** Fill colours that also tell apart in grey: the worse, the darker. */
function colorOf({ outcome, seenAs, retryable }: Exit): string {
  if (seenAs === "hidden" || seenAs === "protocol-error") return "#e5484d";
  if (seenAs === "ordinary-text") return "#f5a524";
  if (outcome === "failure") return retryable === true ? "#9ecbff" : "#d0d7de";
  return outcome === "empty" ? "#e6f4ea" : "#b7e4c7";
}

function quoted(text: string): string {
  return `"${printable(text).replace(/["\\]/gu, "\\$&")}"`;
}

/** A label of several lines; DOT's own escapes are taken literally in the text. */
function label(lines: readonly string[]): string {
  return `"${lines.map((line) => printable(line).replace(/["\\]/gu, "\\$&")).join("\\n")}"`;
}

/** The error surface as a graph in the DOT language of Graphviz: each tool with an edge to each of its exits. */
export function surfaceDot(surface: Surface): string {
  const lines = surface.tools.flatMap((tool, at) => {
    const node = `tool${at}`;
    const name = tool.name ?? "(no fixed name)";
    return [
      `  subgraph ${quoted(`cluster_${at}`)} {`,
      `    label=${quoted(`${tool.place.file}:${tool.place.line}`)};`,
      `    ${node} [label=${quoted(name)}, shape=box, style=bold];`,
      ...tool.exits.flatMap((exit, index) => {
        const target = `${node}_${index}`;
        const text = [gets(exit), ...(exit.code === null || exit.code === "dynamic" ? [] : [exit.code])];
        return [
          `    ${target} [label=${label(text)}, style=filled, fillcolor=${quoted(colorOf(exit))}];`,
          `    ${node} -> ${target} [label=${quoted(exit.trigger.label)}];`,
        ];
      }),
      "  }",
    ];
  });
  const head = [
    "digraph surface {",
    "  rankdir=LR;",
    '  node [fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
  ];
  return `${[...head, ...lines, "}"].join("\n")}\n`;
}
