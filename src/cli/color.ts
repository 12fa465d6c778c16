/** Colours are for terminals; `NO_COLOR` and `FORCE_COLOR` (https://no-color.org, https://force-color.org) overrule that. */
export function wantsColor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return isTerminal && env["TERM"] !== "dumb";
}
