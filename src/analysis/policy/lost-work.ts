import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, receiverName } from "../../syntax/names.js";
import { contains, isFunction, isInside, parentOf, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { changes } from "../flow/effects.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyedAtEnd } from "../flow/provenance.js";
import { effectOfName, effectOfTool, saysItReuses } from "../tools/tool-effects.js";
import type { Condition } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import type { Site, Source, Value } from "../flow/values.js";
import { takesCallback } from "../flow/lists.js";
import { isDoneOnce } from "./existing.js";
import { isTakenBackOrRepeated } from "../tools/reach.js";
import { declaresToolResult } from "../tools/result-types.js";
import { functionsCalled } from "../values/implementations.js";
import { rootEnv } from "../values/values.js";
import { memoised, memoisedForBoth } from "../memoised.js";
import { conveyanceOf } from "../exits/conveyance.js";
import type { Exit } from "../exits/exits.js";

/** Work that had been done when a failure came, at an exit that tells of the failure and not of the work. */
export interface LostWork {
  readonly work: Operation;
  readonly failure: Failure;
  readonly exit: Exit;
  /** The exits of the same tool. */
  readonly others: readonly Exit[];
  /** The failure is one of the same operation, for another item. */
  readonly isRepeated: boolean;
  /** The calls in one function that lead to the work, and to what fails. */
  readonly working: Site;
  readonly failing: Site;
  /** The loop around both, or the call of a list's method that runs them for each item. */
  readonly loop: Node | undefined;
}

/** Why the work may be left out. */
export interface LostWorkExemption {
  readonly id: string;
  readonly when: (lost: LostWork) => boolean;
  /** What is exempt, for the rule's page. */
  readonly describes: string;
  readonly example: string;
  /** Code that looks alike and is not exempt. */
  readonly counterExample: string;
}

/** The functions that lead to an operation, by their names; a list's method is none of them. */
function namesOf({ stack }: Operation): string[] {
  return stack.sites().flatMap(({ node }) => {
    const name = node.type === "CallExpression" ? calleeName(node) : undefined;
    return node.type === "CallExpression" && !takesCallback(name ?? "") ? (dottedName(node.callee) ?? name ?? []) : [];
  });
}

/** The same, and the operation itself: with its owner, but for a known package's, such as a pool of connections. */
const callNames = memoised((operation: Operation): readonly string[] => {
  const { row, verb, receiver } = operation;
  return [...namesOf(operation), row ? verb : `${receiver}.${verb}`];
});

/** Objects of the process, sessions, and what a second run makes anew. */
const OWN_BUSINESS =
  /stream|connect|session|context|transport|listener|script|hash|element|cache|index|temp|tmp|mkdir|folder|progress|notif|log(?:ger|in|out)?\b|metric|telemetry|analytics|posthog|amplitude|mixpanel|sentry|(?:^|\.)track|audit|cookie|embedding|vector|chunk|memory|auth|token|credential|lock\b|lease|subscri|sandbox|agent|backup|checkpoint|snapshot|terminal|shell|(?:create|make|build|init)\w*(?:client|core|manager|provider|engine|runtime|sdk)$/iu;
/** What shows pages; what is filled in there stays. */
const BROWSER = /browser|\bpage\b|\btabs?\b|\bwindows?\b/iu;
const TRANSACTION = /transaction|atomic|savepoint|unitOfWork|\bbegin|batch\b/iu;
const UNDOES =
  /rollback|undo|revert|restore|compensat|cleanup|clean_up|delete|remove|destroy|cancel|abort|unlink|\brm\b/iu;
const COMMITS = /(?:^|\.)(?:commit|finali[sz]e|publish|flush|submit)\w*$/iu;
/** What reads the answer of a request. */
const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData|next|read|parse)$/u;
/** A model is asked by `create`. */
const GENERATES =
  /(?:completions|embeddings|responses|moderations|images|speech|transcriptions|translations|generations|messages|threads|runs)\.create$/u;

