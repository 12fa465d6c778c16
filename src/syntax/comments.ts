/** A text without its block comments. One that is not closed is left as it stands. */
export function withoutBlockComments(text: string): string {
  let rest = "";
  let at = 0;
  for (let open = text.indexOf("/*"); open >= 0; open = text.indexOf("/*", at)) {
    const close = text.indexOf("*/", open + 2);
    if (close < 0) break;
    rest += text.slice(at, open);
    at = close + 2;
  }
  return rest + text.slice(at);
}

const LINE_END = /[\n\r\u2028\u2029]/gu;

/** The offset of the next line end, or the end of the text. */
function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** The end of the comment that begins at an offset; undefined where none begins there, or it is not closed. */
export function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith("//", at) || (at === 0 && text.startsWith("#!"))) return lineEnd(text, at);
  if (!text.startsWith("/*", at)) return undefined;
  const close = text.indexOf("*/", at + 2);
  return close < 0 ? undefined : close + 2;
}

/** The first offset from a given one on at which neither white space nor a comment stands. */
export function codeStart(text: string, from = 0): number {
  const space = /\s*/uy;
  for (let at = from; ;) {
    space.lastIndex = at;
    space.test(text);
    const end = commentEnd(text, space.lastIndex);
    if (end === undefined) return space.lastIndex;
    at = end;
  }
}
