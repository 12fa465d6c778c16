import { describe, expect, it } from "vitest";
import { holdsName, placesOf } from "../../src/syntax/words.js";

describe("a name in a text", () => {
  it.each<[string, string, boolean]>([
    ["open", "open(a)", true],
    ["open", "reopen(a)", false],
    ["open", "opened(a)", false],
    ["open", "$open + open$", false],
    ["$open", "($open)", true],
    ["result.error", "if (result.error) return", true],
    ["result.error", "resultXerror", false],
    ["j/*(*/.data", "j/*(*/.data.error", true],
    ["[(*", "a [(*", true],
    ["", "anything", false],
  ])("%j in %j: %s", (name, text, expected) => {
    expect(holdsName(name, text)).toBe(expected);
  });

  it("is found at each of its places", () => {
    expect([...placesOf("a", "a aa a-a")]).toEqual([0, 5, 7]);
  });
});
