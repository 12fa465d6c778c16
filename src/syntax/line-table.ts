/** A place in a text, 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns; a line ends where ECMAScript says that it does. */
export class LineTable {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/gu)) this.#starts.push(match.index + match[0].length);
  }

  place(offset: number): Place {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
