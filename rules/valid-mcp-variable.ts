import { createConfigRule } from "../src/create-config-rule.js";
import { variableFaults, type VariableFault } from "../src/server-config/variable-faults.js";

type Options = readonly [object];
type MessageIds = VariableFault["kind"] | "useForm";

export const validMcpVariable = createConfigRule<Options, MessageIds>({
  name: "valid-mcp-variable",
  meta: {
    type: "problem",
    docs: {
      description: "Require references to variables in the form and the fields in which the client expands them",
      preset: "integration",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      notExpanded:
        "{{client}} doesn't expand `{{reference}}`, so the server gets these characters, not the value. {{advice}}.",
      notExpandedHere:
        "{{client}} expands variables only in {{fields}}, so `{{reference}}` in `{{key}}` stays as it is written.",
      nothingExpands:
        "{{client}} doesn't expand variables, so the server gets the characters `{{reference}}`. Write the value into your own copy of the file, or have the server read its environment.",
      nested:
        "{{client}} doesn't expand a reference inside another one, so the default of `{{reference}}` arrives with its braces. Use one variable, with a literal default.",
      unknownInput:
        "The file has no input with the ID of `{{reference}}`, so {{client}} can't ask for the value. Add it to `inputs`.",
      projectDir:
        "`CLAUDE_PROJECT_DIR` is set for the server, not for {{client}} while it reads this file: without a default it arrives as it is written, or keeps the server from starting. Write `{{form}}`.",
      useForm: "Write `{{form}}`.",
    },
  },
  *find(config) {
    const { name: client, variables } = config.client;
    const fields = (variables?.fields ?? []).map((field) => `\`${field}\``).join(", ");
    for (const { kind, place, range, reference, form, edits } of variableFaults(config)) {
      const advice =
        form === undefined
          ? `It knows ${variables ? `\`${variables.environment("NAME")}\`` : "none"}`
          : `Write \`${form}\``;
      yield {
        range,
        messageId: kind,
        data: { client, reference, fields, key: place.key, form: form ?? "", advice },
        suggest: form !== undefined && edits ? [{ messageId: "useForm", data: { form }, edits }] : [],
      };
    }
  },
});
