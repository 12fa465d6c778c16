/** Bits of a key that one level of the tree takes: 32 children a node. */
const BITS = 5;
const MASK = (1 << BITS) - 1;

type Branch<T> = readonly (Branch<T> | T | undefined)[];

/** Takes an entry that differs: the key, and what either map holds. */
type Visit<T> = (key: number, own: T | undefined, others: T | undefined) => void;

/**
 * A map with small integers as keys that is never changed: `set` gives a new map, which shares all but one path with the old
 * one. States of the interpreter fork and join all the time, so that a copy has to cost nothing.
 */
export class IntMap<T> {
  static readonly #empty = new IntMap<never>([], BITS);

  readonly #root: Branch<T>;
  /** The bits that the whole tree distinguishes. */
  readonly #bits: number;

  private constructor(root: Branch<T>, bits: number) {
    this.#root = root;
    this.#bits = bits;
  }

  static empty<T>(): IntMap<T> {
    return IntMap.#empty;
  }

  get(key: number): T | undefined {
    if (key >>> this.#bits !== 0) return undefined;
    let node: Branch<T> | T | undefined = this.#root;
    for (let shift = this.#bits - BITS; shift >= 0; shift -= BITS) {
      if (node === undefined) return undefined;
      node = (node as Branch<T>)[(key >>> shift) & MASK];
    }
    return node as T | undefined;
  }

  set(key: number, value: T): IntMap<T> {
    let root = this.#root;
    let bits = this.#bits;
    while (key >>> bits !== 0) {
      root = root.length === 0 ? root : [root];
      bits += BITS;
    }
    return new IntMap(write(root, bits - BITS, key, value), bits);
  }

  /** The same for several entries, one after the other: what they share is copied once. */
  setAll(entries: readonly (readonly [key: number, value: T])[]): IntMap<T> {
    if (entries.length === 0) return this;
    let root = this.#root;
    let bits = this.#bits;
    for (const [key] of entries)
      while (key >>> bits !== 0) {
        root = root.length === 0 ? root : [root];
        bits += BITS;
      }
    const own = new Set<Branch<T>>();
    for (const [key, value] of entries) root = writeOnce(root, bits - BITS, key, value, own);
    return new IntMap(root, bits);
  }

  /** The entries that differ from those of another map, each key once; parts that both share are not looked at. */
  differences(other: IntMap<T>, visit: Visit<T>): void {
    const bits = Math.max(this.#bits, other.#bits);
    differing(this.#lifted(bits), other.#lifted(bits), bits - BITS, 0, visit);
  }

  #lifted(bits: number): Branch<T> {
    let root = this.#root;
    for (let own = this.#bits; own < bits; own += BITS) root = root.length === 0 ? root : [root];
    return root;
  }
}

function write<T>(node: Branch<T> | undefined, shift: number, key: number, value: T): Branch<T> {
  const copy = node === undefined ? [] : node.slice();
  const at = (key >>> shift) & MASK;
  copy[at] = shift === 0 ? value : write(copy[at] as Branch<T> | undefined, shift - BITS, key, value);
  return copy;
}

/** @param own the nodes that no other map has */
function writeOnce<T>(
  node: Branch<T> | undefined,
  shift: number,
  key: number,
  value: T,
  own: Set<Branch<T>>,
): Branch<T> {
  const isOwn = node !== undefined && own.has(node);
  const copy = (isOwn ? node : node === undefined ? [] : node.slice()) as (Branch<T> | T | undefined)[];
  if (!isOwn) own.add(copy);
  const at = (key >>> shift) & MASK;
  copy[at] = shift === 0 ? value : writeOnce(copy[at] as Branch<T> | undefined, shift - BITS, key, value, own);
  return copy;
}

function differing<T>(
  one: Branch<T> | undefined,
  other: Branch<T> | undefined,
  shift: number,
  prefix: number,
  visit: Visit<T>,
): void {
  if (one === other) return;
  const length = Math.max(one?.length ?? 0, other?.length ?? 0);
  for (let at = 0; at < length; at++) {
    const left = one?.[at];
    const right = other?.[at];
    if (left === right) continue;
    const key = (prefix << BITS) | at;
    if (shift === 0) visit(key, left as T | undefined, right as T | undefined);
    else differing(left as Branch<T> | undefined, right as Branch<T> | undefined, shift - BITS, key, visit);
  }
}
