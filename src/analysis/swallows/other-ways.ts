import type { TSESTree } from "@typescript-eslint/types";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, enclosingFunction } from "../../syntax/tree.js";
import type { Answer } from "../catches/catches.js";
import type { File } from "../file.js";
import { WAITS } from "../exits/loops.js";
import { attemptOf, waitsIn } from "./excuses.js";
import { sourceOf } from "./failure-paths.js";

/** `try { return await saveTo(folder, rows); } catch { return format(rows); } … return format(rows);`: the whole answer, another way. */
export function endsAsWithout({ node }: Answer, statement: TSESTree.TryStatement, file: File): boolean {
  const words = file.textOf(node);
  const fn = enclosingFunction(statement);
  return (
    fn !== undefined &&
    contains(node, (part) => part.type === "CallExpression") &&
    returnedExpressions(fn).some((other) => other.range[0] > statement.range[1] && file.textOf(other) === words)
  );
}

/** `catch { await create(entry); return done; }`: the clause does the work another way, and what fails then is told. */
export function worksAnotherWay({ body }: TSESTree.CatchClause): boolean {
  return body.body.some((statement) => {
    if (statement.type !== "VariableDeclaration" && statement.type !== "ExpressionStatement") return false;
    if (!waitsIn(statement) || attemptOf(statement) !== "work") return false;
    const work = sourceOf(statement)?.split(".").at(-1);
    return work !== undefined && !WAITS.test(work);
  });
}
