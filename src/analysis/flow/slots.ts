import { sameValue, union, uniqueSources, type ListObject, type Slot, type Value } from "./values.js";

export function isValue(slot: Slot): slot is Value {
  return slot.kind !== "record" && slot.kind !== "list" && slot.kind !== "promise-state";
}

/** Two descriptions of one and the same slot. */
export function sameSlot(one: Slot, other: Slot): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  if (isValue(one)) return sameValue(one, other as Value);
  if (one.kind === "list" && other.kind === "list")
    return (
      one.open === other.open &&
      isFilled(one) === isFilled(other) &&
      one.items.length === other.items.length &&
      one.items.every((item, at) => sameValue(item, other.items[at] as Value))
    );
  if (one.kind === "record" && other.kind === "record")
    return (
      one.open === other.open &&
      one.failure === other.failure &&
      one.fields.size === other.fields.size &&
      [...one.fields].every(([name, value]) => {
        const others = other.fields.get(name);
        return others !== undefined && sameValue(value, others);
      })
    );
  if (one.kind === "promise-state" && other.kind === "promise-state")
    return one.handled === other.handled && one.state.settled === other.state.settled;
  return false;
}

/** A list that surely holds something. */
export function isFilled({ items, open, filled }: ListObject): boolean {
  return open ? filled === true : items.length > 0;
}

/** What a slot holds where two paths meet. */
export function joinSlots(one: Slot, other: Slot): Slot {
  if (sameSlot(one, other)) return one;
  if (isValue(one) && isValue(other)) return union([one, other]);
  if (one.kind === "list" && other.kind === "list") {
    const [longer, shorter] = one.items.length >= other.items.length ? [one, other] : [other, one];
    const items = longer.items.map((item, at) => {
      const others = shorter.items[at];
      return others ? union([item, others]) : item;
    });
    const open = one.open || other.open || one.items.length !== other.items.length;
    const filled = isFilled(one) && isFilled(other);
    return { ...longer, items, open, filled, sources: uniqueSources([...one.sources, ...other.sources]) };
  }
  if (one.kind === "record" && other.kind === "record") {
    const fields = new Map<string, Value>();
    for (const name of new Set([...one.fields.keys(), ...other.fields.keys()])) {
      const values = [one.fields.get(name), other.fields.get(name)].filter((value) => value !== undefined);
      fields.set(
        name,
        values.length === 2 ? union(values) : union([...values, { kind: "constant", value: undefined }]),
      );
    }
    const sources = uniqueSources([...one.sources, ...other.sources]);
    return { ...one, fields, open: one.open || other.open, sources, failure: one.failure ?? other.failure };
  }
  if (one.kind === "promise-state" && other.kind === "promise-state")
    return { ...one, handled: one.handled && other.handled };
  return one;
}
