/** The forms in which a failure is caught. */
import type { Form } from "./attempt.js";
import { AT_ONCE } from "./forms/at-once.js";
import { TESTED_LATER } from "./forms/tested-later.js";

export const CATCHING: readonly Form[] = [...AT_ONCE, ...TESTED_LATER];
