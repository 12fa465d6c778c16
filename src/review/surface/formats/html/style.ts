/** The look of the error surface, on top of what all pages share. */
export const STYLE = `
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; }
:root {
  --good: light-dark(#116329, #6fdd8b);
  --good-fill: light-dark(#e9f8ee, #10261a);
  --plain: light-dark(#0550ae, #79b8ff);
  --plain-fill: light-dark(#edf5ff, #11233a);
  --warn-fill: light-dark(#fff6e0, #2e2209);
  --bad-fill: light-dark(#ffeef0, #3a1319);
  --wire: light-dark(#8c959f, #6b7683);
}
[hidden] { display: none !important; }
body { line-height: 1.45; }
.top, main, footer { max-width: 90rem; margin: 0 auto; padding: 0 1rem; }
.top { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; padding-top: 1rem; }
.top h1 { margin: 0; }
.top p { margin: .25rem 0; color: var(--quiet); }
#look { margin-inline-start: auto; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; scroll-margin-top: .5rem; }
p { margin: .25rem 0; }
.skip { position: absolute; inset-inline-start: .5rem; top: -4rem; padding: .5rem 1rem; background: var(--page); z-index: 2; }
.skip:focus { top: .5rem; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
select, button, input[type=search] { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--wire); border-radius: .375rem; padding: .25rem .5rem; min-height: 2rem; }
button { cursor: pointer; background: var(--raised); }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; flex: none; accent-color: var(--link); }
.icon { width: 1em; height: 1em; flex: none; margin-inline-end: .4em; vertical-align: -.125em; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
[role=list] { list-style: none; margin: 0; padding: 0; }

.tables { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: start; }
.tables table { flex: 1 1 20rem; max-width: 32rem; margin: .5rem 0; }
.tables caption { font-size: 1.0625rem; }
.tables th { font-weight: 400; }
.tables thead th { font-size: .875rem; color: var(--quiet); }
.tables td { white-space: nowrap; }
.bar { width: 6rem; height: .75rem; margin-inline-end: .5rem; vertical-align: -.0625rem; fill: var(--tone); }
.good { --tone: var(--good); --fill: var(--good-fill); }
.plain { --tone: var(--plain); --fill: var(--plain-fill); }
.weak { --tone: var(--warn); --fill: var(--warn-fill); }
.bad { --tone: var(--bad); --fill: var(--bad-fill); }
.unknown { --tone: var(--quiet); --fill: var(--raised); }

.fold { border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem; }
summary { cursor: pointer; padding: .25rem 0; }
.fold > summary { padding: .5rem 0; }
.fold[open] { padding-bottom: 1rem; }
.lost li { display: flex; padding: .25rem 0; border-top: 1px solid var(--line); }
.lost .icon { margin-top: .25em; color: var(--tone); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding-bottom: .75rem; font-size: .875rem; }
.map { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .5rem; }
.map li { padding: .375rem .5rem; border: 1px solid var(--line); border-radius: .375rem; }
.words { color: var(--quiet); font-size: .8125rem; }
.words code { font-size: inherit; }
.marks { display: flex; flex-wrap: wrap; gap: .1875rem; padding-top: .25rem; }
.mark { display: inline-block; width: .6875rem; height: .6875rem; background: var(--tone); }
.legend .mark { margin-inline-end: .4rem; }
.mark.good { border-radius: 50%; }
.mark.weak { background: linear-gradient(to top, var(--tone) 50%, transparent 50%); border: 1.5px solid var(--tone); }
.mark.bad { clip-path: polygon(50% 0, 100% 100%, 0 100%); }
.mark.unknown { border-radius: 50%; background: none; border: 1.5px solid var(--tone); }

#filter { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); }
#filter fieldset { margin: .75rem 0 0; padding: 0; border: 0; }
#filter legend { padding: 0; font-weight: 600; }
#filter label:has(input) { display: flex; align-items: center; gap: .5rem; min-height: 1.75rem; }
#filter label .icon { margin: 0; }
#filter label[for=text], .hint { display: block; }
#filter label[for=text] { font-weight: 600; }
#filter fieldset ~ p { margin-top: .5rem; }
.hint { color: var(--quiet); font-size: .8125rem; }
#text { width: 100%; }
#count { font-weight: 600; }
@media (min-width: 64rem) {
  .tools { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 1.5rem; }
  .tools > h2 { grid-column: 1 / -1; }
  .flows { grid-column: 2; grid-row: 2; }
  #filter { position: sticky; top: .5rem; align-self: start; max-height: calc(100vh - 1rem); overflow: auto; }
}
@media (max-width: 63.99rem) {
  .flows { margin-top: 1rem; }
  #filter fieldset { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
  #filter legend { float: inline-start; width: 100%; }
}

.tool { padding: .75rem .25rem 1.25rem; border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 16rem; scroll-margin-top: .5rem; }
.call { padding: .5rem .75rem; border: 2px solid var(--wire); border-radius: .5rem; background: var(--raised); align-self: start; }
.call h3 { margin: 0; font-size: 1rem; }
.call h3 code { font-size: 1rem; font-weight: 600; }
.call p { margin: 0; color: var(--quiet); font-size: .8125rem; }
.call p code, .end summary code, .where code { font-size: .8125rem; }
.unseen { color: var(--quiet); }
.exit, .rest { position: relative; padding: 0 0 .75rem 1.75rem; }
.exits > ::before { content: ""; position: absolute; inset-inline-start: 0; top: 0; bottom: 0; border-inline-start: 2px solid var(--wire); }
.exits > ::after { content: ""; position: absolute; inset-inline-start: 0; top: 1.0625rem; width: 1.75rem; border-top: 2px solid var(--wire); }
.exits > :nth-last-child(1 of :not([hidden]))::before { bottom: auto; height: 1.1875rem; }
.exits > .rest::after { border-top-style: dotted; }
.rest { padding-top: .3rem; color: var(--quiet); }
.when { width: fit-content; margin: 0; padding: .3125rem .75rem; border: 1px solid var(--wire); border-radius: 1rem; background: var(--page); font-size: .9375rem; overflow-wrap: anywhere; position: relative; z-index: 1; }
.when code { display: inline-block; max-width: 100%; }
.end { position: relative; padding: .3125rem .75rem .375rem; border: 1px solid var(--tone); border-inline-start-width: .375rem; border-radius: .375rem; background: var(--fill); }
.bad > .end { border-style: dashed; border-inline-start-style: solid; }
.unknown > .end { border-style: dotted; border-inline-start-style: solid; }
.exit:target > .end, .tool:target > .call { outline: 3px solid var(--link); outline-offset: 2px; }
.chips { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; margin: 0; }
.kind { color: var(--tone); }
.chip { padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .875rem; overflow-wrap: anywhere; }
.r-after, .r-case { color: var(--good); }
.r-unwaited { color: var(--warn); }
.r-never { color: var(--quiet); }
.c-transient { color: var(--plain); }
.c-validation { color: var(--warn); }
.c-permission { color: light-dark(#6639ba, #d2a8ff); }
.c-business { color: light-dark(#8a2a5b, #ffa0cf); }
.loss { color: var(--tone); }
.end p { overflow-wrap: anywhere; }
.reads { max-width: 75ch; }
.where, .end summary { color: var(--quiet); font-size: .8125rem; }
.found { color: var(--bad); }
.found::before { content: "· "; }
.end details li, .others li { padding: .25rem 0; overflow-wrap: anywhere; }
.tool > .others { grid-column: 2; padding-inline-start: 1.75rem; }
.others summary { font-size: .9375rem; }
.others .found::before { content: ""; }
@media (min-width: 48rem) {
  .tool:has(.exits) { display: grid; grid-template-columns: minmax(10rem, 15rem) minmax(0, 1fr); }
  .call { position: relative; margin-inline-end: 1.75rem; }
  .tool:has(.exits) .call::after { content: ""; position: absolute; inset-inline-start: 100%; top: 1rem; width: 1.875rem; border-top: 2px solid var(--wire); }
  .exits > :nth-child(1 of :not([hidden]))::before { top: 1.0625rem; }
  .exit { display: grid; grid-template-columns: minmax(8rem, 16rem) minmax(0, 1fr); gap: 2.25rem; align-items: start; }
  .exit::after { width: 19.625rem; } /* to the end of the gap behind the first column, which is wide enough for 16rem here */
  .end::after { content: ""; position: absolute; inset-inline-end: calc(100% + .375rem); top: calc(1.0625rem - 5px); border: 5px solid transparent; border-inline-start: 7px solid var(--wire); border-inline-end: 0; }
}
@media (max-width: 47.99rem) {
  .exits { margin-inline-start: 1rem; padding-top: .75rem; }
  .exits > :first-child::before { top: -.75rem; }
  .end { margin: .375rem 0 0 1rem; }
}
footer { padding-block: 1rem 2rem; color: var(--quiet); }
@media (forced-colors: active) { .mark, .bar rect { forced-color-adjust: none; } }
@media print {
  :root, :root[data-scheme] { color-scheme: light; }
  .skip, #look, #filter, nav { display: none; }
  .tools { display: block; }
  .tool { content-visibility: visible; }
  .exit, .call { break-inside: avoid; }
  .call { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
`;
