import type { Framework } from "./types.js";

/** A function in a tool's reach, as far as advice hangs on it. */
export interface Adviced {
  readonly framework: Framework;
  /** The framework is known, not guessed. */
  readonly certain: boolean;
  /** `result`: what the function returns is the tool's result; `data`: it works for one that does. */
  readonly role: "result" | "data";
}

const RETURN = "return an error result with `isError: true`";

/**
 * What to do so that the model gets to know of a failure, as sentence parts to choose from: what counts as an error is the
 * framework's matter. `throwing` says how the failure would be thrown here: "rethrow", "let it reject".
 */
export function waysToTell({ framework, certain, role }: Adviced, throwing: string): readonly string[] {
  const { name, outcomes } = framework;
  if (!certain) return [RETURN, throwing];
  switch (outcomes.failureForm) {
    case "return":
      return [role === "result" ? RETURN : `${throwing}, and ${RETURN} in the handler`];
    case "throw":
      return [throwing];
    case "neither":
      return [
        `say in the answer itself what failed: ${name} drops \`isError\` and makes a protocol error of a throw, so neither way shows the model a failure`,
      ];
    case "either":
      return [RETURN, outcomes.readableFailure === undefined ? throwing : `end with \`${outcomes.readableFailure}\``];
  }
}

/** "Return an error result with `isError: true`, or rethrow" */
export function advise(place: Adviced, throwing: string): string {
  const advice = waysToTell(place, throwing).join(", or ");
  return advice.charAt(0).toUpperCase() + advice.slice(1);
}
