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
h2 a { color: inherit; text-decoration: none; }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.5rem; padding: .9rem 0 .6rem; border-bottom: 1px solid var(--line); }
body > header h1 { margin: 0; font-size: 1.3rem; }
body > header ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 0; padding: 0; list-style: none; }
header nav a { display: inline-block; padding: .25rem 0; text-decoration: none; border-bottom: 3px solid transparent; }
header nav a[aria-current] { border-color: currentColor; font-weight: 600; }
header form { flex: 1; min-width: 10rem; text-align: right; }
#search { box-sizing: border-box; width: 100%; max-width: 18rem; padding: .35rem .6rem; border: 1px solid var(--dim); border-radius: .4rem; background: transparent; color: inherit; font: inherit; }
#search::placeholder { color: var(--dim); opacity: 1; }
.view { scroll-margin-top: 1rem; }
.view > h2:focus, .detail > h3:focus { outline: none; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.figures > div { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .4rem; }
.figures dd { margin: 0; font-size: 1.7rem; font-weight: 600; line-height: 1.3; }
.figures small { display: block; font-size: .85rem; }
.figures meter { width: 100%; height: .8rem; }
.view > h3 { margin-top: 1.5rem; }
.list, .effects { width: 100%; border-collapse: collapse; font-size: .95rem; }
.list th, .list td, .effects th, .effects td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: normal; overflow-wrap: anywhere; }
.list thead th, .effects thead th { color: var(--dim); font-size: .8rem; }
.list td:nth-last-child(-n+2), .list th:nth-last-child(-n+2), .effects td:nth-child(n+3), .effects th:nth-child(n+3) { text-align: right; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem 2rem; margin-top: 1.25rem; }
.ranking { margin: 0; padding: 0; list-style: none; }
.ranking li { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; padding: .25rem 0; overflow-wrap: anywhere; }
.ranking i { grid-column: 1 / -1; height: .25rem; border-radius: .2rem; background: var(--note); }
.trend { display: flex; gap: 2px; height: .7rem; margin: .5rem 0; }
.trend span { min-width: 4px; border-radius: .2rem; }
.trend-new { background: var(--deviating); } .trend-still { background: var(--hint); } .trend-fixed { background: light-dark(#2e7d32, #7bc67f); }
.badge { padding: .05rem .45rem; border-radius: .3rem; background: var(--note); color: light-dark(#fff, #14171c); font-size: .8rem; font-weight: 600; }
.pager { display: flex; align-items: center; gap: 1rem; margin: .75rem 0; }
.pager[hidden] { display: none; }
.pager button { padding: .35rem .9rem; border: 1px solid var(--dim); border-radius: .4rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
.pager button:disabled { color: var(--dim); border-color: var(--line); cursor: default; }
#results ul { padding: 0; list-style: none; overflow-wrap: anywhere; }
#results li { padding: .2rem 0; }
.kind { display: inline-block; min-width: 4rem; color: var(--dim); font-size: .85rem; }
summary { cursor: pointer; }
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; margin-bottom: 1rem; padding: .6rem .9rem; border-radius: .4rem; background: var(--soft); }
.filters[hidden], .finding[hidden] { display: none; }
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
@media screen {
  .paged .view, .paged .detail, .paged .away, .paged .in-detail > .index { display: none; }
  .paged .view.shown, .paged .detail.shown { display: block; }
  .paged .in-detail > h2 { font-size: 1rem; border: 0; margin: 1rem 0 .25rem; padding: 0; }
  .paged .in-detail > h2 a { color: light-dark(#1a56b0, #8ab8ff); }
  .paged .in-detail > h2 a::before { content: "← "; }
  .paged .part.detail { padding: 0; border: 0; }
}
@media (max-width: 40rem) {
  body { padding: 0 .75rem 2rem; }
  .map thead, .list thead, .effects thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  header form, #search { flex-basis: 100%; max-width: none; }
  .list tr, .effects tr { display: flex; flex-wrap: wrap; gap: .1rem 1rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
  .list tr > *, .effects tr > * { padding: 0; border: 0; }
  .list tr > th, .list tr > td:nth-child(2):not([data-label]), .effects tr > td:nth-child(2) { flex-basis: 100%; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--dim); font-size: .85em; }
  .map tr { display: grid; grid-template-columns: 1fr auto auto; padding: .35rem 0; }
  .map tbody th { width: auto; max-width: none; }
  .map td:nth-child(2) { grid-row: 2; grid-column: 1 / -1; padding: .2rem .4rem; }
  .source > div { grid-template-columns: 2.6rem 1fr; }
}
@media print {
  :root { color-scheme: light; font-size: 12px; }
  body { max-width: none; padding: 0; }
  .filters, nav, .pager, header form, #results { display: none; }
  .view + .view { break-before: page; }
  h2 { margin-top: 0; }
  details::details-content { display: block; content-visibility: visible; block-size: auto; }
  details:not([open]) > summary { list-style: none; }
  .finding, .version, .layout h3, tr, figure { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  .bar, .mark, .source, mark, del, ins, .key span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}`;
