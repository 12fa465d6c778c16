/** A change of the text: `text` stands where the range was. Offsets in UTF-16 code units. */
export interface Edit {
  readonly range: readonly [number, number];
  readonly text: string;
}