/** No file of the project, and no alias of one: `@/db`. */
const PACKAGE = /^(?:@[\w-]|\w)[^:]*$/u;

/** `Org.create(name)` of a package's class: a client, a parser, and nothing in a service. */
function isFactory({ callee }: Operation): boolean {
  return (
    callee.kind === "library" &&
    PACKAGE.test(callee.module) &&
    callee.path.length === 2 &&
    /^[A-Z]\w*[a-z]/u.test(callee.path[0] ?? "") &&
    /^(?:create|make|build|init|open|from|of)/u.test(callee.path[1] ?? "")
  );
}

const statementOf = ({ args }: Operation): string => {
  const [first] = args;
  return first?.kind === "constant" && typeof first.value === "string" ? first.value.trim() : "";
};

const isNamed = memoisedForBoth((operation: Operation, pattern: RegExp): boolean =>
  callNames(operation).some((name) => pattern.test(name)),
);

/** Operations that what is given to one derives from, directly or by way of others. */
export function basisOf(operation: Operation, exit: Exit): ReadonlySet<Operation> {
  return bases(exit, operation);
}

const MAX_STEPS = 4;

const bases = memoisedForBoth(({ state }: Exit, operation: Operation): ReadonlySet<Operation> => {
  const found = new Set<Operation>();
  const collect = (one: Operation, left: number): void => {
    if (left <= 0) return;
    for (const value of [one.callee, ...one.args])
      for (const source of conveyedAtEnd(state, value))
        if (source.kind === "operation" && !found.has(source.operation)) {
          found.add(source.operation);
          collect(source.operation, left - 1);
        }
  };
  collect(operation, MAX_STEPS);
  return found;
});

/** Everything that what is given to an operation derives from, directly or by way of others. */
function givenTo(operation: Operation, exit: Exit): readonly Source[] {
  return given(exit, operation);
}

const given = memoisedForBoth((exit: Exit, operation: Operation): readonly Source[] =>
  [operation, ...basisOf(operation, exit)].flatMap(({ args, inputs, callee }) => [
    ...inputs,
    ...[callee, ...args].flatMap((arg) => conveyedAtEnd(exit.state, arg)),
  ]),
);

/** Operations that completed on the path after the failure. */
function after({ failure, exit }: LostWork): Operation[] {
  const earlier = exit.state.earlier.get(failure) ?? [];
  return exit.completed.filter((one) => !earlier.includes(one) && one !== failure.operation);
}

/** The tests on the way ask what the work has brought. */
function isAskedFor({ work, exit }: LostWork): boolean {
  return exit.conditions.some(({ subject }) =>
    conveyedAtEnd(exit.state, subject).some(
      (source) =>
        source.kind === "operation" && (source.operation === work || basisOf(source.operation, exit).has(work)),
    ),
  );
}

/**
 * A call on the way runs a callback that it is given, and is no method of a list or promise, and no function of the project:
 * it may do it again or take it back, by its name; or it is told what was done; or what it makes of the callback's value is
 * not what the tool returns.
 */
function isRunByOthers({ stack, site }: Operation): boolean {
  const sites = [...stack.sites(), site];
  return sites.some(({ node }, at) => {
    const inner = sites[at + 1];
    if (node.type !== "CallExpression" || !inner) return false;
    const name = calleeName(node) ?? "";
    if (takesCallback(name) || /^(?:then|catch|finally)$/u.test(name)) return false;
    const callback = node.arguments.find((argument) => isInside(inner.node, argument));
    if (!callback) return false;
    return !isFunction(callback) || callback.params.length > 0 || isTakenBackOrRepeated(callback) || !isReturned(node);
  });
}

const namesVerdict = memoisedForBoth((test: Node, file: File) =>
  /\bis(?:Err|Ok|Error|Failure|Success|Left|Right)\b/u.test(file.textOf(test)),
);
function isReturned(call: Node): boolean {
  const up = parentOf(call);
  if (up?.type === "AwaitExpression") return isReturned(up);
  return up?.type === "ReturnStatement" || (isFunction(up) && up.body === call);
}

