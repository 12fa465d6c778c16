import type { Reporter } from "../report.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { html } from "./html.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import { rdjson } from "./rdjson.js";
import { sarif } from "./sarif.js";
import { stylish } from "./stylish.js";

export interface Format {
  readonly render: Reporter;
  /** For the documentation: whom it is for. */
  readonly description: string;
  /** The text says what the run could see; with the others the command says it on stderr. */
  readonly tellsCoverage: boolean;
}

/** The formats of `--format`, by name. */
export const FORMATS = {
  stylish: { render: stylish, tellsCoverage: true, description: "for people at a terminal" },
  json: { render: json, tellsCoverage: false, description: "ESLint's own result array, for other tools" },
  sarif: {
    render: sarif,
    tellsCoverage: false,
    description: "SARIF 2.1.0, for GitHub code scanning and other viewers",
  },
  github: { render: github, tellsCoverage: true, description: "annotations of a GitHub workflow" },
  gitlab: { render: gitlab, tellsCoverage: false, description: "GitLab's code quality report" },
  rdjson: { render: rdjson, tellsCoverage: false, description: "for reviewdog" },
  junit: { render: junit, tellsCoverage: false, description: "JUnit's XML, for test reports of CI systems" },
  markdown: { render: markdown, tellsCoverage: true, description: "for comments, wikis and job summaries" },
  html: { render: html, tellsCoverage: true, description: "a self-contained page, with the code" },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;
