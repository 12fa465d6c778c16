import { execFile } from "node:child_process";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import axios from "axios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, type Classification } from "mcp-tool-errors";
import { rejection, startFaultyServer, type FaultyServer } from "./support/http-server.js";

const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The call was expected to fail, but it succeeded.");
};
const terminal = (errorCategory: Classification["errorCategory"], errorCode: string) => ({
  matched: true,
  errorCategory,
  errorCode,
  isRetryable: false,
});
const retry = (errorCode: string, retryAfterSeconds: number) => ({
  matched: true,
  errorCategory: "transient",
  isRetryable: true,
  errorCode,
  retryAfterSeconds,
});

let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.close());

describe("Node and the system", () => {
  const unreadable = async () => rejection(readFile("/nowhere/hunter2.txt"));
  it("files", async () => {
    expect(classifyError(await unreadable())).toMatchObject(terminal("validation", "NOT_FOUND"));
    expect(classifyError(await unreadable()).description).not.toMatch(/nowhere|hunter2/);
    expect(classifyError(await rejection(readFile(tmpdir())))).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(classifyError(await rejection(mkdir(tmpdir())))).toMatchObject(terminal("business", "CONFLICT"));
    expect(classifyError(await rejection(writeFile(`${tmpdir()}/${"x".repeat(300)}`, "")))).toMatchObject(
      terminal("validation", "INVALID_INPUT"),
    );
    expect(classifyError(thrown(() => new URL("no url")))).toMatchObject(terminal("validation", "INVALID_INPUT"));
  });
  it("a missing program is nobody's input", async () => {
    expect(classifyError(await rejection(promisify(execFile)("/nowhere/program")))).toMatchObject({ matched: false });
  });
  it("a program that its time limit has killed", async () => {
    expect(
      classifyError(
        await rejection(promisify(execFile)(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { timeout: 50 })),
      ),
    ).toMatchObject(retry("TIMEOUT", 2));
  });
  it("a host name that does not resolve", async () => {
    const lookup = (_host: string, _options: unknown, callback: (error: Error) => void) =>
      callback(
        Object.assign(new Error("getaddrinfo ENOTFOUND api.invalid"), { code: "ENOTFOUND", syscall: "getaddrinfo" }),
      );
    const error = await rejection(
      new Promise((_, reject) =>
        request({ host: "api.invalid", lookup: lookup as never })
          .on("error", reject)
          .end(),
      ),
    );
    expect(classifyError(error)).toMatchObject(retry("DNS_FAILURE", 10));
  });
  it("an untrusted certificate (faithful objects)", () => {
    for (const code of [
      "CERT_HAS_EXPIRED",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_GET_CRL",
      "UNABLE_TO_DECRYPT_CRL_SIGNATURE",
      "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "SELF_SIGNED_CERT_IN_CHAIN",
    ])
      expect(classifyError(Object.assign(new Error("x"), { code }))).toMatchObject(terminal("business", "TLS_ERROR"));
  });
  it.each([
    ["ENOSPC", terminal("transient", "RESOURCE_EXHAUSTED")],
    ["EMFILE", retry("RESOURCE_EXHAUSTED", 5)],
    ["EROFS", terminal("permission", "PERMISSION_DENIED")],
    ["EAI_AGAIN", retry("UPSTREAM_UNAVAILABLE", 5)],
    ["UND_ERR_CONNECT_TIMEOUT", retry("UPSTREAM_UNAVAILABLE", 5)],
    ["EPIPE", retry("NETWORK_ERROR", 2)],
  ])("%s (faithful object)", (code, expected) => {
    expect(classifyError(Object.assign(new Error("x"), { code }))).toMatchObject(expected);
  });

  it("fetch", async () => {
    server.answer = { fault: "reset" };
    expect(classifyError(await rejection(fetch(server.url)))).toMatchObject(retry("NETWORK_ERROR", 2));
    expect(classifyError(await rejection(fetch("http://127.0.0.1:1/")))).toMatchObject(retry("NETWORK_ERROR", 2));
    server.answer = { fault: "silence" };
    expect(classifyError(await rejection(fetch(server.url, { signal: AbortSignal.timeout(50) })))).toMatchObject(
      retry("TIMEOUT", 2),
    );
    const controller = new AbortController();
    const pending = rejection(fetch(server.url, { signal: controller.signal }));
    controller.abort();
    expect(classifyError(await pending)).toMatchObject(terminal("transient", "CANCELLED"));
  });
  it("timers and axios that a timed signal has ended are time-outs, not cancellations", async () => {
    expect(classifyError(await rejection(sleep(5000, undefined, { signal: AbortSignal.timeout(20) })))).toMatchObject(
      retry("TIMEOUT", 2),
    );
    server.answer = { fault: "silence" };
    expect(classifyError(await rejection(axios.get(server.url, { signal: AbortSignal.timeout(50) })))).toMatchObject(
      retry("TIMEOUT", 2),
    );
  });
  it("a server that closes while it answers", async () => {
    const broken = createServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("part", () => response.destroy());
    });
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const response = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/`);
    expect(classifyError(await rejection(response.text()))).toMatchObject(retry("NETWORK_ERROR", 2));
    broken.close();
  });
});
