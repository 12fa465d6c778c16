import process from "node:process";
import { allCells } from "../test/forms/cells.js";
import { projectOf } from "../test/forms/lint.js";
import { Model } from "../src/analysis/model.js";
import { exitsThrough } from "../src/analysis/exits/flow-model.js";
import { toolsOf } from "../src/analysis/tools/file-tools.js";
import { LOST_WORK_EXEMPTIONS } from "../src/analysis/policy/lost-work.js";
import * as LP from "../src/analysis/exits/lost-partials.js";
import { show as showValue } from "../src/analysis/flow/show.js";
const [pattern = ""] = process.argv.slice(2);
const re = new RegExp(pattern);
const cell = allCells().find(({ name }) => re.test(name))!;
console.log(cell.name);
for (const [name, text] of Object.entries(cell.files)) if (!name.endsWith(".json")) console.log(`// ${name}\n${text}`);
const { project, sources } = projectOf(cell.files);
for (const [name] of sources) {
  const file = project.load(name);
  if (!file) continue;
  for (const tool of exitsThrough(file)) {
    console.log(name, tool.exits.length);
    for (const e of tool.exits) {
      console.log(" exit", e.how, e.seen, e.visible.parts.map((p) => showValue(p, e.state)).join().slice(0, 200));
      console.log("    completed", e.completed.map((o) => `${o.name}:${o.effect}`).join());
      for (const f of e.failures) {
        console.log("    failure", f.source, f.origin, f.operation.name, "earlier", (e.state.earlier.get(f) ?? []).map((o) => `${o.name}:${o.effect}:${o === f.operation}`).join());
        for (const w of e.state.earlier.get(f) ?? []) {
          const r = (LP as any).explain?.(w, f, e, tool.exits);
          if (r) console.log("       ", w.name, r);
        }
      }
    }
  }
}
