/** The fields of a server's entry in which variables may stand. */
export type Field = "command" | "args" | "env" | "envFile" | "url" | "headers";

/** What a reference to a variable may look like, and what becomes of it. */
export interface VariableSyntax {
  /** Matches the inside of `${…}` where the client expands it. */
  readonly expands: RegExp;
  /** The fields in which it is expanded; none: in the whole entry. */
  readonly fields?: readonly Field[];
  /** How a reference to a variable of the environment is written. */
  readonly environment: (name: string) => string;
  /** How the home folder of the user is written. */
  readonly home: (windows: boolean) => string;
  /** How the folder of the project is written, and in which fields. */
  readonly project: { readonly text: string; readonly fields?: readonly Field[] };
}

/** A client that reads a configuration file: where the file lies, its keys, and its syntax of variables. */
export interface Client {
  readonly name: string;
  /** Paths of the file below the root of a project, as globs. */
  readonly files: readonly string[];
  /** The end of the path of such a file, with `/` between the names. */
  readonly path: RegExp;
  /** The file is committed, for everybody who works on the project. */
  readonly isShared: boolean;
  /** Comments and trailing commas are read over; false: the client refuses the file. */
  readonly isLenient: boolean;
  /** The key that holds the servers. */
  readonly serversKey: string;
  /** Keys that may stand beside it. */
  readonly otherKeys: readonly string[];
  /** A file without that key, whose every value is an entry, is read as well. */
  readonly readsBareEntries?: boolean;
  /** Values of `type`, with what they need. */
  readonly types: Readonly<Record<string, "command" | "url">>;
  /** An entry with a `url` has to have a `type`. */
  readonly needsTypeForUrl: boolean;
  /** Further keys of an entry, beside `type` and the fields. */
  readonly entryKeys: readonly string[];
  /** Numbers and `null` are taken as values of `env`. */
  readonly takesNumbersInEnv: boolean;
  /** Undefined: every text is passed on as it stands. */
  readonly variables: VariableSyntax | undefined;
}

/** True where the client puts values in the place of references to variables. */
export function expandsIn(variables: VariableSyntax | undefined, field: Field | undefined): boolean {
  if (!variables) return false;
  return variables.fields === undefined || (field !== undefined && variables.fields.includes(field));
}
