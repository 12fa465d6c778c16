/** How a server tells its framework of a tool. */
import { FRAMEWORKS } from "./registrations/frameworks.js";
import type { Registration } from "./registrations/parts.js";
import { SDK } from "./registrations/sdk.js";

export type { Registration } from "./registrations/parts.js";

export const REGISTRATIONS: readonly Registration[] = [...SDK, ...FRAMEWORKS];
