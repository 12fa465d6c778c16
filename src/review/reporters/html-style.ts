/** The look of the list of findings, on top of what all pages share. */
export const STYLE = `
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h2 { display: inline; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
header p, .place, footer, summary span { color: var(--quiet); }
header p { margin: .25rem 0; }
details { margin: 1rem 0; border: 1px solid var(--line); border-radius: .5rem; }
summary { padding: .5rem 1rem; cursor: pointer; background: var(--raised); border-radius: .5rem; }
ol { list-style: none; margin: 0; padding: 0 1rem; }
li { padding: .75rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
li p { margin: 0 0 .25rem; }
li:target { background: var(--raised); }
.weight { display: inline-block; padding: 0 .4rem; border: 1px solid currentColor; border-radius: .25rem; font-size: .8125rem; }
.unread, .defect { color: var(--bad); }
.contract, .integration { color: var(--warn); }
pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; background: var(--raised); border-radius: .25rem; }
pre code { overflow-wrap: normal; }
mark { color: inherit; background: var(--mark); }
.number { display: inline-block; min-width: 4ch; margin-inline-end: 1ch; color: var(--quiet); text-align: end; user-select: none; }
.skip { color: var(--quiet); margin-inline-start: 3ch; }
@media print { details { break-inside: avoid; } }
`;
