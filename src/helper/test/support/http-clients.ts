import {
  createHttpHeaders,
  createPipelineRequest,
  createDefaultHttpClient,
  RestError,
} from "@azure/core-rest-pipeline";
import { request as octokit } from "@octokit/request";
import Anthropic from "@anthropic-ai/sdk";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import axios from "axios";
import { Gaxios } from "gaxios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import OpenAI from "openai";
import Stripe from "stripe";
import { Agent, interceptors, request as undici } from "undici";
import type { FaultyServer } from "./http-server.js";

/** One call of a real library against the server; rejects with the library's own error. `timeout` in milliseconds. */
export type Client = (
  server: FaultyServer,
  options: { timeout?: number; signal?: AbortSignal },
) => PromiseLike<unknown>;

const base = ({ port }: FaultyServer) => `http://127.0.0.1:${port}`;
const time = (timeout: number | undefined) => (timeout === undefined ? {} : { timeout });
const abort = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

export const CLIENTS: Record<string, Client> = {
  axios: ({ url }, { timeout, signal }) =>
    axios.get(url, { ...time(timeout), ...abort(signal), headers: { authorization: "Bearer hunter2-secret" } }),
  got: ({ url }, { timeout, signal }) =>
    got(url, { retry: { limit: 0 }, ...(timeout && { timeout: { request: timeout } }), ...abort(signal) }),
  ky: ({ url }, { timeout, signal }) => ky(url, { retry: 0, ...(timeout && { timeout }), ...abort(signal) }),
  ofetch: ({ url }, { timeout, signal }) => ofetch(url, { retry: 0, ...time(timeout), ...abort(signal) }),
  undici: ({ url }, { timeout, signal }) =>
    undici(url, {
      dispatcher: new Agent({ headersTimeout: timeout ?? 5000 }).compose(interceptors.responseError()),
      ...abort(signal),
    }),
  openai: (server, { timeout, signal }) =>
    new OpenAI({ apiKey: "hunter2-secret", baseURL: base(server), maxRetries: 0, ...time(timeout) }).models.list(
      abort(signal),
    ),
  anthropic: (server, { timeout, signal }) =>
    new Anthropic({ apiKey: "hunter2-secret", baseURL: base(server), maxRetries: 0, ...time(timeout) }).models.list(
      {},
      abort(signal),
    ),
  stripe: ({ port }, { timeout }) =>
    new Stripe("sk_test_hunter2-secret", {
      host: "127.0.0.1",
      port,
      protocol: "http",
      maxNetworkRetries: 0,
      ...time(timeout),
      telemetry: false,
    }).charges.list(),
  octokit: (server, { signal }) => octokit("GET /user", { baseUrl: base(server), request: { ...abort(signal) } }),
  gaxios: ({ url }, { timeout, signal }) =>
    new Gaxios().request({ url, retry: false, ...time(timeout), ...abort(signal) }),
  aws: (server, { timeout, signal }) =>
    new DynamoDBClient({
      endpoint: base(server),
      region: "us-east-1",
      maxAttempts: 1,
      credentials: { accessKeyId: "AKIA", secretAccessKey: "hunter2-secret" },
      ...(timeout && { requestHandler: { requestTimeout: timeout, throwOnRequestTimeout: true } }),
    }).send(new ListTablesCommand({}), signal ? { abortSignal: signal } : {}),
  azure: async ({ url }, { timeout, signal }) => {
    const request = createPipelineRequest({
      url,
      allowInsecureConnection: true,
      headers: createHttpHeaders(),
      ...time(timeout),
      ...(signal && { abortSignal: signal }),
    });
    const response = await createDefaultHttpClient().sendRequest(request);
    // The pipeline itself lets statuses pass; Azure's generated clients throw exactly this.
    if (response.status >= 400)
      throw new RestError(response.bodyAsText ?? "", { statusCode: response.status, request, response });
    return response;
  },
};