/** `if (added.isErr())` */
function asksWhetherItWorked({ site, subject, either }: Condition, operation: Operation, exit: Exit): boolean {
  if (either?.some((one) => asksWhetherItWorked(one, operation, exit))) return true;
  return (
    namesVerdict(site.node, site.file) &&
    conveyedAtEnd(exit.state, subject).some(
      (source) => source.kind === "operation" && isMadeOf(source.operation, operation, exit),
    )
  );
}

const isAskedWhetherItWorked = memoisedForBoth((others: readonly Exit[], operation: Operation): boolean =>
  others.some((other) => other.conditions.some((condition) => asksWhetherItWorked(condition, operation, other))),
);

/** On a path on which nothing fails, a commit follows. */
const isCommitted = memoisedForBoth((others: readonly Exit[], work: Operation): boolean =>
  others.some(
    (other) =>
      other.failures.length === 0 &&
      other.completed.some((one) => one !== work && (COMMITS.test(one.verb) || /^COMMIT\b/iu.test(statementOf(one)))),
  ),
);

/** What the lists of the server that a path has changed derive from. */
const notedAt = memoised(({ state }: Exit): readonly Source[] =>
  state.changedLists.flatMap((list) => [
    ...[...(list.kind === "list" ? list.items : list.fields.values())].flatMap((item) => conveyedAtEnd(state, item)),
    ...list.sources,
  ]),
);

/** An operation, or one that works on what it has brought. */
export function isMadeOf(one: Operation, work: Operation, exit: Exit): boolean {
  return one === work || basisOf(one, exit).has(work);
}

/** The list around a call that `Promise.all` is given: `Promise.all([f(), g()])`, `const all = [f(), g()]; await Promise.all(all)`. */
export function listAround({ node, file }: Site): Node | undefined {
  for (let at: Node | undefined = node; at && !isFunction(at); at = parentOf(at)) {
    const up = parentOf(at);
    if (at.type !== "ArrayExpression" || !up) continue;
    if (isPromiseAll(up)) return at;
    const variable = up.type === "VariableDeclarator" && up.init === at ? file.bindings.variable(up.id) : undefined;
    if (variable?.references.some(({ identifier }) => isPromiseAll(parentOf(identifier)))) return at;
  }
  return undefined;
}

function isPromiseAll(node: Node | undefined): boolean {
  return node?.type === "CallExpression" && dottedName(node.callee) === "Promise.all";
}

const MAKES = /^(?:create|insert|upload|start|begin|open|init|prepare|stage)/u;
/** An upload, a draft, the tree of a commit, the folder or the container of what goes in there. */
const PIECE =
  /upload|attachment|blob|tree(?:s?$|[A-Z])|draft|temp|tmp|staged?(?:$|[A-Z])|staging|session|folder|directory|container|chunk|multipart|placeholder|media/iu;
/** What is said of a thing that is there: `files.createPermission({ fileId })`, `addLabels(id)`. */
const QUALIFIES = /permission|shar(?:e|ing)|label|tag|member|collaborator|comment|note/iu;

/** `uploadFile(…)`, `createDraft(…)`, `drafts.create(…)`. */
function makesPiece({ node }: Site): boolean {
  const name = node.type === "CallExpression" ? (calleeName(node) ?? "") : "";
  if (node.type !== "CallExpression" || !MAKES.test(name)) return false;
  return PIECE.test(name) || (/^(?:create|insert|init|start)$/u.test(name) && PIECE.test(receiverName(node)));
}

/** The operation makes the thing itself of what the work has made. */
function finishes(one: Operation, work: Operation, exit: Exit): boolean {
  return one !== work && !QUALIFIES.test(`${one.receiver}.${one.verb}`) && basisOf(one, exit).has(work);
}

