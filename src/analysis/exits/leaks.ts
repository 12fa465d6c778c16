import { announcesExample, internalIn, isSqlStatement } from "../../contract/internals.js";
import { conceptOf } from "../../contract/dialects.js";
import { enclosingFunction, isInside, type Node } from "../../syntax/tree.js";
import { failureIn } from "../flow/heap.js";
import type { Run } from "../flow/interpreter.js";
import { conveyed } from "../flow/provenance.js";
import type { DerivedValue, FailurePart, RecordObject, Site, Source, Value } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { statusesIn } from "./tested-kinds.js";
import { siteOfField, siteOfRecord } from "./field-places.js";
import { failureField, wordsOf } from "./words.js";

/** What only the author of a server may read, in what the model reads. */
export type Leaked =
  "stack" | "whole" | "response" | "headers" | "request" | "body" | "statement" | "customer-message" | "internals";

export interface Leak {
  readonly site: Site;
  readonly exit: Exit;
  readonly part: Leaked;
}

/** The parts of failures that hold internals, and internals that stand in the texts of an error. */
export function leaksIn({ exits, run }: ToolExits): Leak[] {
  const found = new Map<Node, Leak>();
  for (const exit of exits) {
    if (exit.seen === "protocol-error") continue;
    const isError = exit.seen === "error-result" || exit.failures.length > 0 || tellsFailure(exit);
    for (const { part, site } of new Search(exit).run()) {
      if (!site || found.has(site.node) || (TEXTS.has(part) && !isError)) continue;
      if (part === "body" && !isKnownRefused(exit, run)) continue;
      found.set(site.node, { site, exit, part });
    }
  }
  return [...found.values()];
}

/** A body that nobody has looked at the status of, or found to be one of a success, is another rule's matter. */
function isKnownRefused(exit: Exit, { checkedResponses }: Run): boolean {
  if (statusesIn(exit.conditions).some((status) => status < 400)) return false;
  return exit.seen !== "result" || exit.failures.some((failure) => checkedResponses.has(failure));
}

function tellsFailure({ visible, state }: Exit): boolean {
  return visible.parts.some((part) => failureField(part, state) !== undefined);
}

const TEXTS: ReadonlySet<Leaked> = new Set<Leaked>(["statement", "internals"]);

const PARTS: ReadonlyMap<FailurePart, Leaked> = new Map<FailurePart, Leaked>([
  ["stack", "stack"],
  ["headers", "headers"],
  ["request", "request"],
  ["response", "response"],
  ["body", "body"],
  ["statement", "statement"],
]);
/** Of these, the text of a template shows nothing. */
const OBJECTS: ReadonlySet<FailurePart> = new Set<FailurePart>(["headers", "request", "response"]);

/** What an error of the project's own carries for its logs: `class ApiError { request; headers }`. */
const CARRIED: ReadonlyMap<string, Leaked> = new Map<string, Leaked>([
  ["headers", "headers"],
  ["request", "request"],
  ["config", "request"],
  ["response", "response"],
]);

/** Fields that show how a call is to be written, or that repeat what was asked. */
const SHOWS_OTHER = /example|hint|usage|sample|suggest|recommend|alternative|attempted|syntax|template/iu;

const MAX_DEPTH = 8;

interface Found {
  readonly part: Leaked;
  readonly site: Site | undefined;
}

/** Where a value stands: how it is shown, and in which field of which object. */
interface Place {
  readonly inJson: boolean;
  readonly site: Site | undefined;
  readonly field: string;
}

/** Looks through what the model reads at an exit. */
class Search {
  readonly #exit: Exit;
  readonly #found: Found[] = [];
  readonly #seen = new Set<number>();

  constructor(exit: Exit) {
    this.#exit = exit;
  }

  run(): readonly Found[] {
    const { visible, value, state, at } = this.#exit;
    const record = visible.result ?? state.recordOf(value);
    const site = record ? siteOfRecord(record) : at;
    const structured = visible.result?.fields.get("structuredContent");
    for (const part of visible.parts)
      this.#value(part, { inJson: part === structured || part.kind === "reference", site, field: "" }, MAX_DEPTH);
    return this.#found;
  }

