/**
 * Proves that no regular expression of what is published takes more than linear time: sources, messages and comments are
 * somebody else's. `recheck` looks for texts that take longer, by automata where it can and by trying where it cannot; what it
 * finds is measured, as repetitions with a bound look worse to it than they are. So are 100 kB of near misses of each.
 *
 * `npm run regular-expressions`; the rules of eslint-plugin-regexp look at the same literals in `npm run lint`.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import process from "node:process";
import { check } from "recheck";
import { expressionsOf, type Expression } from "./regular-expressions/literals.js";
import { nearMisses } from "./regular-expressions/near-misses.js";
import { Stopwatch } from "./regular-expressions/stopwatch.js";

/** In milliseconds, for one text of 100 kB. Linear time takes less than 10, quadratic time more than 5,000. */
const LIMIT = 1_000;
const ATTACK_LENGTH = 100_000;
/** In milliseconds, for one expression. */
const PATIENCE = 5_000;

const expressions = expressionsOf(path.resolve(import.meta.dirname, ".."));
const slow: string[] = [];
let unproven = 0;
let texts = 0;

/** The text by which recheck wants to be slow, in the length that is measured here. */
function attackText({ pumps, suffix }: { pumps: readonly { prefix: string; pump: string }[]; suffix: string }): string {
  const rounds = Math.ceil(ATTACK_LENGTH / Math.max(1, pumps.map(({ pump }) => pump).join("").length));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(rounds)).join("") + suffix;
}

async function prove({ source, flags, place }: Expression, stopwatch: Stopwatch): Promise<void> {
  const attacks = nearMisses(source, flags);
  const verdict = await check(source, flags, { timeout: PATIENCE });
  if (verdict.status === "vulnerable") attacks.add(attackText(verdict.attack));
  else if (verdict.status === "unknown") unproven++;
  texts += attacks.size;
  for (const text of attacks)
    if (!(await stopwatch.isQuick(source, flags, text))) {
      slow.push(
        `${place}: /${source}/${flags}\n  takes more than ${LIMIT} ms for ${JSON.stringify(text.slice(0, 60))}…`,
      );
      return;
    }
}

const queue = [...expressions];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    const stopwatch = new Stopwatch(LIMIT);
    for (let next = queue.shift(); next; next = queue.shift()) await prove(next, stopwatch);
    await stopwatch.stop();
  }),
);
console.log(
  `${expressions.length} regular expressions, ${texts} texts of 100 kB: ${slow.length} take more than linear time, ${unproven} took recheck too long.`,
);
for (const line of slow) console.error(line);
if (slow.length > 0) process.exitCode = 1;