/** A value holds the results themselves, and is not only computed from them: `JSON.stringify(total)`. */
function holds(value: Value, isOf: (source: Source) => boolean, state: State, isPart: boolean, depth = 8): boolean {
  if (depth <= 0) return true;
  switch (value.kind) {
    case "derived":
      return isPart && value.sources.some(isOf);
    case "json":
      return holds(value.of, isOf, state, false, depth - 1);
    case "text":
      return value.parts.some((part) => typeof part !== "string" && holds(part, isOf, state, true, depth - 1));
    case "union":
      return value.of.some((one) => holds(one, isOf, state, isPart, depth - 1));
    case "reference": {
      const object = state.objectOf(value);
      if (!object) return false;
      const held = object.kind === "list" ? object.items : [...object.fields.values()];
      return object.sources.some(isOf) || held.some((one) => holds(one, isOf, state, true, depth - 1));
    }
    default:
      return false;
  }
}

/** The failing call stands in a `catch` block that another failure has led to. */
function isHandling(failure: Failure, { state }: Exit): boolean {
  const { site, stack } = failure.operation;
  const sites = [...stack.sites(), site];
  return [...state.caught].some(
    ([other, { node, file }]) =>
      other !== failure &&
      node.type === "CatchClause" &&
      sites.some((one) => one.file.filename === file.filename && isInside(one.node, node.body)),
  );
}

