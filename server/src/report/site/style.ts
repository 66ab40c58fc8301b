/** The report's style sheet, for light and dark colours, narrow windows, and paper. */
export const reportStyle = `
:root { --line: light-dark(#d4d7dd, #3b414b); --soft: light-dark(#f5f6f8, #1d2127); --dim: light-dark(#57606a, #9aa4b2);
  --template: light-dark(#3565b5, #6c9be8); --content: light-dark(#c07a00, #d9a441); --deviating: light-dark(#c62828, #ff7b72);
  --error: light-dark(#b3261e, #ff8a80); --warning: light-dark(#8a5300, #f2c14e); --note: light-dark(#1f5fa8, #7fb4ff); --hint: light-dark(#57606a, #a5afbd); }
body { margin: 0 auto; max-width: 84rem; padding: 0 1.5rem 3rem; background: light-dark(#fff, #14171c); color: light-dark(#1c2128, #e3e7ee); }
a { color: light-dark(#1a56b0, #8ab8ff); }
h1 { margin: 1.5rem 0 .25rem; font-size: 1.9rem; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.4rem; }
h3 { margin: 0 0 .25rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 0 0 .25rem; font-size: .95rem; }
small, .meta, caption, .lead { color: var(--dim); font-weight: normal; }
code, .source, .words { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85em; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0 0; padding: 0; list-style: none; }
summary { cursor: pointer; }
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; margin-bottom: 1rem; padding: .6rem .9rem; border-radius: .4rem; background: var(--soft); }
.filters[hidden], .finding[hidden], .mark[hidden] { display: none; }
.filters fieldset { display: flex; flex-wrap: wrap; gap: .25rem .9rem; margin: 0; padding: 0; border: 0; }
.filters legend { float: left; margin-right: .9rem; padding: 0; }
.filters select { max-width: 16rem; font: inherit; }
.finding, .part { margin: 0 0 1rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
.finding p, .part p { margin: .25rem 0; overflow-wrap: anywhere; }
.finding ul { margin: .25rem 0; padding-left: 1.25rem; }
.finding:target, tr:target { outline: 2px solid var(--note); outline-offset: 1px; }
.severity { padding: .05rem .45rem; border: 1px solid; border-radius: .3rem; font-size: .8rem; font-weight: 600; }
.severity.error { color: var(--error); } .severity.warning { color: var(--warning); } .severity.information { color: var(--note); } .severity.hint { color: var(--hint); }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .75rem; margin: .5rem 0; }
figure { min-width: 0; margin: 0; }
figcaption { margin-bottom: .15rem; color: var(--dim); font-size: .85rem; overflow-wrap: anywhere; }
.source { padding: .35rem 0; border-radius: .3rem; background: var(--soft); line-height: 1.5; }
.source + .source { margin-top: .35rem; }
.source > div { display: grid; grid-template-columns: 3.5rem 1fr; min-height: 1.5em; padding-right: .5rem; }
.source.plain > div { grid-template-columns: 1fr; padding-left: .6rem; }
.source span, .source.plain > div { min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.source .number { padding-right: .75rem; color: var(--dim); text-align: right; user-select: none; }
.words { padding: .1rem .5rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
mark { background: light-dark(#fff1b8, #5c4a12); color: inherit; box-shadow: 0 2px 0 var(--deviating); }
del { background: light-dark(#ffdcd8, #5a1d1d); color: inherit; }
ins { background: light-dark(#d3f5d8, #163f22); color: inherit; text-decoration: underline; }
.versions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: .75rem; margin-top: .6rem; }
.version { min-width: 0; padding: .6rem .75rem; border-radius: .3rem; border: 1px solid var(--line); }
.version .source { margin-top: .35rem; }
.pages { margin: .1rem 0; padding-left: 1.1rem; overflow-wrap: anywhere; font-size: .9rem; }
.layout { margin-bottom: 1.75rem; }
.layout p { margin: 0 0 .35rem; }
.map { width: 100%; border-collapse: collapse; font-size: .9rem; }
.map caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.map th { font-weight: normal; text-align: left; }
.map thead th { color: var(--dim); font-size: .8rem; }
.map tbody th { width: 22rem; max-width: 22rem; padding-right: 1rem; overflow-wrap: anywhere; }
.map td:nth-child(n+3), .map th:nth-child(n+3) { width: 4.5rem; padding-left: .75rem; text-align: right; white-space: nowrap; }
.bar { position: relative; height: .8rem; }
.bar svg { display: block; width: 100%; height: 100%; }
.template { fill: var(--template); background: var(--template); } .content { fill: var(--content); background: var(--content); } .deviating { fill: var(--deviating); background: var(--deviating); }
.mark { position: absolute; top: -.15rem; width: .75rem; height: 1.1rem; margin-left: -.375rem; border: 2px solid light-dark(#fff, #14171c); border-radius: .4rem; background: var(--hint); }
.mark.error { background: var(--error); } .mark.warning { background: var(--deviating); } .mark.information { background: var(--note); }
.mark:hover, .mark:focus-visible { outline: 2px solid currentColor; z-index: 1; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: .9rem; }
.key span { display: inline-block; width: 1.4rem; height: .8rem; margin-right: .3rem; vertical-align: -.05rem; }
.key .content { height: .35rem; vertical-align: .15rem; }
.key .mark { position: static; width: .75rem; height: 1.1rem; margin-left: 0; vertical-align: -.25rem; }
footer { margin-top: 3rem; color: var(--dim); font-size: .9rem; }
@media (max-width: 40rem) {
  body { padding: 0 .75rem 2rem; }
  .map thead { display: none; }
  .map tr { display: grid; grid-template-columns: 1fr auto auto; padding: .35rem 0; }
  .map tbody th { width: auto; max-width: none; }
  .map td:nth-child(2) { grid-row: 2; grid-column: 1 / -1; padding: .2rem .4rem; }
  .source > div { grid-template-columns: 2.6rem 1fr; }
}
@media print {
  :root { color-scheme: light; font-size: 12px; }
  body { max-width: none; padding: 0; }
  .filters, nav { display: none; }
  .finding, .version, .layout h3, tr, figure { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  .bar, .mark, .source, mark, del, ins, .key span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}`;
