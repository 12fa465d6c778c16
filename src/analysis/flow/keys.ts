/** Marks in the keys of values: `#3;` an operation, failure or object, `@3;` something with an id, `$3;` a parameter. */
export const MARKS = /([#@$])(\d+);/gu;

const keys = new WeakMap<object, string>();
let last = 0;

/** A key for the values that belong to one operation, failure or object. */
export function keyOf(object: object): string {
  let key = keys.get(object);
  if (key === undefined) keys.set(object, (key = newKey()));
  return key;
}

export function newKey(): string {
  return `#${++last};`;
}

/** The number of the last key: what gets its key from now on has a higher one. */
export function lastKey(): number {
  return last;
}

/** A key for the values that belong to what has an id. */
export function keyOfId(id: number): string {
  return `@${id};`;
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** A number by which an object is known, for comparisons in text. */
export function numberOf(object: object | undefined): number {
  if (!object) return 0;
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = ++lastNumber));
  return number;
}
