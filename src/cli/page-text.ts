import { styleText } from "node:util";

/** The width that every terminal has. */
const WIDTH = 80;

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Breaks words over lines; the first line has its own start, the others an indent. */
export function wrap(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return isEmpty ? lines : [...lines, line];
}

/** What stands in a line beside words: emphasis is dropped, links to pages of rules are names, others show where they lead. */
function plain(text: string): string {
  return text
    .replace(/\[([^[\]]+)\]\(([^()]+)\)/gu, (_link, label: string, target: string) =>
      /\/docs\/rules\/[^/]*$/u.test(target) || label.includes(target) ? label : `${label} (${target})`,
    )
    .replace(/\*\*([^*]+)\*\*/gu, "$1")
    .replace(/(?<![\w`])_([^_`]+)_(?![\w`])/gu, "$1");
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/gu, "")
    .split(/(?<!\\)\|/u)
    .map((cell) => plain(cell.trim().replaceAll("\\|", "|")));
}

/** A row is an item of a list. Where it has several cells behind the first one, the head of each column says which is which. */
function tableLines(rows: readonly string[]): string[] {
  const [head = "", , ...body] = rows;
  const [, ...titles] = cellsOf(head);
  return body.flatMap((row) => {
    const [name = "", ...others] = cellsOf(row);
    const cells = others.flatMap((cell, at) =>
      cell === "" ? [] : [titles.length > 1 ? `${titles[at] ?? ""}: ${cell}` : cell],
    );
    if (cells.length < 2) return wrap(`${name}: ${cells.join("")}`, "- ", "  ");
    return [...wrap(name, "- ", "  "), ...cells.flatMap((cell) => wrap(cell, "  ", "    "))];
  });
}

/** Code stays as it is; a finding under it is broken anew, as its lines are longer. */
function codeLines(lines: readonly string[], language: string, paint: Paint): string[] {
  if (language !== "text") return lines.map((line) => paint("cyan", line === "" ? "" : `    ${line}`));
  const out: string[] = [];
  let message: string[] = [];
  const flush = (): void => {
    out.push(...wrap(message.join(" "), "      ", "      "));
    message = [];
  };
  for (const line of lines) {
    if (/^ {4}\S/u.test(line)) {
      message.push(line.trim());
      continue;
    }
    flush();
    out.push(line === "" ? "" : `    ${line}`);
  }
  flush();
  return out;
}

/** Takes lines from the front as long as they pass. */
function take(lines: string[], test: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/** A page in Markdown as text for a terminal, no line of words longer than 80 characters. */
export function pageText(page: string, color: boolean): string {
  const paint: Paint = (format, text) =>
    color && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  const lines = page.trim().split("\n");
  const out: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const heading = /^(#+) (.*)$/u.exec(line);
    const fence = /^```(\w*)/u.exec(line);
    const item = /^(\s*(?:[-*]|\d+\.) )(.*)$/u.exec(line);
    if (heading) {
      const title = plain(heading[2] ?? "");
      out.push(paint("bold", heading[1] === "#" ? title : title.toUpperCase()));
    } else if (fence) {
      out.push(
        ...codeLines(
          take(lines, (next) => !next.startsWith("```")),
          fence[1] ?? "",
          paint,
        ),
      );
      lines.shift();
    } else if (line.startsWith("|")) out.push(...tableLines([line, ...take(lines, (next) => next.startsWith("|"))]));
    else if (line.trim() === "") {
      if (out.at(-1) !== "") out.push("");
    } else {
      const start = item?.[1] ?? "";
      const more = take(lines, (next) => next.trim() !== "" && !/^(?:#|```|\||\s*(?:[-*]|\d+\.) )/u.test(next));
      out.push(...wrap(plain([item?.[2] ?? line, ...more].join(" ")), start, " ".repeat(start.length)));
    }
  }
  return `${out.join("\n").trimEnd()}\n`;
}
