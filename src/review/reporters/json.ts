import { safeJson } from "../escape.js";
import type { Reporter } from "../report.js";

/** ESLint's own result array, for whatever reads ESLint's `--format json`. */
export const json: Reporter = ({ results }) => `${safeJson(results)}\n`;
