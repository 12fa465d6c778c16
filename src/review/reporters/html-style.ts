/** The look of the page: the reader's choice of light or dark, system fonts, contrast of at least 4.5 : 1 for text. */
export const STYLE = `
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
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { display: inline; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
header p, .place, footer, summary span { color: var(--quiet); }
header p { margin: .25rem 0; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { margin: 1rem 0; border-collapse: collapse; }
caption { padding: .25rem 0; text-align: start; font-weight: 600; }
th, td { padding: .25rem .75rem .25rem 0; text-align: start; border-bottom: 1px solid var(--line); }
.amount { text-align: end; padding-inline-end: 0; }
details { margin: 1rem 0; border: 1px solid var(--line); border-radius: .5rem; }
summary { padding: .5rem 1rem; cursor: pointer; background: var(--raised); border-radius: .5rem; }
ol { list-style: none; margin: 0; padding: 0 1rem; }
li { padding: .75rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
li p { margin: 0 0 .25rem; }
li:target { background: var(--raised); }
.weight { display: inline-block; padding: 0 .4rem; border: 1px solid currentColor; border-radius: .25rem; font-size: .8125rem; }
.unread, .defect { color: var(--bad); }
.contract { color: var(--warn); }
pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; background: var(--raised); border-radius: .25rem; }
pre code { overflow-wrap: normal; }
mark { color: inherit; background: var(--mark); }
.number { display: inline-block; min-width: 4ch; margin-inline-end: 1ch; color: var(--quiet); text-align: end; user-select: none; }
.skip { color: var(--quiet); margin-inline-start: 3ch; }
@media print { details { break-inside: avoid; } }
`;
