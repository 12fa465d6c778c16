import { createConfigRule } from "../src/create-config-rule.js";
import { expandsIn } from "../src/server-config/clients/index.js";
import type { TextPlace } from "../src/server-config/config-file.js";
import { rangeOfPart, replacePart } from "../src/server-config/edit-text.js";
import { machinePaths } from "../src/server-config/machine-paths.js";

type Options = readonly [object];
type MessageIds = "machinePath" | "fromProject" | "fromHome";

export const noMachinePath = createConfigRule<Options, MessageIds>({
  name: "no-machine-path",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow paths into somebody's home folder in MCP configuration that is shared",
      preset: "integration",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      machinePath:
        "`{{path}}` exists on one machine only: everywhere else, {{client}} can't start the server \"{{server}}\", or gives it a path that doesn't exist. Use a path relative to the project folder, or a variable.",
      fromProject: "Start the path at the project folder: `{{start}}`.",
      fromHome: "Start the path at the user's home folder: `{{start}}`.",
    },
  },
  *find(config) {
    const { client, text } = config;
    // The user's own file needs absolute paths, and is no part of a project.
    if (!client.isShared) return;
    for (const { place, home, project, isWindows } of machinePaths(config)) {
      const server = place.server.name;
      const suggest = (["fromProject", "fromHome"] as const).flatMap((messageId) => {
        const part = messageId === "fromProject" ? project : home;
        const start = messageId === "fromProject" ? projectStart(place) : homeStart(place, isWindows);
        if (!part || start === undefined) return [];
        return [{ messageId, data: { start }, edits: [replacePart(text, place.node, part, start)] }];
      });
      yield {
        range: rangeOfPart(text, place.node, home),
        messageId: "machinePath",
        data: { path: place.text.slice(home.start, home.end), client: client.name, server },
        suggest,
      };
    }

    function projectStart({ field }: TextPlace): string | undefined {
      const { fields, text: start } = client.variables?.project ?? {};
      return fields === undefined || fields.some((one) => one === field) ? start : undefined;
    }

    function homeStart({ field }: TextPlace, windows: boolean): string | undefined {
      const { variables } = client;
      return expandsIn(variables, field) ? variables?.home(windows) : undefined;
    }
  },
});
