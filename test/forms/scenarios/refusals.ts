/** Refusals of HTTP that are told without the flag, or with too much. */
import { doing, type Scene } from "../scene.js";
import { read, refused, type Family, type Lines } from "./reads.js";
import { leave, say, succeed, type Scenario } from "./scenario.js";

const TOLD: Family = { fault: "refused-unflagged", rules: ["require-is-error"], claim: "unflagged" };
const told = (scene: Scene): Lines => say(scene, `\`Error: the ${scene.domain.service} answered \${response.status}\``);

const TOLD_READS: readonly Scenario[] = [
  read(TOLD, "early-return", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...told(scene),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(
    TOLD,
    "else",
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.ok) {",
      ...succeed(scene, "await response.json()"),
      "} else {",
      ...told(scene),
      "}",
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.ok) {",
      ...succeed(scene, "await response.json()"),
      "} else {",
      ...refused(scene),
      "}",
    ],
  ),
  read(TOLD, "status-compared", (c, scene) => [
    `const response = await ${c.list};`,
    "if (response.status >= 400) {",
    ...told(scene),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(
    TOLD,
    "switch-status",
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...told(scene),
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
  read(TOLD, "ternary-text", (c, scene) => [
    `const response = await ${c.list};`,
    `const message = response.ok ? await response.text() : \`Failed to ${doing("list", scene.domain)}: HTTP \${response.status}\`;`,
    ...say(scene, "message"),
  ]),
  read(TOLD, "status-lookup", (c, scene) => [
    `const response = await ${c.list};`,
    "const problem = response.ok ? undefined : `Error: HTTP ${response.status}`;",
    "if (problem) {",
    ...say(scene, "problem"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
];

const LEAKED: Family = { fault: "leaked-body", rules: ["no-error-leak"], claim: "leaks" };
const body = (scene: Scene, text: string): Lines =>
  leave(scene.reply({ text: `\`Could not ${doing("list", scene.domain)} (\${response.status}): \${${text}}\`` }, true));

const LEAKED_READS: readonly Scenario[] = [
  read(LEAKED, "inline", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...body(scene, "await response.text()"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(LEAKED, "variable", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    "const details = await response.json();",
    ...body(scene, "JSON.stringify(details)"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(LEAKED, "then", (c, scene) => [
    `const response = await ${c.list};`,
    "const body = await response.text();",
    "if (response.status !== 200) {",
    ...body(scene, "body"),
    "}",
    ...say(scene, "body"),
  ]),
];

export const REFUSALS: readonly Scenario[] = [...TOLD_READS, ...LEAKED_READS];
