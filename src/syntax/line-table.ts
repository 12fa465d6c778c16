/** A place in the text, 1-based, in UTF-16 units as ESLint counts them. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns, and back. */
export class LineTable {
  readonly text: string;
  readonly #starts: number[] = [0];

  /** @param text without a byte order mark, which no column counts */
  constructor(text: string) {
    this.text = text;
    const end = /\r\n|[\n\r\u2028\u2029]/gu;
    while (end.test(text)) this.#starts.push(end.lastIndex);
  }

  get count(): number {
    return this.#starts.length;
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

  /** The offset at which the line of an offset begins. */
  startOf(offset: number): number {
    return offset - this.place(offset).column + 1;
  }

  /** The offset behind the line end of an offset's line; undefined on the last line. */
  endOf(offset: number): number | undefined {
    return this.#starts[this.place(offset).line];
  }

  /** The offset of a place; one behind the last line is the end of the text. */
  offset({ line, column }: Place): number {
    const start = this.#starts[line - 1];
    return start === undefined ? this.text.length : Math.min(start + column - 1, this.text.length);
  }

  /** The text of a line, its end left out. */
  line(line: number): string {
    const start = this.#starts[line - 1] ?? this.text.length;
    return this.text.slice(start, this.#starts[line]).replace(/(?:\r\n|[\n\r\u2028\u2029])$/u, "");
  }
}
