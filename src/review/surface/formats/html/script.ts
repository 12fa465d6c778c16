/**
 * What the page does in a browser: switch colours, and hide what the filter leaves out. Plain text instead of a function,
 * as the page's policy allows it by its hash: no compiler may change a byte. It reads no sizes, so that hiding hundreds of
 * tools costs one layout; and it writes only where something changes.
 */
export const SCRIPT = `
"use strict";
(() => {
  const KEY = "mcp-errors-colours";
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem(KEY) || ""; } catch { return ""; } };
  const store = (value) => { try { localStorage.setItem(KEY, value); } catch { /* pages from disk may not keep anything */ } };
  if (stored() === "light" || stored() === "dark") root.dataset.scheme = stored();

  document.addEventListener("DOMContentLoaded", () => {
    const byId = (id) => document.getElementById(id);
    const scheme = byId("scheme");
    scheme.value = root.dataset.scheme || "";
    scheme.addEventListener("change", () => {
      root.dataset.scheme = scheme.value;
      store(scheme.value);
    });
    byId("look").hidden = false;

    const form = byId("filter");
    const tiles = new Map([...document.querySelectorAll("[data-tool]")].map((tile) => [tile.dataset.tool, tile]));
    const plain = (text) => text.toLowerCase().replace(/\\s+/g, " ");
    const lazy = (node) => { let text; return () => (text ??= plain(node.textContent)); };
    const tools = [...document.querySelectorAll(".tool")].map((node) => ({
      node,
      tile: tiles.get(node.id),
      rest: node.querySelector(".rest"),
      head: lazy(node.querySelector(".call")),
      exits: [...node.querySelectorAll(".exit")].map((exit) => ({ node: exit, text: lazy(exit) })),
    }));
    const total = tools.reduce((sum, { exits }) => sum + exits.length, 0);
    const show = (node, shown) => { if (node && node.hidden === shown) node.hidden = !shown; };
    const say = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    const amount = (number, word) => number + " " + word + (number === 1 ? "" : "s");

    const apply = () => {
      const data = new FormData(form);
      const words = plain(String(data.get("text"))).split(" ").filter(Boolean);
      const wanted = ["kind", "category", "retry"].map((name) => [name, data.getAll(name)]).filter(([, keys]) => keys.length > 0);
      const findings = data.has("findings");
      const facets = wanted.length > 0 || findings;
      let shownTools = 0;
      let shownExits = 0;
      for (const { node, tile, rest, head, exits } of tools) {
        let shown = 0;
        for (const exit of exits) {
          const fits =
            wanted.every(([name, keys]) => keys.includes(exit.node.dataset[name])) &&
            (!findings || "findings" in exit.node.dataset) &&
            words.every((word) => exit.text().includes(word) || head().includes(word));
          show(exit.node, fits);
          if (fits) shown++;
        }
        const whole = exits.length === 0 && !facets && words.every((word) => head().includes(word));
        show(node, shown > 0 || whole);
        show(tile, shown > 0 || whole);
        if (shown > 0 || whole) shownTools++;
        shownExits += shown;
        if (!rest) continue;
        const left = exits.length - shown;
        show(rest, left > 0);
        if (left > 0) say(rest, amount(left, "more exit") + " not shown");
      }
      show(byId("nothing"), shownTools === 0);
      say(byId("count"), shownExits === total && shownTools === tools.length
        ? "All shown: " + amount(tools.length, "tool") + ", " + amount(total, "exit") + "."
        : "Shown: " + shownTools + " of " + amount(tools.length, "tool") + ", " + shownExits + " of " + amount(total, "exit") + ".");
    };

    form.addEventListener("input", apply);
    form.addEventListener("reset", () => { setTimeout(apply); });
    form.addEventListener("submit", (event) => { event.preventDefault(); });
    // A link may lead to what the filter has hidden.
    addEventListener("hashchange", () => {
      const target = byId(decodeURIComponent(location.hash.slice(1)));
      if (!target || !target.closest("[hidden]")) return;
      form.reset();
      apply();
      target.scrollIntoView();
    });
    form.hidden = false;
    apply();
  });
})();
`;
