import type { ToolErrorRegister } from "./contract.js";

type Upper =
  | ("A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M")
  | ("N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z");
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

/** Capitals, digits and underscores that end in no underscore. */
type IsTail<Text extends string> = Text extends Upper | Digit
  ? true
  : Text extends `${Upper | Digit | "_"}${infer Rest}`
    ? IsTail<Rest>
    : false;
type IsUpperSnake<Code extends string> = Code extends `${Upper}${Upper | Digit | "_"}${infer Rest}`
  ? IsTail<Rest>
  : false;

/** Capitals, small letters and digits. */
type IsWord<Text extends string> = Text extends ""
  ? true
  : Text extends `${Upper | Lowercase<Upper> | Digit}${infer Rest}`
    ? IsWord<Rest>
    : false;
type IsPascal<Code extends string> = Code extends `${Upper}${Lowercase<Upper>}${infer Rest}` ? IsWord<Rest> : false;

/** What goes wrong before a server of the dialect `recovery` can work. */
type BootstrapCode = "ArchitectureMismatch" | "BootstrapFailed" | "PipeReadyTimeout";

/**
 * A code that is written out, if it is `UPPER_SNAKE_CASE` of at least three characters; `PascalCase` is one too where the server
 * has registered the dialect `recovery`. A code that only the run time knows stays as it is.
 */
export type CheckedCode<Code extends string> = string extends Code
  ? Code
  : Code extends BootstrapCode
    ? Code
    : IsUpperSnake<Code> extends true
      ? Code
      : ToolErrorRegister extends { dialect: "recovery" }
        ? IsPascal<Code> extends true
          ? Code
          : never
        : never;

/** Fields with a code whose form the compiler checks. */
export type WithCode<Fields, Code extends string> = Fields & { errorCode?: (Code & CheckedCode<Code>) | undefined };
