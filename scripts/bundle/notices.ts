import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The folder of the package that a module belongs to, or undefined for one of this repository. */
function packageOf(module: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(module)?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  const files = readdirSync(folder).filter((entry) => /^(?:licen[cs]e|notice)(?:\.\w+)?$/iu.test(entry));
  if (files.length === 0 || license === undefined) throw new Error(`${name} is bundled, and has no licence with it.`);
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim().replace(/\r\n/gu, "\n"));
  return `${"-".repeat(80)}\n\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/**
 * The licences of all packages whose code is part of a bundle.
 *
 * @param modules absolute paths of the bundled modules
 * @throws {Error} if a package comes without a licence
 */
export function noticesFor(modules: readonly string[]): string {
  const folders = [...new Set(modules.flatMap((module) => packageOf(module) ?? []))].sort();
  const head = "This package holds code of the packages below, under their licences.\n";
  return `${"-".repeat(80)}\n\n${head}\n${folders.map(noticeOf).join("\n")}`;
}
