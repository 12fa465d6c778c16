import { describe, expect, it } from "vitest";
import { lostIn, toolOf } from "../support/services.js";
const store = (clause: string, attempt = "return await api.orders(id);"): string =>
  `export async function ordersOf(id) {\n  try { ${attempt} }\n  ${clause}\n}`;
const HIDING = store("catch { return []; }");
describe("good", () => {
  it.each([
    ["recorded", store("catch (error) { problems.push(error); return []; }")],
    ["list handed in", HIDING.replace("(id)", "(id, warnings)").replace("catch {", "catch (error) { warnings.push(error.message);")],
    ["installed", store("catch { return { installed: false }; }")],
    ["left out", store("catch { return undefined; }")],
    ["names what comes", `/** The orders, or null on failure. */\n${store("catch { return null; }")}`],
    ["item stays", "export async function ordersOf(ids) {\n  return Promise.all(ids.map(async (one) => { const price = await api.price(one).catch(() => null); if (!price) return one; return { ...one, price }; }));\n}"],
    ["fallback", "export async function ordersOf(id) {\n  return (await api.orders(id).catch(() => undefined)) ?? known(id);\n}"],
    ["cache", HIDING.replaceAll("ordersOf", "readOrderCache") + "\nexport const ordersOf = (id) => readOrderCache(id);"],
    ["file comment none", `/** Returns an empty list when the file does not exist. */\n${HIDING}`],
    ["7", store("catch { return 7; }")],
  ])("%s", (_n, text) => { expect(lostIn({ "store.ts": text })).toEqual([]); });
  it("tries else", () => {
    const main = toolOf('import { ordersOf } from "./store.js";', `const found = await ordersOf(id);\n  let all = found;\n  if (!found) all = await api.archived(id);`);
    expect(lostIn({ "main.ts": main, "store.ts": store("catch { return null; }") })).toEqual([]);
  });
  it("type only", () => {
    const text = `export class Store { async listOrders(id) { try { return await this.api.orders(id); } catch { return []; } } }`;
    const main = (kind: string): string => toolOf(`import ${kind}{ Store } from "./store.js";`, "const found = await context.listOrders(id);");
    expect(lostIn({ "main.ts": main("type "), "store.ts": text })).toEqual([]);
  });
});
describe("bad", () => {
  it.each([
    ["info", store("catch { return []; }", "const found = await api.users.info(id); return found.rows;")],
    ["0", store("catch { return 0; }")],
    ["rethrow inner", store("catch (error) { log(error); return []; }", `let text = ""; try { text = await api.orders(id); } catch (error) { throw error; } return text.trim().split(",");`)],
    ["supabase", `import { createClient } from "@supabase/supabase-js";\nconst db = createClient(URL, KEY);\nexport async function ordersOf(id) { const { data } = await db.from('orders').select(); return data ?? []; }`],
    ["beside", `export async function ordersOf(ids) { let text = ""; const all = []; for (const id of ids) { try { const one = await api.order(id); text = text + one.name; all.push(one); } catch (error) { console.error(error); } } return { text, all }; }`],
  ])("%s", (_n, text) => { expect(lostIn({ "store.ts": text })).toHaveLength(1); });
});
