/** What all pages share: the reader's choice of light or dark, system fonts, contrast of at least 4.5 : 1 for text. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e9ed);
  --quiet: light-dark(#57606a, #9aa4b0);
  --page: light-dark(#ffffff, #0f1216);
  --raised: light-dark(#f5f7f9, #181d23);
  --line: light-dark(#d5dae0, #313944);
  --link: light-dark(#0550ae, #79b8ff);
  --mark: light-dark(#ffe8a3, #5a4300);
  --bad: light-dark(#a40e26, #ff8c94);
  --warn: light-dark(#7a4a00, #f0b45b);
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { margin: 1rem 0; border-collapse: collapse; }
caption { padding: .25rem 0; text-align: start; font-weight: 600; }
th, td { padding: .25rem .75rem .25rem 0; text-align: start; border-bottom: 1px solid var(--line); }
.amount { text-align: end; padding-inline-end: 0; }
`;
