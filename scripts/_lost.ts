import process from "node:process";
import { allCells } from "../test/forms/cells.js";
import { exitsOf } from "../test/forms/computed.js";
import { isRight, lintCell } from "../test/forms/lint.js";
const [pattern = "^lost-", show = ""] = process.argv.slice(2);
const re = new RegExp(pattern);
const t: Record<string, [number, number, number, number]> = {};
const wrong: string[] = [];
for (const cell of allCells().filter(({ name }) => re.test(name))) {
  const findings = lintCell(cell);
  const right = isRight(cell, findings);
  const key = `${cell.fault}/${cell.form}`;
  const row = (t[key] ??= [0, 0, 0, 0]);
  const good = cell.rules.length === 0;
  row[good ? 3 : 1]++;
  if (right) row[good ? 2 : 0]++;
  else wrong.push(cell.name + "   " + findings.map((f) => `${f.rule}:${f.file}:${f.line}`).join(" "));
  if (show === "show") {
    console.log(`# ${cell.name} ${right ? "right" : "WRONG"}`);
    for (const { rule, file, line, message } of findings) console.log(`  ${rule} ${file}:${line} ${message}`);
    for (const e of exitsOf(cell.files)) console.log("   exit", e.how, e.isError, String(e.text), e.failures.join());
    for (const [name, text] of Object.entries(cell.files)) if (!name.endsWith(".json")) console.log(`// ${name}\n${text}`);
  }
}
for (const [k, [a, b, c, d]] of Object.entries(t)) console.log(k.padEnd(46), `${a}/${b}`.padStart(8), `${c}/${d}`.padStart(8));
for (const w of wrong) console.log("WRONG", w);
