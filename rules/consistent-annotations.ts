import type { RuleOptions } from "../src/rule-options.js";
import type { Change, DeclaredTool, HintName, WritingCall } from "../src/analysis/tools/declared/index.js";
import { changesOf, declarationsIn } from "../src/analysis/tools/declared/index.js";
import { effectOfName, saysItReuses } from "../src/analysis/tools/tool-effects.js";
import type { Model } from "../src/analysis/model.js";
import { createRule, type Suggestion } from "../src/create-rule.js";

type Options = [RuleOptions["consistent-annotations"]];
type MessageIds = "readOnlyWrites" | "harmlessDeletes" | "idempotentCreates" | "unannotatedDelete" | "setHint";

/** A hint that is at odds with what the handler does: its value, and the change that contradicts it. */
const CONTRADICTIONS: readonly {
  readonly hint: HintName;
  readonly value: boolean;
  readonly changes: readonly Change[];
  readonly messageId: MessageIds;
}[] = [
  { hint: "readOnlyHint", value: true, changes: ["creates", "deletes", "changes"], messageId: "readOnlyWrites" },
  { hint: "destructiveHint", value: false, changes: ["deletes"], messageId: "harmlessDeletes" },
  { hint: "idempotentHint", value: true, changes: ["creates"], messageId: "idempotentCreates" },
];

function suggestion(declared: DeclaredTool, name: HintName, model: Model): Suggestion<MessageIds>[] {
  const { annotations } = declared;
  const hint = annotations.kind === "hints" ? annotations.hints.get(name) : undefined;
  if (hint?.file !== model.file || hint.node.type !== "Literal") return [];
  const text = String(!hint.value);
  return [{ messageId: "setHint", data: { hint: name, value: text }, edits: [{ range: hint.node.range, text }] }];
}

const DELETES = /delete|remove|destroy|purge|drop|unlink|trash|erase|wipe/iu;

/**
 * The call does the tool's own work: the name says so, or nothing else stands between. What a tool that reads comes to by
 * several steps may be a copy that it keeps, and what it sends by `POST` may be a question.
 * @param isOfRun the call was found by a run of the tool: it counts as well if the name doesn't speak of reading
 */
function isMeant({ change, isDirect, isSure }: WritingCall, name: string, isOfRun: boolean): boolean {
  const { writes, idempotent } = effectOfName(name);
  if (change === "creates") return idempotent === false || (isSure && isDirect && idempotent === undefined);
  const isNamed = change === "deletes" ? DELETES.test(name) : writes === true;
  return isNamed || (isSure && (isDirect || (isOfRun && writes === undefined)));
}

/** What takes a failed call for done, or looks first, changes nothing the second time. */
function mayConverge(declared: DeclaredTool, model: Model): boolean {
  const texts = (declared.tool?.functions ?? []).map((fn) => model.file.textOf(fn));
  return (
    saysItReuses(declared.tool, model.file) ||
    texts.some((text) => /exist|upsert|OrCreate|\b409\b|idempoten|duplicate/iu.test(text))
  );
}

export const consistentAnnotations = createRule<Options, MessageIds>({
  name: "consistent-annotations",
  meta: {
    type: "problem",
    docs: {
      description: "Require annotations of a tool that agree with what its handler does",
      preset: "integration",
      strictOptions: { unannotated: true },
    },
    hasSuggestions: true,
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          unannotated: {
            type: "boolean",
            description: "Also report a tool that deletes something and has no annotations.",
          },
        },
      },
    ],
    defaultOptions: [{ unannotated: false }],
    messages: {
      readOnlyWrites:
        'The tool "{{name}}" is marked `readOnlyHint: true`, but `{{call}}` {{change}}, so clients that run read-only tools without asking let it write. Set `readOnlyHint: false`.',
      harmlessDeletes:
        'The tool "{{name}}" is marked `destructiveHint: false`, but `{{call}}` deletes something, so clients that ask before destructive calls don\'t ask before this one. Set `destructiveHint: true`.',
      idempotentCreates:
        'The tool "{{name}}" is marked `idempotentHint: true`, but `{{call}}` creates something new on every call, so clients that retry after a timeout do the work twice. Set `idempotentHint: false`.',
      unannotatedDelete:
        'The tool "{{name}}" deletes something (`{{call}}`) and has no annotations, so clients can\'t tell it from a tool that reads. Add `annotations: { destructiveHint: true }`.',
      setHint: "Set `{{hint}}: {{value}}`.",
    },
  },
  *find(model, { unannotated = false }) {
    const { tools, context, file } = model;
    for (const declared of declarationsIn(tools, context)) {
      const { name, place, annotations } = declared;
      if (annotations.kind === "unknown") continue;
      const { hints } = annotations;
      let written: readonly WritingCall[] | undefined;
      let performed: readonly WritingCall[] | undefined;
      const firstOf = (wanted: readonly Change[]): WritingCall | undefined => {
        const among = (calls: readonly WritingCall[], isOfRun: boolean): WritingCall | undefined =>
          calls.find((call) => wanted.includes(call.change) && isMeant(call, name, isOfRun));
        return (
          among((written ??= changesOf(declared, file)), false) ??
          among((performed ??= declared.tool ? model.writesOf(declared.tool) : []), true)
        );
      };
      for (const { hint, value, changes: wanted, messageId } of CONTRADICTIONS) {
        if (hints.get(hint)?.value !== value) continue;
        const call = firstOf(wanted);
        if (!call || (hint === "idempotentHint" && mayConverge(declared, model))) continue;
        const node = hints.get(hint)?.file === file ? (hints.get(hint)?.node ?? place) : place;
        const data = { name, call: call.name, change: WORDS[call.change] };
        yield { node, messageId, data, suggest: suggestion(declared, hint, model) };
      }
      const deletes = unannotated && hints.size === 0 && DELETES.test(name) ? firstOf(["deletes"]) : undefined;
      if (deletes) yield { node: place, messageId: "unannotatedDelete", data: { name, call: deletes.name } };
    }
  },
});

const WORDS: Readonly<Record<Change, string>> = {
  creates: "creates something",
  deletes: "deletes something",
  changes: "changes something",
};