  #value(value: Value, place: Place, depth: number): void {
    if (depth <= 0) return;
    switch (value.kind) {
      case "derived":
        for (const source of value.sources) this.#source(source, place);
        if (place.inJson && /\.headers$/u.test(value.key ?? "") && this.#isOfFailed(value))
          this.#add("headers", place.site);
        // An error that a service gave as a value has a stack too.
        if (/(?:^|\.)(?:error|err|exception|cause)\.stack$/u.test(value.key ?? "")) this.#add("stack", place.site);
        return;
      case "error":
        // `response.error` of a service that gives its errors as values is data, without the request that was made.
        if (place.inJson && value.failure.origin !== "validator" && value.failure.source !== "error-value")
          this.#add("whole", place.site);
        return;
      case "constant":
        if (typeof value.value === "string") this.#text(value.value, place);
        return;
      case "text":
        this.#parts(value, place, depth);
        return;
      case "json": {
        if (value.read?.isAskedFor) return;
        const [first] = value.read?.node.type === "CallExpression" ? value.read.node.arguments : [];
        const site = first && value.read ? { node: first as Node, file: value.read.file } : place.site;
        this.#value(value.of, { ...place, inJson: true, site }, depth - 1);
        return;
      }
      case "union":
        for (const one of value.of) this.#value(one, place, depth);
        return;
      case "builtin":
        if (value.name === "response.headers" && place.inJson) this.#add("headers", place.site);
        return;
      case "reference":
        this.#object(value.id, value, place, depth);
        return;
      default:
    }
  }

  #parts(text: Extract<Value, { kind: "text" }>, place: Place, depth: number): void {
    this.#text(wordsOf(text, this.#exit.state), place);
    for (const part of text.parts)
      if (typeof part !== "string") this.#value(part, { ...place, inJson: false }, depth - 1);
  }

  #object(id: number, value: Value, place: Place, depth: number): void {
    const { state } = this.#exit;
    const object = state.objectOf(value);
    if (!object || this.#seen.has(id)) return;
    this.#seen.add(id);
    if (object.kind === "list") {
      for (const item of object.items) this.#value(item, place, depth - 1);
      return;
    }
    if (!place.inJson) return;
    for (const source of object.sources)
      if (source.kind === "failure" && source.part === "whole") this.#add("whole", siteOfRecord(object));
    for (const [name, field] of object.fields) this.#field(name, field, object, place, depth);
  }

  #field(name: string, value: Value, record: RecordObject, place: Place, depth: number): void {
    // What a thrown error holds is its author's matter; it leaks where the whole error is shown.
    const site = record.brand === "error" ? place.site : siteOfField({ name, record });
    const carried = record.brand === "error" ? CARRIED.get(name) : undefined;
    if (carried && value.kind !== "constant") this.#add(carried, site);
    if (conceptOf(name) === "customerMessage" && this.#tellsCaught(value)) this.#add("customer-message", site);
    this.#value(value, { inJson: true, site, field: name }, depth - 1);
  }

  /** What was caught becomes a part of what an end user is told. */
  #tellsCaught(value: Value): boolean {
    const { state } = this.#exit;
    return (
      conveyed(value, state).some(
        (source) => source.kind === "failure" && (source.part === "message" || source.part === "whole"),
      ) && failureIn(value, state)?.origin !== "first-party"
    );
  }

  /** The operation has failed, in the way that its result says so. */
  #isOfFailed({ sources }: DerivedValue): boolean {
    return sources.some(
      (source) =>
        source.kind === "operation" && this.#exit.failures.some(({ operation }) => operation === source.operation),
    );
  }

  #source(source: Source, { inJson, site }: Place): void {
    if (source.kind !== "failure" || source.read?.isAskedFor) return;
    const part = PARTS.get(source.part);
    if (!part || (!inJson && OBJECTS.has(source.part))) return;
    // A value that is handed on leaks where it is put in; words leak where they are made.
    this.#add(part, inJson ? site : this.#placeOf(source.read, site));
  }

  /** What was read before, in the same function, is reported where it is put in. */
  #placeOf(read: Site | undefined, site: Site | undefined): Site | undefined {
    if (!read) return site;
    const { at } = this.#exit;
    return [site, at].find((place) => place !== undefined && isPutIn(read, place)) ?? read;
  }

  /** An inside that the author wrote into the text. */
  #text(text: string, { field, site }: Place): void {
    if (conceptOf(field) === "customerMessage" && internalIn(text) !== undefined) this.#add("internals", site);
    const colon = text.indexOf(": ");
    const [before, statement] = isSqlStatement(text) ? ["", text] : [text.slice(0, colon), text.slice(colon + 2)];
    if (isSqlStatement(statement) && !SHOWS_OTHER.test(field) && !announcesExample(before))
      this.#add("statement", site);
  }

  #add(part: Leaked, site: Site | undefined): void {
    this.#found.push({ part, site });
  }
}

/** A function reads a part of a failure first, and puts it in at a later place. */
function isPutIn(read: Site, place: Site): boolean {
  return (
    read.file === place.file &&
    enclosingFunction(read.node) === enclosingFunction(place.node) &&
    !isInside(read.node, place.node)
  );
}
