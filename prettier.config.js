/** @type {import("prettier").Config} */
export default {
  printWidth: 120,
  // Examples are read beside other text, where long lines scroll.
  overrides: [{ files: "docs/rules/*.md", options: { printWidth: 96 } }],
};
