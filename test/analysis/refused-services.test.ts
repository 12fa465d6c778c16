import { describe, expect, it } from "vitest";
import { lostIn, TOOL } from "../support/services.js";

/** What `ordersOf` does once the service has answered. */
const answering = (body: string): string =>
  `export async function ordersOf(id) {\n  const response = await fetch(url(id));\n  ${body}\n}`;

describe("an upstream answer that says no, in a file that tools import", () => {
  it.each([
    ["a branch", "if (!response.ok) return [];\n  return response.json();", "[]"],
    [
      "a branch that logs",
      "if (response.status >= 400) { console.error(response.status); return null; }\n  return response.json();",
      "null",
    ],
    ["a choice", "return response.ok ? response.json() : [];", "[]"],
    ["the status of success", "if (response.status !== 200) return [];\n  return response.json();", "[]"],
    [
      "a comment without a reason",
      "if (!response.ok) {\n    // Return empty array on error\n    return [];\n  }\n  return response.json();",
      "[]",
    ],
    [
      "a comment on the next line",
      "if (!response.ok) return [];\n  // best effort, orders are shown without it\n  return response.json();",
      "[]",
    ],
  ])("is reported where it becomes nothing, by %s", (_name, body, instead) => {
    expect(lostIn({ "store.ts": answering(body) })).toEqual([`${instead} → the tool \`orders\` in main.ts`]);
  });

  it.each([
    ["throws", 'if (!response.ok) throw new Error("The shop is down.");\n  return response.json();'],
    ["asks for one status", "if (response.status === 404) return null;\n  return response.json();"],
    ["is that of a success", "if (response.status === 200 && !response.body) return [];\n  return response.json();"],
    [
      "says why",
      "if (!response.ok) {\n    // The archive is optional: the tool also works without it\n    return [];\n  }\n  return response.json();",
    ],
    [
      "says why behind it on its line",
      "if (!response.ok) return []; // best effort, orders are shown without it\n  return response.json();",
    ],
    ["gives words for it", "if (!response.ok) return { failed: response.status };\n  return response.json();"],
  ])("is not reported where the branch %s", (_name, body) => {
    expect(lostIn({ "store.ts": answering(body) })).toEqual([]);
  });

  it("is not reported where the function asks whether something is there, says what it gives, or serves no tool", () => {
    const text = answering("if (!response.ok) return [];\n  return response.json();");
    expect(
      lostIn({
        "store.ts": text.replace("ordersOf", "tryOrders"),
        "main.ts": TOOL.replaceAll("ordersOf", "tryOrders"),
      }),
    ).toEqual([]);
    expect(lostIn({ "store.ts": `/** Gives null if the service is unavailable. */\n${text}` })).toEqual([]);
    expect(lostIn({ "store.ts": text, "main.ts": "export {};" })).toEqual([]);
  });
});
