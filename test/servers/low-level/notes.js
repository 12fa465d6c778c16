import { join } from "node:path";
import { failure, text } from "./failures.js";
import { splitFrontMatter } from "./front-matter.js";

const fileOf = (dir, name) => join(dir, `${name}.md`);

async function noteNames({ fs, dir }) {
  const files = await fs.readdir(dir);
  return files
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .sort();
}

export async function listNotes(deps) {
  try {
    const names = await noteNames(deps);
    return text(JSON.stringify({ notes: names }));
  } catch (error) {
    if (error.code === "ENOENT") return text("No notes yet.");
    throw error;
  }
}

export async function readNote({ name }, { fs, dir }) {
  try {
    return text(await fs.readFile(fileOf(dir, name), "utf8"));
  } catch (error) {
    return {
      content: [{ type: "text", text: `Cannot read the note "${name}".\n${error.stack}` }],
      isError: true,
    };
  }
}

export async function noteInfo({ name }, { fs, dir }) {
  const { meta, body } = splitFrontMatter(await fs.readFile(fileOf(dir, name), "utf8"));
  const words = body.split(/\s+/).filter(Boolean).length;
  return text(JSON.stringify({ name, title: meta.title ?? name, tags: meta.tags ?? [], words }));
}

export async function appendNote({ name, text: paragraph }, { fs, dir, log }) {
  let current;
  try {
    current = await fs.readFile(fileOf(dir, name), "utf8");
  } catch (error) {
    log(`append_note ${name}: ${error.message}`);
  }
  if (current === undefined) {
    return failure({
      errorCategory: "validation",
      isRetryable: false,
      errorCode: "NOTE_NOT_READABLE",
      description: `There is no readable note "${name}" to add to. Call list_notes and use one of its names.`,
    });
  }
  await fs.writeFile(fileOf(dir, name), `${current.trimEnd()}\n\n${paragraph}\n`, "utf8");
  return text(`Paragraph added to "${name}".`);
}

export async function searchNotes({ phrase }, deps) {
  try {
    const hits = [];
    for (const name of await noteNames(deps)) {
      const source = await deps.fs.readFile(fileOf(deps.dir, name), "utf8");
      if (source.toLowerCase().includes(phrase.toLowerCase())) hits.push(name);
    }
    return text(hits.length > 0 ? JSON.stringify({ hits }) : `No note contains "${phrase}".`);
  } catch (error) {
    return { content: [{ type: "text", text: `Error while searching the notes: ${error.message}` }] };
  }
}

export async function archiveNote({ name }, { fs, dir }) {
  try {
    await fs.rename(fileOf(dir, name), join(dir, "archive", `${name}.md`));
  } catch {}
  return text(`"${name}" is in the archive now.`);
}