export const LOST_WORK_EXEMPTIONS: readonly LostWorkExemption[] = [
  {
    id: "own-failure",
    describes: "The failure is found in what the work itself has answered",
    example: 'const made = await api.createTask(id); if (!made.ok) throw new Error("No task."); return text("Done.");',
    counterExample:
      'const made = await api.createTask(id); if (!(await api.hasRoom(id))) throw new Error("No room."); return text("Done.");',
    when: (lost) =>
      !lost.isRepeated &&
      ((READS_BODY.test(lost.failure.operation.verb) && basisOf(lost.failure.operation, lost.exit).has(lost.work)) ||
        (lost.failure.origin === "first-party" && isAskedFor(lost)) ||
        lost.failure.origin === "validator"),
  },
  {
    id: "handling",
    describes:
      "What fails is a step of the clause that handles an earlier failure: it puts that one into words, or logs it",
    example:
      'const made = await board.createTask(id); try { if (made.isLocked) throw new Error("The task is locked."); } catch (error) { return fail(wordsOf(error)); } return text("Done.");',
    counterExample:
      'const made = await board.createTask(id); try { await mail.sendNote(made.id); } catch (error) { return fail(error.message); } return text("Done.");',
    when: ({ failure, exit }) => isHandling(failure, exit),
  },
  {
    id: "taken-back",
    describes: "What was done is undone before the error leaves",
    example:
      "const done = []; try { for (const id of ids) done.push(await board.createTask(id)); } catch (error) { await board.rollback(done); throw error; } return json({ done });",
    counterExample:
      "const done = []; try { for (const id of ids) done.push(await board.createTask(id)); } catch (error) { logger.error(error); throw error; } return json({ done });",
    when: (lost) => after(lost).some((one) => isNamed(one, UNDOES) || /^ROLLBACK\b/iu.test(statementOf(one))),
  },
  {
    id: "all-or-nothing",
    describes: "The work counts only with what comes after it: a transaction, or a commit",
    example: 'await db.begin(); for (const id of ids) await db.createRow(id); await db.commit(); return text("Done.");',
    counterExample: 'await db.open(); for (const id of ids) await db.createRow(id); return text("Done.");',
    when: ({ work, failure, exit, others }) =>
      isNamed(work, TRANSACTION) ||
      isNamed(failure.operation, TRANSACTION) ||
      exit.completed.some(
        (one) => isNamed(one, TRANSACTION) || /^(?:BEGIN|START\s+TRANSACTION)\b/iu.test(statementOf(one)),
      ) ||
      isCommitted(others, work),
  },
  {
    id: "run-by-others",
    describes: "Work in a callback of unknown code, which may retry it, undo it, or report it",
    example:
      'await db.run(async (unit) => { for (const id of ids) await board.createTask(id); }); return text("Done.");',
    counterExample: 'for (const id of ids) await board.createTask(id); return text("Done.");',
    when: ({ failure }) => isRunByOthers(failure.operation),
  },
  {
    id: "hook",
    describes: "The failure of a function that the tool is handed: nobody knows what stands behind it",
    example:
      'server.registerTool("run", {}, async ({ id, hook }) => { await board.createTask(id); await hook(id); return { content: [] }; });',
    counterExample:
      'server.registerTool("run", {}, async ({ id }) => { await board.createTask(id); await mail.hook(id); return { content: [] }; });',
    when: ({ failure: { operation } }) =>
      operation.callee.kind === "derived" &&
      operation.callee.sources.length > 0 &&
      operation.callee.sources.every(({ kind }) => kind === "input"),
  },
  {
    id: "answers-failures",
    describes: "The failing step is asked whether it worked: its failures come as values",
    example:
      "const task = await board.createTask(id); const sent = await mail.sendNote(task.id); if (sent.isErr()) return fail(`No note for ${task.id}.`); return json({ task });",
    counterExample:
      "const task = await board.createTask(id); const sent = await mail.sendNote(task.id); return json({ task, sent });",
    when: ({ failure, others }) => isAskedWhetherItWorked(others, failure.operation),
  },
  {
    id: "noted-elsewhere",
    describes: "What was done is noted in a list of the server, which another tool may tell",
    example:
      'const sent = []; server.registerTool("send", {}, async ({ ids }) => { for (const id of ids) { await billing.sendInvoice(id); sent.push(id); } return { content: [] }; });',
    counterExample:
      'server.registerTool("send", {}, async ({ ids }) => { const sent = []; for (const id of ids) { await billing.sendInvoice(id); sent.push(id); } return { content: [] }; });',
    when: ({ work, exit }) =>
      notedAt(exit).some(
        (source) =>
          (source.kind === "operation" && source.operation === work) ||
          (source.kind === "item" && source.loop === work.loop),
      ),
  },
  {
    id: "tried-out",
    describes: "The path has found that the work was only tried out: `if (made.dryRun)`",
    example: 'const made = await board.createTask(id); if (made.dryRun) await board.addNote(id); return text("Done.");',
    counterExample:
      'const made = await board.createTask(id); if (made.isNew) await board.addNote(id); return text("Done.");',
    when: ({ exit, work }) =>
      exit.conditions.some(
        ({ subject, holds }) =>
          holds &&
          subject.kind === "derived" &&
          /\.(?:is)?_?(?:dry_?run|preview|skipped|existing|existed)$/iu.test(subject.key ?? "") &&
          subject.sources.some((source) => source.kind === "operation" && source.operation === work),
      ),
  },
  {
    id: "piece",
    describes: "A piece of the one thing that a later step makes: a draft, an upload",
    example: 'const draft = await mail.createDraft(text); await mail.sendDraft(draft.id); return text("Done.");',
    counterExample: 'const task = await board.createTask(text); await board.sendTask(task.id); return text("Done.");',
    when: ({ work, failure, working, exit, others, isRepeated }) =>
      makesPiece(working) &&
      (isRepeated
        ? others.some(
            (other) => other.failures.length === 0 && other.completed.some((one) => finishes(one, work, other)),
          )
        : finishes(failure.operation, work, exit)),
  },
  {
    id: "unimportant",
    describes: "Work whose own failure the tool goes on after without a word: nobody asks whether it worked",
    example: "await mail.sendNote(id).catch(() => {}); const task = await board.createTask(id); return json({ task });",
    counterExample: "await mail.sendNote(id); const task = await board.createTask(id); return json({ task });",
    when: ({ work, others, working }) =>
      others.some(
        (other) =>
          other.seen === "result" &&
          other.failures.some((own) => own.operation === work && conveyanceOf(other, own) === "none"),
      ) ||
      (working.node.type === "CallExpression" &&
        working.node !== work.site.node &&
        working.node.parent.type === "AwaitExpression" &&
        working.node.parent.parent.type === "ExpressionStatement" &&
        functionsCalled(working.node, rootEnv(working.file)).some(({ fn }) => declaresToolResult(fn))),
  },
  {
    id: "general-read",
    describes: 'A later read or refresh that is given nothing: `getAccount()`, `triggerSync("created")`',
    example:
      "const task = await board.createTask(id); const account = await api.getAccount(); return json({ task, account });",
    counterExample:
      "const task = await board.createTask(id); const account = await api.getAccount(task.owner); return json({ task, account });",
    when: ({ failure: { operation }, exit, isRepeated }) =>
      !isRepeated &&
      /^(?:get|is|has|list|read|load|sync|triggerSync|flush)/u.test(operation.verb) &&
      operation.repeats &&
      operation.args.every((arg) => conveyedAtEnd(exit.state, arg).length === 0),
  },
  {
    id: "read-at-once",
    describes: "A read that runs at the same time",
    example:
      "const [task, owner] = await Promise.all([board.createTask(id), api.getOwner(id)]); return json({ task, owner });",
    counterExample:
      "const [task, note] = await Promise.all([board.createTask(id), mail.sendNote(id)]); return json({ task, note });",
    when: ({ failure, working, failing, isRepeated }) =>
      !isRepeated &&
      !changes(failure.operation.effect) &&
      listAround(working) !== undefined &&
      listAround(working) === listAround(failing),
  },
  {
    id: "own-business",
    describes: "An object of the process, a session, a client, a cache, a log: what a second run makes anew",
    example: 'for (const id of ids) await cache.addEntry(id); return text("Done.");',
    counterExample: 'for (const id of ids) await orders.addEntry(id); return text("Done.");',
    when: ({ work }) =>
      isNamed(work, OWN_BUSINESS) ||
      isNamed(work, GENERATES) ||
      isFactory(work) ||
      (work.effect === "adds" && isNamed(work, BROWSER)),
  },
  {
    id: "not-asked-for",
    describes: "Work that doesn't use the tool's input",
    example: 'await board.createColumn("New"); const task = await board.createTask(id); return json({ task });',
    counterExample: "await board.createColumn(name); const task = await board.createTask(id); return json({ task });",
    when: ({ work, exit, isRepeated }) => !isRepeated && !givenTo(work, exit).some(({ kind }) => kind === "input"),
  },
  {
    id: "before-a-change",
    describes: "Reads for a change that is yet to come",
    example:
      "const tasks = []; for (const id of ids) tasks.push(await board.getTask(id)); await board.moveTasks(tasks); return json({ tasks });",
    counterExample:
      "const tasks = []; for (const id of ids) tasks.push(await board.getTask(id)); return json({ tasks });",
    when: ({ work, others }) =>
      !changes(work.effect) &&
      others.some(
        ({ completed, failures }) =>
          failures.length === 0 &&
          completed.includes(work) &&
          completed.slice(completed.indexOf(work)).some(({ effect }) => changes(effect)),
      ),
  },
  {
    id: "not-in-the-answer",
    describes: "Reads that the result does not hold when all goes well, or holds a sum of",
    example: 'for (const id of ids) await board.getTask(id); return text("All are there.");',
    counterExample:
      "const tasks = []; for (const id of ids) tasks.push(await board.getTask(id)); return json({ tasks });",
    when: ({ work, others }) =>
      !changes(work.effect) &&
      !others.some(
        ({ seen, failures, visible, state }) =>
          seen !== "protocol-error" &&
          failures.length === 0 &&
          visible.parts.some((part) =>
            holds(
              part,
              (source) =>
                (source.kind === "operation" && source.operation === work) ||
                (source.kind === "item" && source.loop === work.loop),
              state,
              true,
            ),
          ),
      ),
  },
  {
    id: "repetition",
    describes: "The same work again and again: a retry, a poll",
    example: 'let state; while (state !== "ready") state = await board.getState(id); return json({ state });',
    counterExample:
      "const states = []; for (const id of ids) states.push(await board.getState(id)); return json({ states });",
    when: ({ work, exit, loop, isRepeated }) =>
      isRepeated &&
      work.repeats &&
      !(changes(work.effect) && (loop?.type === "ForOfStatement" || loop?.type === "CallExpression")) &&
      !givenTo(work, exit).some(({ kind }) => kind === "item"),
  },
  {
    id: "nothing-found",
    describes: "Reads that go on because those before have found nothing",
    example:
      "let task = null; for (const id of ids) if (task === null) task = await board.findTask(id); return json({ task });",
    counterExample:
      "const tasks = []; for (const id of ids) tasks.push(await board.findTask(id)); return json({ tasks });",
    when: ({ work, exit, isRepeated }) =>
      isRepeated &&
      !changes(work.effect) &&
      exit.conditions.some(
        ({ holds: isSo, operator, other, subject }) =>
          isSo &&
          /^===?$/u.test(operator) &&
          other?.kind === "constant" &&
          !other.value &&
          conveyedAtEnd(exit.state, subject).some((source) => source.kind === "operation" && source.operation === work),
      ),
  },
];

