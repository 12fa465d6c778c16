import { testRule, tool } from "../support/rule-tester.js";

/** A tool that does `work`, and passes on the message of whatever fails. */
const doing = (work: string, head = "", text = "error.message"): string =>
  tool(
    `  try {\n    ${work}\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
    head,
  );

const silent = (name: string, work: string, head = "") => ({ name, code: doing(work, head) });

const reported = (name: string, work: string, head = "") => ({
  name,
  code: doing(work, head, "⟦error.message⟧"),
  problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
});

const FILES = 'import { readFileSync, readdirSync } from "node:fs";\nimport { join } from "node:path";\n';
const HELP = `${FILES}const HELP = join(import.meta.dirname, "help");\n`;

/** A function with a path for each tool, and what two of them give it. */
const readers = (first: string, second: string): string =>
  `${HELP}const load = (path) => readFileSync(path, "utf8");\nexport const help = () => load(${first});\nexport const terms = (args) => load(${second});\n`;

/** The server's own database, and a tool's look at it. */
const DATABASE =
  'import Database from "better-sqlite3";\nconst db = new Database("orders.db");\nconst byId = db.prepare("SELECT * FROM orders WHERE id = ?");\n';

testRule(
  "no-raw-error-message",
  [
    silent("a file of the server's own", 'String(readFileSync(join(HELP, "orders.md"), "utf8"));', HELP),
    silent(
      "the same, under names, and waited for",
      'const file = join(HELP, "orders.md");\n    const path = file;\n    String(await readFile(path, "utf8"));',
      HELP,
    ),
    silent("a path of the object's own", 'String(readFileSync(this.helpPath, "utf8"));', FILES),
    silent(
      "what a folder of the server's own holds",
      'const names = readdirSync(HELP).filter((name) => name.endsWith(".md"));\n    for (const name of names) String(readFileSync(join(HELP, name), "utf8"));',
      HELP,
    ),
    silent(
      "a function that all its callers give such paths",
      "String(load(PAGE));",
      `${readers('"help.md"', '"terms.md"')}const PAGE = join(HELP, "page.md");\n`,
    ),
    silent(
      "a path that is made of itself",
      'let path = HELP;\n    path = join(path, "orders.md");\n    String(readFileSync(path));',
      HELP,
    ),
    silent(
      "a function of a path among what it is given",
      "String(load({ path: PAGE }));",
      `${HELP}const load = ({ path }) => readFileSync(path, "utf8");\nconst PAGE = join(HELP, "page.md");\n`,
    ),
    silent("rows of a database in the process", "String(byId.get(args.id));", DATABASE),
    silent("the same, in one expression", 'String(db.prepare("SELECT * FROM orders").all());', DATABASE),
    silent("a socket that tells of its failures by events", "socket.send(JSON.stringify(args));"),
    silent("a program that is written to, and ended", "this.child.stdin?.write(args.text);\n    this.child.kill();"),
    silent("a program that is written to", "this.child.stdin.write(args.text);"),
    silent("listeners that are let go", "this.orders.removeAllListeners();\n    this.orders.emit('closed');"),
  ],
  [
    reported("a file that the tool is asked for", 'String(readFileSync(args.path, "utf8"));', FILES),
    reported(
      "the same, in a folder of the server's own",
      'const path = join(HELP, args.page);\n    String(readFileSync(path, "utf8"));',
      HELP,
    ),
    reported(
      "a path that depends on what the tool was asked",
      'let path = join(HELP, "orders.md");\n    if (args.page) path = args.page;\n    String(readFileSync(path, "utf8"));',
      HELP,
    ),
    reported(
      "a file of Bun's that the tool is asked for",
      "const file = Bun.file(args.path);\n    String(await file.text());",
    ),
    reported("a path among what the tool was asked", "const { path } = args;\n    String(readFileSync(path));", FILES),
    reported("a file that is written", 'writeFileSync(join(HELP, "orders.md"), args.text);', HELP),
    reported("a change of a database in the process", "byId.run(args.id);", DATABASE),
    reported("rows of a database over a network", 'String(await db.prepare("SELECT * FROM orders").all());', DATABASE),
    reported("a function that prepares something", "prepare(args.id);", 'import { prepare } from "orders";\n'),
    reported("an end that is waited for", "await this.pool.close();"),
    reported("a message that is waited for", "await bot.send(args.text);"),
  ],
);
