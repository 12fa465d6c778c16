import { categoryOfStatus, TERMINAL_CATEGORIES, type Category } from "../../contract/categories.js";
import { categoryOfClass } from "../../contract/category-words.js";
import { lastName } from "../../syntax/names.js";
import type { Condition } from "../flow/conditions.js";
import type { Site } from "../flow/values.js";

/** What a test has found a failure to be: by its HTTP status, or by its class. */
export interface TestedKind {
  readonly category: Category;
  readonly status: number | undefined;
  readonly className: string | undefined;
  /** The test. */
  readonly test: Site | undefined;
}

/** The HTTP statuses that tests have found: `status === 403`. */
export function statusesIn(conditions: readonly Condition[]): readonly number[] {
  return conditions.flatMap((condition) => statusIn(condition) ?? []);
}

function statusIn({ subject, operator, holds, other, either }: Condition): number | undefined {
  if (!holds || either || !/^={2,3}$/u.test(operator)) return undefined;
  if (other?.kind !== "constant" || typeof other.value !== "number") return undefined;
  const isStatus =
    subject.kind === "derived" &&
    (/(?:^|\.)(?:status|statusCode|code)$/u.test(subject.key ?? "") ||
      subject.sources.some((source) => source.kind === "failure" && source.part === "status"));
  return isStatus ? other.value : undefined;
}

/** `SyntaxError`, `TypeError`: the platform throws them for whatever reason. */
function classIn({ site: { node }, operator, holds, other, either }: Condition): string | undefined {
  if (!holds || either || operator !== "instanceof" || other?.kind === "builtin") return undefined;
  return node.type === "BinaryExpression" ? lastName(node.right) : undefined;
}

/** The kinds that tests have found where no repetition helps: `status === 403`, `error instanceof PermissionDeniedError`. */
export function terminalKindsIn(conditions: readonly Condition[]): readonly TestedKind[] {
  return conditions.flatMap((condition) => {
    const status = statusIn(condition);
    const className = status === undefined ? classIn(condition) : undefined;
    const category = status === undefined ? categoryOfClass(className ?? "") : categoryOfStatus(status);
    return category && TERMINAL_CATEGORIES.has(category) ? [{ category, status, className, test: condition.site }] : [];
  });
}
