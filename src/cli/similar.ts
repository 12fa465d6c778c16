import { distance } from "fastest-levenshtein";

/** The names that may have been meant: nearly the same ones, else those that contain what was typed. */
export function similar(name: string, names: readonly string[]): string[] {
  const near = names.filter((one) => distance(name, one) <= Math.max(2, Math.floor(one.length / 4)));
  if (near.length > 0) return near.sort((a, b) => distance(name, a) - distance(name, b)).slice(0, 3);
  return name.length < 3 ? [] : names.filter((one) => one.includes(name));
}

/** " Did you mean no-x or no-y?", or nothing. */
export function didYouMean(name: string, names: readonly string[]): string {
  const found = similar(name, names);
  return found.length > 0 ? ` Did you mean ${found.join(" or ")}?` : "";
}
