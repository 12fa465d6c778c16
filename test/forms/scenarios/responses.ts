/** Answers of HTTP at whose status nobody looks, or that are taken for nothing. */
import type { Scene } from "../scene.js";
import { read, refused, type Call, type Family } from "./reads.js";
import { say, succeed, type Scenario, type Written } from "./scenario.js";

const UNCHECKED: Family = { fault: "unchecked-response", rules: ["no-unchecked-response"], claim: "unchecked" };
const chained = (scene: Scene, items: string): string =>
  `.then((${items}) => {\n${succeed(scene, items).join("\n")}\n})`;

const GET_JSON = (_: Call, isGood: boolean): Written["functions"] => [
  {
    name: "getJson",
    file: "src/get-json.ts",
    code: `export async function getJson(url: string): Promise<unknown> {\nconst response = await fetch(url);\n${isGood ? "if (!response.ok) {\nthrow new Error(`${url} answered ${response.status}.`);\n}\n" : ""}return response.json();\n}`,
  },
];

const UNCHECKED_READS: readonly Scenario[] = [
  read(UNCHECKED, "json", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "text",
    (c, scene) => [`const response = await ${c.list};`, ...say(scene, "await response.text()")],
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.status !== 200) {",
      ...refused(scene),
      "}",
      ...say(scene, "await response.text()"),
    ],
  ),
  read(UNCHECKED, "one-expression", (c, scene) => [
    `const ${c.items} = await (await ${c.list}).json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "chain",
    (c, scene) => [`return await ${c.list}`, ".then((response) => response.json())", `${chained(scene, c.items)};`],
    (c, scene) => [
      `return await ${c.list}`,
      ".then((response) => {",
      "if (!response.ok) throw new Error(`The service answered ${response.status}.`);",
      "return response.json();",
      "})",
      `${chained(scene, c.items)};`,
    ],
  ),
  read(
    UNCHECKED,
    "helper",
    (c, scene) => [
      `const ${c.items} = await getJson(${c.list.slice("fetch(".length, -1)});`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const ${c.items} = await getJson(${c.list.slice("fetch(".length, -1)});`,
      ...succeed(scene, c.items),
    ],
    GET_JSON,
  ),
  read(UNCHECKED, "kept-promise", (c, scene) => [
    `const pending = ${c.list};`,
    "const response = await pending;",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "destructured",
    (c, scene) => [
      `const [response] = await Promise.all([${c.list}]);`,
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const [response] = await Promise.all([${c.list}]);`,
      "if (response.status >= 400) {",
      ...refused(scene),
      "}",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
  ),
  read(
    UNCHECKED,
    "looked-at-and-forgotten",
    (c, scene) => [
      `const response = await ${c.list};`,
      "console.error(`${response.url}`);",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "console.error(`${response.url}`);",
      "if (response.ok) {",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
      "}",
      ...refused(scene),
    ],
  ),
];

const REFUSED: Family = { fault: "refused-as-empty", rules: ["no-swallowed-error"], claim: "hidden" };

const REFUSED_READS: readonly Scenario[] = [
  read(REFUSED, "early-return", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...succeed(scene, "[]"),
    "}",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "results-empty", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...succeed(scene, "{ results: [] }"),
    "}",
    ...succeed(scene, "{ results: await response.json() }"),
  ]),
  read(REFUSED, "ternary", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = response.ok ? await response.json() : [];`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "only-if-ok", (c, scene) => [
    `let ${c.items}: unknown[] = [];`,
    `const response = await ${c.list};`,
    "if (response.ok) {",
    `${c.items} = await response.json();`,
    "}",
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "switch-status",
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...succeed(scene, "[]"),
      "}",
      "}",
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...refused(scene),
      "}",
      "}",
    ],
  ),
  read(REFUSED, "then-ternary", (c, scene) => [
    `const ${c.items} = await ${c.list}.then((response) => (response.ok ? response.json() : []));`,
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "break-of-loop",
    (c, scene) => [
      `const ${c.items}: unknown[] = [];`,
      "for (let page = 1; page <= 1; page++) {",
      `const response = await ${c.list};`,
      "if (!response.ok) break;",
      `${c.items}.push(...((await response.json()) as unknown[]));`,
      "}",
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const ${c.items}: unknown[] = [];`,
      "for (let page = 1; page <= 1; page++) {",
      `const response = await ${c.list};`,
      "if (!response.ok) {",
      ...refused(scene),
      "}",
      `${c.items}.push(...((await response.json()) as unknown[]));`,
      "}",
      ...succeed(scene, c.items),
    ],
  ),
  read(REFUSED, "logged", (c, scene) => [
    `const response = await ${c.list};`,
    "if (response.status >= 400) {",
    'console.error("refused", response.status);',
    ...say(scene, `"No ${c.items} found."`),
    "}",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "and", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = (response.ok && (await response.json())) || [];`,
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "helper",
    (c, scene) => [`const ${c.items} = await rowsOf(await ${c.list});`, ...succeed(scene, c.items)],
    (c, scene) => [`const ${c.items} = await rowsOf(await ${c.list});`, ...succeed(scene, c.items)],
    (_, isGood) => [
      {
        name: "rowsOf",
        code: `async function rowsOf(response: Response): Promise<unknown[]> {\n${isGood ? "if (!response.ok) throw new Error(`The service answered ${response.status}.`);" : "if (!response.ok) return [];"}\nreturn response.json();\n}`,
      },
    ],
  ),
];

export const RESPONSES: readonly Scenario[] = [...UNCHECKED_READS, ...REFUSED_READS];
