import { THROW_ONLY, type Framework } from "./types.js";

/** Returned values are printed as text, `isError` included: only a throw is an error. */
export const litemcp: Framework = {
  name: "litemcp",
  packages: ["litemcp"],
  registrations: [
    {
      kind: "method",
      methods: ["addTool"],
      classes: ["LiteMCP"],
      words: [],
      handler: [{ at: 0, property: ["execute"] }],
    },
  ],
  outcomes: THROW_ONLY,
};
