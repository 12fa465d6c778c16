import type { Edit } from "../edits/edit.js";
import { expandsIn } from "./clients/index.js";
import { memberOf, membersOf, type ConfigFile, type TextPlace } from "./config-file.js";
import { replacePart, rangeOfPart, type Part } from "./edit-text.js";
import { referencesIn } from "./variables.js";

/** A reference to a variable that arrives at the server as it is written, or not at all. */
export interface VariableFault {
  readonly kind: "notExpanded" | "notExpandedHere" | "nothingExpands" | "nested" | "unknownInput" | "projectDir";
  readonly place: TextPlace;
  readonly range: readonly [number, number];
  /** As it is written. */
  readonly reference: string;
  /** How the client would have it, and the edit that writes it so. */
  readonly form?: string;
  readonly edits?: readonly Edit[];
}

/** Names that other clients have for their own variables; as a variable of the environment nobody sets them. */
const EDITOR_VARIABLE = /^(?:workspaceFolder(?:Basename)?|workspaceRoot|userHome|pathSeparator|execPath|cwd|\/)$/u;
const NAME = /^[A-Za-z_]\w*$/u;
/** Programs that put variables of their own into what they are given: in the form `$NAME`, and in the form `%NAME%`. */
const SHELL = /^(?:.*[/\\])?(?:(?:ba|z|da|k|fi)?sh|powershell(?:\.exe)?|pwsh)$|\b(?:envmcp|dotenv|envsubst)\b/iu;
const WINDOWS_SHELL = /^(?:.*[/\\])?cmd(?:\.exe)?$|\benvmcp\b/iu;

/** Every reference in the entries that the client of the file does not expand where it stands. */
export function* variableFaults(config: ConfigFile): Generator<VariableFault> {
  const inputs = declaredInputs(config);
  // What a plugin refers to is filled in before the file is read as one of a project.
  const isPlugin = config.text.includes("${CLAUDE_PLUGIN_ROOT}");
  for (const place of config.texts) {
    if (isDescription(place)) continue;
    for (const { start, end, inside } of referencesIn(place.text)) {
      const fault = faultOf(inside, place, config, inputs, isPlugin);
      if (fault) yield made(fault.kind, { start, end }, fault.form, place, config);
    }
    for (const { part, name } of bareReferences(place)) {
      const { variables } = config.client;
      yield made(variables ? "notExpanded" : "nothingExpands", part, variables?.environment(name), place, config);
    }
  }
}

function made(
  kind: VariableFault["kind"],
  part: Part,
  form: string | undefined,
  place: TextPlace,
  { text }: ConfigFile,
): VariableFault {
  return {
    kind,
    place,
    range: rangeOfPart(text, place.node, part),
    reference: shortened(place.text.slice(part.start, part.end)),
    ...(form === undefined ? {} : { form, edits: [replacePart(text, place.node, part, form)] }),
  };
}

/** Characters from which on a default is not shown. */
const LONG_DEFAULT = 12;

/** A default may hold a credential, which no report repeats. */
function shortened(reference: string): string {
  const start = reference.indexOf(":-") + ":-".length;
  const isLong = start > 1 && reference.endsWith("}") && reference.length - 1 - start >= LONG_DEFAULT;
  return isLong ? `${reference.slice(0, start)}…}` : reference;
}

function isDescription({ key }: TextPlace): boolean {
  return /^(?:description|comment|note|name|_\w*|\/\/.*)$/iu.test(key);
}

function faultOf(
  inside: string,
  place: TextPlace,
  config: ConfigFile,
  inputs: ReadonlySet<string>,
  isPlugin: boolean,
): Pick<VariableFault, "kind" | "form"> | undefined {
  const { variables } = config.client;
  if (!variables) return { kind: "nothingExpands" };
  const isOwn = variables.expands.test(inside) && !(variables.expands.test("A") && EDITOR_VARIABLE.test(inside));
  if (!expandsIn(variables, place.field)) return { kind: "notExpandedHere" };
  if (inside.includes("${")) return { kind: "nested" };
  if (!isOwn) return { kind: "notExpanded", ...formFor(inside, place, config) };
  const input = /^input:(.+)$/u.exec(inside)?.[1];
  if (input !== undefined && !inputs.has(input)) return { kind: "unknownInput" };
  const { project } = variables;
  const isForServer =
    inside === "CLAUDE_PROJECT_DIR" && project.fields?.some((field) => field === place.field) === true;
  return isForServer && !isPlugin ? { kind: "projectDir", form: project.text } : undefined;
}

/** The client's own way to write what was meant, where that is certain. */
function formFor(inside: string, { field }: TextPlace, { client }: ConfigFile): Pick<VariableFault, "form"> {
  const { variables } = client;
  if (!variables) return {};
  const name = /^(?:env[:.])?([A-Za-z_]\w*)$/u.exec(inside)?.[1];
  if (/^workspace(?:Folder|Root)$/u.test(inside)) {
    const { fields, text } = variables.project;
    return fields === undefined || fields.some((one) => one === field) ? { form: text } : {};
  }
  if (inside === "userHome") return { form: variables.home(false) };
  if (name !== undefined && !EDITOR_VARIABLE.test(name)) return { form: variables.environment(name) };
  const withDefault = /^(?:env:)?([A-Za-z_]\w*):-(.*)$/su.exec(inside);
  const form = withDefault && `\${${withDefault[1] ?? ""}:-${withDefault[2] ?? ""}}`;
  return form && variables.expands.test(form.slice(2, -1)) ? { form } : {};
}

/** `$NAME` and `%NAME%`: shells expand them, and no client does. */
function bareReferences(place: TextPlace): { readonly part: Part; readonly name: string }[] {
  const { text, field, server } = place;
  if (field === undefined || !/[$%]/u.test(text)) return [];
  const words = ["command", "args"].flatMap((key) => {
    const value = memberOf(server.members, key)?.value;
    return [value, ...(value?.children ?? [])].flatMap((node) => (node?.type === "string" ? [String(node.value)] : []));
  });
  const isGivenTo = (program: RegExp): boolean =>
    (field === "command" || field === "args") && words.some((word) => program.test(word));
  const found: { readonly part: Part; readonly name: string }[] = [];
  for (const match of text.matchAll(/(?<![\w$\\])\$([A-Z_][A-Z0-9_]+)(?!\w)|%([A-Z_][A-Z0-9_]+)%/gu)) {
    const name = match[1] ?? match[2] ?? "";
    if (isGivenTo(match[1] === undefined ? WINDOWS_SHELL : SHELL)) continue;
    if (NAME.test(name)) found.push({ part: { start: match.index, end: match.index + match[0].length }, name });
  }
  return found;
}

/** The ids that the file says how to ask for. */
function declaredInputs({ members }: ConfigFile): ReadonlySet<string> {
  const list = memberOf(members, "inputs")?.value;
  return new Set(
    (list?.type === "array" ? (list.children ?? []) : []).flatMap((input) => {
      const id = memberOf(membersOf(input), "id")?.value;
      return id?.type === "string" ? [String(id.value)] : [];
    }),
  );
}