export type LostOption = "reads" | "convergentWrites" | "unclearWrites" | "steps";

/** The option that asks for it; undefined where a second call surely does harm. */
export function optionOf(lost: LostWork): LostOption | undefined {
  const { work, failure, others, isRepeated } = lost;
  if (!changes(work.effect) || onlyReads(others) || isCalledAsRead(lost)) return "reads";
  const sites = [work.site, ...work.stack.sites()];
  if (
    work.effect === "sets" ||
    sites.some(({ node, file }) => isDoneOnce(node, file)) ||
    tellsOfReuse(others) ||
    (work.effect === "removes" && isLookedUp(lost))
  )
    return "convergentWrites";
  if (work.effect === "acts") return "unclearWrites";
  return isRepeated || (work.loop !== undefined && work.loop === failure.operation.loop) ? undefined : "steps";
}

// All exits are of one tool.
const onlyReads = memoised(
  ([exit]: readonly Exit[]): boolean => exit !== undefined && effectOfTool(exit.tool, exit.file).writes === false,
);
const tellsOfReuse = memoised(
  ([exit]: readonly Exit[]): boolean => exit !== undefined && saysItReuses(exit.tool, exit.file),
);

/** What is given to the work comes of what the tool has looked up by itself: a second call finds what is left. */
function isLookedUp({ work, exit }: LostWork): boolean {
  const all = work.args.map((arg) => conveyedAtEnd(exit.state, arg));
  const ofItems = all.filter((sources) => sources.some(({ kind }) => kind === "item"));
  return (ofItems.length > 0 ? ofItems : all).every((sources) => !sources.some(({ kind }) => kind === "input"));
}

/** `client.searchNotes(text)`, whatever request it sends. */
function isCalledAsRead({ work, working }: LostWork): boolean {
  const sites = work.stack.sites();
  return sites
    .slice(Math.max(sites.indexOf(working), 0))
    .some(
      ({ node }) =>
        node.type === "CallExpression" && effectOfName(calleeName(node)).writes === false && !isGivenMethod(node),
    );
}

/** `fetchJson(url, { method: "POST" })` */
function isGivenMethod({ arguments: given }: TSESTree.CallExpression): boolean {
  return given.some((argument) =>
    contains(argument, (node) => node.type === "Literal" && /^(?:POST|PUT|PATCH|DELETE)$/u.test(String(node.value))),
  );
}
