import path from "node:path";
import { describe, expect, it } from "vitest";
import { implementationsOf } from "../../src/analysis/values/implementations.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { rootEnv } from "../../src/analysis/values/values.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const USE = 'import type { Shop } from "./shop.js";\nexport const order = (shop: Shop, id: string) => shop.read(id);';
const SHOP = "export interface Shop {\n  read(id: string): Promise<string>;\n}";
const REMOTE =
  'import type { Shop } from "./shop.js";\nexport class Remote implements Shop {\n  async read(id) {\n    return id;\n  }\n}';

/** The files with the functions that may stand behind `shop.read(id)`. */
function behindRead(files: Readonly<Record<string, string>>): string[] | undefined {
  const root = makeTree({ "package.json": MCP_MANIFEST, "use.ts": USE, ...files });
  const project = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined) });
  const file = project.load(path.join(root, "use.ts"));
  const call = file?.index.calls.find((one) => file.textOf(one) === "shop.read(id)");
  if (!file || !call) throw new Error("use.ts does not parse");
  return implementationsOf(call, rootEnv(file))?.map(({ env }) => path.basename(env.file.filename));
}

describe("the functions behind a method of an interface", () => {
  it("stand in a file that imports it", () => {
    expect(behindRead({ "shop.ts": SHOP, "remote.ts": REMOTE })).toEqual(["remote.ts"]);
  });

  it("stand in its own file, where there are some", () => {
    expect(
      behindRead({ "shop.ts": `${SHOP}\nexport class Local implements Shop {\n  read(id) {}\n}`, "remote.ts": REMOTE }),
    ).toEqual(["shop.ts"]);
  });

  it("are those of what a function type is declared to give", () => {
    const shop = `${SHOP}\nexport type MakeShop = () => Shop;`;
    const use =
      'import type { MakeShop } from "./shop.js";\nexport const order = (make: MakeShop, id: string) => {\n  const shop = make();\n  return shop.read(id);\n};';
    expect(behindRead({ "use.ts": use, "shop.ts": shop, "remote.ts": REMOTE })).toEqual(["remote.ts"]);
    const written = use.replace("make: MakeShop", "make: () => Shop").replace("MakeShop", "Shop");
    expect(behindRead({ "use.ts": written, "shop.ts": shop, "remote.ts": REMOTE })).toEqual(["remote.ts"]);
    expect(
      behindRead({ "use.ts": use, "shop.ts": shop.replace("() => Shop", "() => unknown"), "remote.ts": REMOTE }),
    ).toBeUndefined();
  });

  it("are unknown where no file implements it", () => {
    expect(behindRead({ "shop.ts": SHOP, "remote.ts": REMOTE.replace("implements Shop", "") })).toBeUndefined();
  });
});
