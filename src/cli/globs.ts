/** What a glob pattern of this program's own lists matches: `**`, `*`, `?` and `{a,b}`; paths have `/` between the names. */
export function globToRegExp(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[\\^$+.()|[\]]/gu, (token) => {
    switch (token) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth++;
        return "(?:";
      case "}":
        depth--;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        return `\\${token}`;
    }
  });
  return new RegExp(`^${source}$`, "u");
}
