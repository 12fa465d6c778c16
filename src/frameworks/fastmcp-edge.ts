import { THROW_ONLY, type Framework } from "./types.js";

/** Drops `isError` of a result and turns a throw into JSON-RPC -32603: neither way tells the model. */
export const fastmcpEdge: Framework = {
  name: "fastmcp-edge",
  packages: ["fastmcp/edge"],
  registrations: [
    {
      kind: "method",
      methods: ["addTool"],
      classes: ["EdgeFastMCP"],
      words: [],
      handler: [{ at: 0, property: ["execute"] }],
    },
  ],
  outcomes: { ...THROW_ONLY, thrown: "protocol-error", thrownProtocolError: "protocol-error", failureForm: "neither" },
};
