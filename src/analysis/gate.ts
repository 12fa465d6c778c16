import { FRAMEWORKS } from "../frameworks/index.js";
import type { Settings } from "../settings.js";
import { RESULT_TYPE_NAMES } from "./tools/result-types.js";

/** Without one of these words a text has nothing to do with MCP. */
const MCP_WORDS = /[mM][cC][pP]|modelcontextprotocol|isError|CallTool|[tT]ool|type:\s*['"]text['"]/u;

/** Places where files are tools, or their handlers, by convention. */
const MCP_PATH = /[\\/](?:tools|mcp|handlers)[\\/]|[\\/][\w.-]*handlers?\.[mc]?[jt]sx?$/u;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** Packages whose classes, decorators and functions make tools under names that the importing file chooses. */
const PACKAGES = FRAMEWORKS.filter(({ registrations }) => registrations.some(({ kind }) => kind !== "method"))
  .flatMap(({ packages }) => packages)
  .map(escaped)
  .join("|");

/**
 * What a file must hold, as text, for the analysis to find anything in it: one pattern for each way in which a function
 * becomes a tool's (`tools/`, `reach.ts`). Three of four files that speak of MCP hold none, and need no look at their tree.
 */
const CUES: readonly RegExp[] = [
  // a registration
  /\.\s*(?:addTools?|tool|registerTool|registerToolTask|registerWidget)\s*(?:[(<]|\?\.)|setRequestHandler/u,
  /\.update\s*\([\s\S]{0,400}callback/u,
  /(?<!call)(?:[tT]ool(?:(?:With|For)[A-Z]\w*)?|TOOL)\s*[(<]/u,
  /[tT]ool(?:(?![tT]ool)\w)*\s*\.\s*(?:register|add|set|define|handle|on)\s*[(<]/u,
  // eslint-disable-next-line no-restricted-syntax -- Names of this project's own lists, none of a source.
  new RegExp(`["'](?:${PACKAGES})(?:/[^"']*)?["']`, "u"),
  // a table of handlers, JSON-RPC by hand
  /(?:[tT]ools|TOOLS|[hH]andlers|HANDLERS|[eE]xecutors|[aA]ctions|[rR]egistry|(?:[tT]ool|[hH]andler)_?(?:[mM]ap|[tT]able))\b[^=\n]{0,80}=\s*\{/u,
  /["']tools\/call["']/u,
  // a class, a module
  /\bclass\s+\w*Tools?(?:Base|Handler)?\b|\bextends\s+[\w.]*Tool/u,
  /\bexport\s+const\s+(?:schema|metadata)\b/u,
  // a type
  /Tool(?:Handler|Callback|Function|Fn|Executor)\b|ToolHandlerFn/u,
  // eslint-disable-next-line no-restricted-syntax -- As above.
  new RegExp(`\\b(?:${RESULT_TYPE_NAMES.join("|")})\\b`, "u"),
  // a result
  /\bcontent["']?\s*:\s*[[(<]|\bisError\b/u,
  /\breturn\s+(?:await\s+)?(?:[\w.]*\.)?(?=\w+\s*[(<])\w*?(?:[rR]esult|[rR]esponse|[rR]espond|[rR]eply|[tT]ext|[jJ]son|JSON|[eE]rror|[oO]k|[sS]uccess|[cC]ontent|[fF]ormat|[fF]ail|[mM]cp|MCP|[oO]utput|[tT]ool)\w*\s*[(<]/u,
  /\bexport\s+(?:async\s+)?(?:function|const)\s+handle\w*/u,
  // a failure that is handed on, which is looked at wherever it stands
  /partial[_-]?failure/iu,
  // an HTTP route of the server's own that answers with an error
  /(?:\.\s*(?:json|jsonp|send|end)|\bResponse)\s*\(\s*(?:JSON\.stringify\(\s*)?\{[^}]{0,200}\b(?:error\w*|ok|success|succeeded|isSuccess|status|outcome|bucket|\w*[rR]etr[iy]able)\b/u,
  /["'](?:express|fastify|hono|koa|next\/server|@nestjs\/common)["']/u,
  /\.\s*(?:use|onError|setErrorHandler)\s*\(/u,
];

/** A marker or a directive of this project. The second pattern costs much: it is for texts that name the project at all. */
const OWN_NAME = /mcp-errors/iu;
const OWN_COMMENT = /mcp-errors-todo|\beslint\b(?:(?!\beslint\b)[^\n])*(?<![\w-])mcp-errors\//iu;

/** A file of xmcp's may hold nothing but its handler. */
const DEFAULT_EXPORT = /\bexport\s+default\b/u;
const TOOLS_FOLDER = /[\\/]tools[\\/]/u;

/** A tool object has both. */
const HANDLER = /\b(?:handler?|execute|callback|call|cb|run|exec|func|fn|logic)\b["']?\s*[:(,}=<]/u;
const SCHEMA = /\b(?:inputSchema|parameters|schema|params|paramsSchema|input|zodSchema|argsSchema)\b["']?\s*[:,}=]/u;

/** False for a text that has nothing to do with MCP: it need not be parsed. */
export function speaksOfMcp(text: string, filename: string): boolean {
  return MCP_WORDS.test(text) || MCP_PATH.test(filename);
}

interface Answer {
  readonly text: string;
  readonly settings: Settings;
  readonly may: boolean;
}

/** The answers for the last texts: several parts of the analysis ask about the same file. */
const recent = new Map<string, Answer>();
const MAX_RECENT = 20;

/** False for a text in which no function can be a tool's: its tree need not be looked at. */
export function mayHoldTools(text: string, filename: string, settings: Settings): boolean {
  const known = recent.get(filename);
  if (known?.text === text && known.settings === settings) return known.may;
  const may = hasCue(text, filename, settings);
  if (recent.size >= MAX_RECENT) recent.clear();
  recent.set(filename, { text, settings, may });
  return may;
}

function hasCue(text: string, filename: string, settings: Settings): boolean {
  if (!speaksOfMcp(text, filename)) return false;
  return (
    CUES.some((cue) => cue.test(text)) ||
    (OWN_NAME.test(text) && OWN_COMMENT.test(text)) ||
    (HANDLER.test(text) && SCHEMA.test(text)) ||
    (TOOLS_FOLDER.test(filename) && DEFAULT_EXPORT.test(text)) ||
    [...settings.toolBuilders, ...settings.errorBuilders].some((name) => text.includes(name))
  );
}
