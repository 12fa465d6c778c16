import type { HelperUse } from "./shake.js";

const IMPORTS =
  /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*["']([^"']+)["']|\b(?:const|let|var)\s+\{([^}]*)\}\s*=\s*require\(\s*["']([^"']+)["']\s*\)/gu;

/** What several texts import of a module, and which members of it they name. */
export function helperUse(texts: readonly { readonly text: string; readonly specifier: string }[]): HelperUse {
  const names = new Set<string>();
  const members = new Map<string, Set<string>>();
  for (const { text, specifier } of texts)
    for (const [, imported, from, required, module] of text.matchAll(IMPORTS)) {
      if ((from ?? module) !== specifier) continue;
      for (const entry of (imported ?? required ?? "").split(",")) {
        const [name, local] = entry
          .replaceAll(":", " as ")
          .split(/\s/u)
          .filter((word) => word !== "" && word !== "type" && word !== "as");
        if (!name) continue;
        names.add(name);
        const used = members.get(name) ?? new Set<string>();
        members.set(name, used);
        for (const [, object, member] of text.matchAll(/\b([\w$]+)\.(\w+)/gu))
          if (object === (local ?? name) && member !== undefined) used.add(member);
      }
    }
  // An object that is handed on as a whole has all of its members.
  for (const [name, used] of members) if (used.size === 0) members.delete(name);
  return { names, members };
}

/** Both together. */
export function joinedUse(one: HelperUse, other: HelperUse): HelperUse {
  const members = new Map<string, ReadonlySet<string>>();
  for (const name of new Set([...one.names, ...other.names])) {
    const all = [one, other].flatMap((use) => (use.names.has(name) ? [use.members.get(name)] : []));
    if (all.every((used) => used !== undefined)) members.set(name, new Set(all.flatMap((used) => [...used])));
  }
  return { names: new Set([...one.names, ...other.names]), members };
}
