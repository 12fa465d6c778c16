import { describe, expect, it } from "vitest";
import { swallowsOf } from "../support/services.js";

const store = (clause: string, attempt: string): string =>
  `export async function ordersOf(id) {\n  try { ${attempt} }\n  ${clause}\n}`;

describe("a comment in a clause of a file that tools import", () => {
  it.each([
    ["names what is missing", "return await api.orders(id);", "catch { /* no order file */ return []; }", []],
    [
      "names one cause",
      "const all = []; for (const one of id) { try { all.push(await api.order(one)); } catch { /* An order may have expired meanwhile */ } } return all;",
      "catch (error) { throw error; }",
      [],
    ],
    [
      "names what is left out",
      "const all = []; for (const one of id) { try { all.push(await api.order(one)); } catch { /* Skip corrupted orders */ } } return all;",
      "catch (error) { throw error; }",
      [true],
    ],
    ["says nothing", "return await api.orders(id);", "catch { return []; }", [false]],
    ["gives a reason", "return await api.orders(id);", "catch { /* best effort: only a hint */ return []; }", []],
  ])("that %s makes the loss a matter of taste, or none", (_name, attempt, clause, commented) => {
    expect(swallowsOf({ "store.ts": store(clause, attempt) }).map((swallow) => swallow.commented)).toEqual(commented);
  });
});
