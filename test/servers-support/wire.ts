import { expect } from "vitest";

/** A JSON-RPC answer as it came over the transport, before a client made anything of it. */
export interface Wire {
  result?: { content: { type: string; text: string }[]; isError?: boolean; structuredContent?: unknown };
  error?: { code: number; message: string; data?: unknown };
}

/** What the clients of both SDK lines have in common, as far as the tests use it. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

// The two SDK lines type their messages differently, so the tap takes either.
interface AnyTransport {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  onmessage?: ((message: any, extra?: any) => void) | undefined;
}

export interface Session {
  toolNames(): Promise<string[]>;
  /** Calls a tool and gives back the raw answer, whether it was a result or a protocol error. */
  call(name: string, args?: Record<string, unknown>): Promise<Wire>;
  close(): Promise<void>;
}

/** Taps the client's end of a transport. To be called when the client is connected: only then is its listener there. */
export function tap(client: AnyClient, transport: AnyTransport): Session {
  let last: Wire | undefined;
  const listener = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ("result" in message || "error" in message) last = message as Wire;
    listener?.(message, extra);
  };
  return {
    async toolNames() {
      const { tools } = await client.listTools();
      return tools.map((tool) => tool.name).sort();
    },
    async call(name, args = {}) {
      last = undefined;
      // The raw answer is what counts; a client that throws because of it adds nothing.
      await client.callTool({ name, arguments: args }).catch(() => undefined);
      if (last === undefined) throw new Error(`${name} was never answered`);
      return last;
    },
    close: () => client.close(),
  };
}

/** The text of an answer that the protocol counts as a success. */
export function successText(wire: Wire): string {
  expect(wire.error).toBeUndefined();
  expect(wire.result?.isError ?? false).toBe(false);
  return wire.result?.content[0]?.text ?? "";
}

export function successJson(wire: Wire): unknown {
  return JSON.parse(successText(wire));
}

/** The text of an error result, with or without a contract in it. */
export function errorText(wire: Wire): string {
  expect(wire.error).toBeUndefined();
  expect(wire.result?.isError).toBe(true);
  return wire.result?.content[0]?.text ?? "";
}

/** The JSON of an error result, whatever it says. */
export function errorJson(wire: Wire): Record<string, unknown> {
  return JSON.parse(errorText(wire)) as Record<string, unknown>;
}

/** The same, and it must fulfil the whole error contract. */
export function contractOf(wire: Wire): Record<string, unknown> {
  const contract = errorJson(wire);
  expect(Object.keys(contract).slice(0, 2)).toEqual(["errorCategory", "isRetryable"]);
  expect(["transient", "validation", "permission", "business"]).toContain(contract["errorCategory"]);
  expect(contract["isRetryable"]).toBeTypeOf("boolean");
  expect(contract["description"]).toMatch(/^[A-Z].{20,}\.($|\n)/);
  expect(contract["errorCode"]).toMatch(/^[A-Z][A-Z0-9_]+[A-Z0-9]$/);
  if (contract["isRetryable"] === true) {
    expect(contract["errorCategory"]).toBe("transient");
    expect(contract["retryAfterSeconds"]).toBeTypeOf("number");
  }
  if (contract["errorCategory"] === "permission" || contract["errorCategory"] === "business") {
    expect(contract["customerFriendlyMessage"]).toBeTypeOf("string");
  }
  return contract;
}
