/** What a framework makes of a thrown error: an error result that the model reads, or a JSON-RPC error that it never sees. */
export type ThrowOutcome = "tool-error" | "protocol-error";

/** What a framework makes of a returned value. `rejected`: the client gets a protocol error instead of a result. */
export type ReturnOutcome = "error" | "success" | "rejected";

/** How a failure has to leave a handler so that the model sees it as one. `neither`: no way reaches the model. */
export type FailureForm = "return" | "throw" | "either" | "neither";

export interface Outcomes {
  readonly thrown: ThrowOutcome;
  /** `McpError` / `ProtocolError`, where it fares differently from other errors. */
  readonly thrownProtocolError: ThrowOutcome;
  /** What becomes of `code` and `data` of such an error where the throw becomes an error result. */
  readonly thrownData: "dropped" | "kept";
  /** What arrives of a thrown value that is no `Error`: its text, or nothing because only `message` is read. */
  readonly thrownText: "kept" | "dropped";
  /** `message` is read of a thrown object, too. */
  readonly thrownObject?: "message";
  /** Classes of errors that take fields as their second argument, which become structured content or are dropped. */
  readonly thrownExtras?: Readonly<Record<string, "structured" | "dropped">>;
  /** Where the message of a thrown error is hidden from the model: the way to say a failure that the model may read. */
  readonly readableFailure?: string;
  /** `{ isError: true, content }` as the returned value. */
  readonly returnedIsError: ReturnOutcome;
  readonly returnedString: ReturnOutcome;
  /** Any other object, such as `{ error: "…" }`. */
  readonly returnedObject: ReturnOutcome;
  readonly failureForm: FailureForm;
  /** It compares the structured content of an error with the output schema, and answers with its own complaint. */
  readonly comparesErrors?: true;
}

/** Where the handler stands among the arguments: by position (negative counts from the end), or as a property of an object argument. */
export type HandlerPlace = { readonly at: number } | { readonly at: number; readonly property: readonly string[] };

export type Registration =
  /** `receiver.method(…)`, where the receiver is an instance of one of the classes, or is named like a server. */
  | {
      readonly kind: "method";
      readonly methods: readonly string[];
      readonly classes: readonly string[];
      readonly handler: readonly HandlerPlace[];
      /** Words that a receiver of unknown origin must contain; none: the origin must be known. */
      readonly words: readonly string[];
    }
  /** `fn(…)`, where `fn` is imported from the framework (or auto-imported). */
  | {
      readonly kind: "function";
      readonly names: readonly string[];
      readonly handler: readonly HandlerPlace[];
      readonly autoImported?: boolean;
    }
  /** A method of a class that extends one of these. */
  | {
      readonly kind: "class";
      readonly extends: readonly string[];
      readonly methods: readonly string[];
      /** What describes the tool, where that is not a field of the class: a decorator of the class, or a method that gives it. */
      readonly describedBy?: { readonly decorator: string } | { readonly method: string };
      /** The method that gives the tool's name. */
      readonly namedBy?: string;
      /** Methods of that class which make the result: a class of a project that writes one anew decides what becomes of a throw. */
      readonly answeredBy?: readonly string[];
    }
  /** A method with a decorator. */
  | { readonly kind: "decorator"; readonly name: string }
  /** The default export of a file at a conventional place that exports one of these names too, or nothing else. */
  | {
      readonly kind: "default-export";
      readonly path: RegExp;
      readonly beside: readonly string[];
      /** The export that describes the tool. */
      readonly describedBy: string;
    }
  /** `server.setRequestHandler(CallToolRequestSchema | "tools/call", handler)`. */
  | { readonly kind: "request-handler"; readonly methods: readonly string[]; readonly requests: readonly string[] };

export interface Framework {
  readonly name: string;
  /** Package names; a specifier below one of them (`pkg/sub`) counts too. */
  readonly packages: readonly string[];
  /** A tool of this framework is served over MCP only if the project also depends on one of these. */
  readonly onlyWith?: readonly string[];
  readonly registrations: readonly Registration[];
  readonly outcomes: Outcomes;
}

/** Both lines of the official SDK, and everything built on its `McpServer` without changing what an outcome means. */
export const SDK_OUTCOMES: Outcomes = {
  thrown: "tool-error",
  thrownProtocolError: "tool-error",
  thrownData: "dropped",
  thrownText: "kept",
  returnedIsError: "error",
  returnedString: "rejected",
  returnedObject: "success",
  failureForm: "either",
};

/** A throw becomes an error result, and its message the text of it. */
export function showsThrown({ thrown, readableFailure }: Outcomes): boolean {
  return thrown === "tool-error" && readableFailure === undefined;
}

/** Like the SDK, but a bare string becomes the text of a result. */
export const STRINGS_ALLOWED: Outcomes = { ...SDK_OUTCOMES, returnedString: "success" };

/** Whatever is returned is printed as a success, `isError` included: only a throw is an error. */
export const THROW_ONLY: Outcomes = {
  ...SDK_OUTCOMES,
  returnedIsError: "success",
  returnedString: "success",
  failureForm: "throw",
};

/** The handler stands alone: a throw becomes a JSON-RPC error. */
export const UNGUARDED: Outcomes = {
  ...SDK_OUTCOMES,
  thrown: "protocol-error",
  thrownProtocolError: "protocol-error",
  failureForm: "return",
};
