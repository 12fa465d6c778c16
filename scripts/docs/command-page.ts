import { betweenMarkers } from "./markers.js";
import { outputOf } from "./readme.js";

/** The names under "Commands:" in the program's help. */
function commandNames(help: string): string[] {
  const list = help.slice(help.indexOf("\nCommands:\n"));
  return [...list.matchAll(/^ {2}([a-z]+)\b/gmu)].map(([, name = ""]) => name);
}

/** The page of the command line, with the help of each command as it is printed now. */
export async function renderCommandPage(page: string): Promise<string> {
  const { text: help } = await outputOf("mcp-errors --help");
  const sections = await Promise.all(
    commandNames(help).map(async (name) => {
      const { text } = await outputOf(`mcp-errors ${name} --help`);
      return `## ${name}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``;
    }),
  );
  return betweenMarkers(page, "commands", [`\`\`\`text\n${help.trimEnd()}\n\`\`\``, ...sections].join("\n\n"));
}
