import { KEYS } from "./table.js";
import { keysOf } from "./patterns.js";

/** "Request failed with status code 404", "HTTP 503", "API error (429)", "responded with 502"; no counts of things. */
const STATUS =
  /\b(?:http\S*|status|code|error|failed|returned|respon(?:se|ded))(?:\W|error|status|code|with|of){1,9}([45]\d\d)(?![\w%]|\.\d| \w+s\b)/i;

/**
 * What the words of a wrapper say of the error that it hides, in the shape that such an error has. The words decide; they are
 * never told.
 */
export const wordsOf = (node: any): object => {
  const words: string = (typeof node === "string" ? node : node.message).slice(0, 1000);
  return {
    code: [
      // Not ENOENT of a missing program, which is the server's own fault.
      ...(/\bspawn /.test(words) ? [] : (words.match(/\b[A-Z][A-Z\d_]{3,}\b/g) ?? [])),
      // Names of statuses as a part of the message, also behind their number: "Request failed: 404 Not Found".
      ...words.split(/[^\w ]/).map((part) =>
        part
          .trim()
          .replace(/^\d+ +/, "")
          .replace(/ /g, "_"),
      ),
      words,
    ].find((code) => keysOf(code).some((key) => KEYS.has(key))),
    status: STATUS.exec(words)?.[1],
    retryAfter: /\b(?:re)?try (?:again )?(?:after|in) (\d+(?:\.\d+)?) ?s/i.exec(words)?.[1],
  };
};
