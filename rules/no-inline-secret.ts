import { createConfigRule } from "../src/create-config-rule.js";
import { expandsIn } from "../src/server-config/clients/index.js";
import { rangeOfPart, replacePart } from "../src/server-config/edit-text.js";
import { secretsIn, type Secret } from "../src/server-config/secrets/find-secrets.js";

type Options = readonly [object];
type MessageIds = "secret" | "secretInOwnFile" | "useVariable";

/** The start of a value, never more than a quarter of it: a report is read by more people than the file. */
function startOf(value: string): string {
  return `${value.slice(0, Math.min(4, Math.floor(value.length / 4)))}…`;
}

/** "A token", "An npm token". */
function withArticle(what: string): string {
  return `${/^(?:[AEIO]|npm|xAI)/u.test(what) ? "An" : "A"} ${what}`;
}

/** Where a secret stands, for people: "`env.GITHUB_TOKEN`", "`args`". */
function whereOf({ place: { key, name } }: Secret): string {
  return name === key ? key : `${key}.${name}`;
}

export const noInlineSecret = createConfigRule<Options, MessageIds>({
  name: "no-inline-secret",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow literal credentials in the MCP configuration of a client",
      preset: "integration",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      secret:
        '{{what}} ("{{start}}") is in `{{where}}` of the server "{{server}}", so everybody who can read the repository or its history can use it. Revoke it, and use an environment variable instead: {{reference}}.',
      secretInOwnFile:
        '{{what}} ("{{start}}") is in `{{where}}` of the server "{{server}}". {{client}} doesn\'t expand variables, so keep this file out of the repository, and revoke the credential if it was ever committed.',
      useVariable: "Use the variable {{reference}}. Set it in your environment, and revoke the credential.",
    },
  },
  *find(config) {
    const { text, client } = config;
    for (const secret of secretsIn(config)) {
      const { place, part, value, what, variable } = secret;
      const range = rangeOfPart(text, place.node, part);
      const data = {
        what: withArticle(what),
        start: startOf(value),
        where: whereOf(secret),
        server: place.server.name,
      };
      const { variables } = client;
      if (!variables) {
        yield { range, messageId: "secretInOwnFile", data: { ...data, client: client.name } };
        continue;
      }
      const reference = variables.environment(variable);
      yield {
        range,
        messageId: "secret",
        data: { ...data, reference: `\`${reference}\`` },
        // Where the client expands nothing, a reference would only break the entry.
        suggest: expandsIn(variables, place.field)
          ? [
              {
                messageId: "useVariable",
                data: { reference: `\`${reference}\`` },
                edits: [replacePart(text, place.node, part, reference)],
              },
            ]
          : [],
      };
    }
  },
});
