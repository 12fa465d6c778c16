import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** How long the texts are that an expression is tried on, in characters. */
const LENGTH = 100_000;

/** A character of a class, or one outside of it. */
const LETTERS = ["a", "Z", "7", "_", "-", " ", "\n", ".", ",", ":", "(", "/", "…", "é", "成", "\u0000"];

/** A text that an expression, or a part of it, matches for the most part: assertions are not looked at. */
function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return node.alternatives[0] ? sampleOf(node.alternatives[0], flags) : "";
    case "Alternative":
      return node.elements.map((element) => sampleOf(element, flags)).join("");
    case "Quantifier":
      return sampleOf(node.element, flags).repeat(Math.max(node.min, Math.min(node.max, 1)));
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
    case "CharacterClass": {
      const one = new RegExp(node.raw, flags.replaceAll(/[gy]/gu, ""));
      return LETTERS.find((letter) => one.test(letter)) ?? "a";
    }
    default:
      return "";
  }
}

function repeated(text: string): string {
  return text === "" ? "" : text.repeat(Math.ceil(LENGTH / text.length));
}

/**
 * Long texts that an expression nearly matches: runs of what each of its repetitions takes, behind what stands before it, and
 * runs of its beginnings, each with an end that fits nothing.
 */
export function nearMisses(source: string, flags: string): Set<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const texts = new Set<string>();
  const add = (before: string, run: string): void => {
    if (run !== "") for (const end of ["\u0000", "\n"]) texts.add(before + repeated(run) + end);
  };
  const visit = (node: AST.Node, before: string): void => {
    switch (node.type) {
      case "Pattern":
      case "Group":
      case "CapturingGroup":
      case "Assertion":
        if ("alternatives" in node) for (const alternative of node.alternatives) visit(alternative, before);
        return;
      case "Alternative": {
        let head = before;
        for (const element of node.elements) {
          visit(element, head);
          head += sampleOf(element, flags);
          if (element.type === "Quantifier") add("", head.slice(before.length));
        }
        add(before, head.slice(before.length, -1));
        return;
      }
      case "Quantifier":
        if (node.max > 1) add(before, sampleOf(node.element, flags));
        visit(node.element, before);
        return;
      default:
        return;
    }
  };
  visit(pattern, "");
  for (const run of [" ", "\n", "a", "_", "no ", "a-", "/*", "(", "[[", ". "]) add("", run);
  return texts;
}
