/** A read by `fetch`, faulty and good. */
import type { Claim } from "../cell.js";
import { doing, type Scene } from "../scene.js";
import { guard, leave, succeed, type Scenario, type Written } from "./scenario.js";

export type Lines = readonly string[];

export interface Call {
  /** The call of `fetch` for a list. */
  readonly list: string;
  readonly items: string;
  readonly type: string;
}

function callIn({ domain, names }: Scene): Call {
  return {
    list: `fetch(\`\${process.env.${domain.name.toUpperCase()}_URL}/${domain.owner}s/\${${names.ownerId}}/${domain.items}\`)`,
    items: domain.items,
    type: domain.type,
  };
}

export const refused = (scene: Scene): Lines =>
  leave(
    scene.reply(
      {
        text: `\`Could not ${doing("list", scene.domain)}: the ${scene.domain.service} answered \${response.status}.\``,
      },
      true,
    ),
  );

export interface Family {
  readonly fault: string;
  readonly rules: Lines;
  readonly claim: Claim;
}

/** A read by `fetch`: faulty, and with a look at the status. */
export function read(
  family: Family,
  form: string,
  bad: (call: Call, scene: Scene) => Lines,
  good?: (call: Call, scene: Scene) => Lines,
  functions?: (call: Call, isGood: boolean) => Written["functions"],
): Scenario {
  return {
    ...family,
    form,
    op: "list",
    ops: [],
    input: "owner",
    write: (scene, isGood) => {
      const call = callIn(scene);
      const usual = (): Lines => [
        `const response = await ${call.list};`,
        "if (!response.ok) {",
        ...refused(scene),
        "}",
        `const ${call.items} = (await response.json()) as unknown[];`,
        ...succeed(scene, call.items),
      ];
      const statements = isGood ? (good?.(call, scene) ?? usual()) : bad(call, scene);
      const named = functions?.(call, isGood);
      return { statements: guard(scene, "list", statements), ...(named ? { functions: named } : {}) };
    },
  };
}
