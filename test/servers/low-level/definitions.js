import { z } from "zod";

// Names become file names, so nothing that could leave the folder is let in.
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/, "lower-case letters, digits and dashes only");

export const definitions = [
  { name: "list_notes", description: "Names of all notes.", input: z.object({}) },
  { name: "read_note", description: "Text of one note.", input: z.object({ name }) },
  { name: "note_info", description: "Title, tags and length of one note.", input: z.object({ name }) },
  {
    name: "append_note",
    description: "Add a paragraph to an existing note.",
    input: z.object({ name, text: z.string().min(1) }),
  },
  { name: "search_notes", description: "Notes that contain a phrase.", input: z.object({ phrase: z.string().min(2) }) },
  { name: "archive_note", description: "Move a note into the archive.", input: z.object({ name }) },
  { name: "import_note", description: "Save a web page as a new note.", input: z.object({ name, url: z.url() }) },
  { name: "sync_notes", description: "Fetch the notes that changed on the sync service.", input: z.object({}) },
];

export function listing() {
  return definitions.map(({ name: tool, description, input }) => ({
    name: tool,
    description,
    inputSchema: z.toJSONSchema(input),
  }));
}
