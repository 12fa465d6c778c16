/** Error classes of the SDKs that stand for a JSON-RPC error. */
const PROTOCOL_ERROR_CLASSES: ReadonlySet<string> = new Set(["McpError", "ProtocolError", "RpcError", "JsonRpcError"]);

export function isMcpErrorClass(name: string): boolean {
  return PROTOCOL_ERROR_CLASSES.has(name);
}

/** SDK v1 writes the code into the message: "MCP error -32602: q is required". The error of SDK v2 does not. */
export function tellsItsCode(className: string): boolean {
  return className === "McpError";
}

/** The one protocol error that a tool may raise on purpose (specification 2025-11-25, code -32042). */
export function isElicitationError(name: string): boolean {
  return /^UrlElicitation(?:Required)?Error$/u.test(name);
}

/**
 * Codes that say that the request itself is wrong: an unknown tool or malformed parameters stay protocol errors
 * (specification, server/tools "Error Handling").
 */
export function isRequestErrorCode(code: string): boolean {
  return /(?:MethodNotFound|InvalidParams|InvalidRequest|ParseError|-3260[012]|-32700)$/u.test(code);
}

/** Words of an error about the request, not about the tool's work. */
export function blamesRequest(message: string): boolean {
  return /\b(?:unknown(?!\s+(?:error|failure|reason|problem|issue|exception))|unsupported|no\s+such|unrecogni[sz]ed|invalid|missing|required|must\s+be|expected)\b|\bnot\s+(?:found|supported|exist|implemented|available|enabled|allowed)\b|\bdoes\s+not\s+exist\b/iu.test(
    message,
  );
}
