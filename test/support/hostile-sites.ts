// Sites of several pages that are built to make a comparison of pages, or the settings, take long; `n` is how often a piece stands there.
import type { CheckSettings } from 'templens-shared/findings';
import type { LabelRule, PartSetting } from 'templens-shared/settings';

export interface HostileSite {
  readonly pages: ReadonlyMap<string, string>;
  readonly parts?: readonly PartSetting[];
  readonly labels?: readonly LabelRule[];
  readonly checks?: Partial<CheckSettings>;
}

function repeated(n: number, piece: (j: number) => string): string {
  return Array.from({ length: n }, (_, j) => piece(j)).join('');
}

const navigation =
  '<nav><ul><li><a href="p1.html">One</a></li><li><a href="p2.html">Two</a></li><li><a href="p3.html">Three</a></li></ul></nav>';

function pageOf(i: number, body: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Page ${i}</title></head>\n<body>\n${navigation}\n${body}\n<footer><p>Acme company</p></footer>\n</body></html>\n`;
}

/** Pages with these bodies; without a text of its own a page is a copy of the others. */
function site(pages: number, body: (i: number) => string): Map<string, string> {
  return new Map(Array.from({ length: pages }, (_, i) => [`p${i}.html`, pageOf(i, `${body(i)}<p>t${i}</p>`)]));
}

/** The same body on all pages but the first. */
function allButOne(pages: number, usual: string, other: string): HostileSite {
  return { pages: site(pages, i => (i === 0 ? other : usual)) };
}

/** A pseudo-random order of the numbers below n. */
function shuffled(n: number, seed: number): number[] {
  return Array.from({ length: n }, (_, j) => j).sort((a, b) => order(a, seed) - order(b, seed) || a - b);
}

function order(j: number, seed: number): number {
  return Math.imul(Math.imul(j + 1, 0x9e3779b1) ^ (seed + 1), 0x85ebca6b) >>> 0;
}

const libraryItem = '<!-- #BeginLibraryItem "/x" --><p>x</p><!-- #EndLibraryItem -->';

function locked(i: number, n: number, change: number): string {
  const regions = repeated(
    n,
    j => `<!-- InstanceBeginEditable name="r${j}" --><p>${i}</p><!-- InstanceEndEditable --><p>lock${j + change}</p>`,
  );
  return `<html><!-- InstanceBegin template="/Templates/t.dwt" --><head><title>${i}</title></head><body>${regions}</body><!-- InstanceEnd --></html>`;
}

/** By what they attack. */
export const hostileSites: Readonly<Record<string, (n: number) => HostileSite>> = {
  'library items on one page': n => allButOne(6, '', libraryItem.repeat(n)),
  'library items that differ': n => ({
    pages: site(6, () => repeated(n, j => `<!-- #BeginLibraryItem "/x" --><p title=a${j}>x${j}</p><!-- #EndLibraryItem -->`)),
  }),
  'elements that are declared one part': n => ({
    pages: site(6, () => repeated(n, j => `<b>x${j}</b>`)),
    parts: [{ name: 'x', select: 'b', declare: true }],
  }),
  'declared elements between library items': n => ({
    ...allButOne(
      6,
      '',
      repeated(n, () => `<b>x</b>${libraryItem}`),
    ),
    parts: [{ name: 'x', select: 'b', declare: true }],
  }),
  'links to one address': n => ({
    pages: site(6, () => `<ul>${repeated(n, j => `<li><a href="z.html" title="${j}">x${j}</a></li>`)}</ul>`),
  }),
  'parts of one name': n => ({
    pages: site(6, () => repeated(n, j => `<div>${repeated(6, k => `<i title=${j}${'abcdef'[k]}></i>`)}</div>`)),
  }),
  'a lost end tag among many siblings': n => {
    const divisions = repeated(n, j => `<div><i>x${j}</i></div>`);
    return allButOne(8, `<main>${divisions}<div><em>a</em></div></main>`, `<main>${divisions}<div><em>a</em></main>`);
  },
  'ids that an attribute may refer to': n => {
    const long = `<p aria-describedby="${'q '.repeat(n * 20)}">z</p>`;
    const blocks = (id: string) =>
      `<main>${repeated(n, j => `<div id="${id}${j}"><i title=b${j}>x${j}</i></div>`)}</main>${long}`;
    return allButOne(12, blocks('a'), blocks('c'));
  },
  'tables that lack rows': n => {
    const row = (j: number) => `<tr><td>${j}</td><td class=c>row ${j}</td></tr>`;
    const table = (rows: number[]) => `<table>${rows.map(row).join('')}</table>`;
    const all = Array.from({ length: n }, (_, j) => j);
    const bodies = [table(all.filter(j => j % 3 > 0)), table(shuffled(n, 1))];
    return { pages: site(12, i => bodies[i] ?? table(all)) };
  },
  'links that are broken': n => ({
    pages: site(12, () => `<ul>${repeated(n, j => `<li><a href="gone${j}.html">Link ${j}</a></li>`)}</ul>`),
  }),
  'classes that differ': n => {
    const tokens = Array.from({ length: n }, (_, j) => `k${j}`).join(' ');
    const block = (value: string) => `<div class="${value}" data-x="${value}"><p>a</p></div>`;
    return allButOne(12, block(tokens), block(`${tokens.slice(0, -9)} z`));
  },
  'texts that differ': n => {
    const words = Array.from({ length: n }, (_, j) => `word${j}`);
    const block = (all: string[]) => `<div><p>${all.join(' ')}</p></div>`;
    return allButOne(12, block(words), block(words.filter((_, j) => j % 2 === 0)));
  },
  'comments that ignore findings': n => {
    const block = (value: string) =>
      repeated(n, j => `<!-- templens-ignore template/missing-node: x --><p title=${value}${j}>x</p>`);
    return allButOne(12, block('a'), block('b'));
  },
  'one id again and again': n => {
    const block = (id: string) => `<main>${repeated(n, j => `<div id="s"><a href="#${id}">x${j}</a></div>`)}</main>`;
    return allButOne(12, block('s'), block('r'));
  },
  'menus that mark the page': n => ({
    pages: site(12, () =>
      repeated(n, j => `<ul><li><a href="p1.html">A${j}</a></li><li class=on><a href="p${j % 12}.html">B${j}</a></li></ul>`),
    ),
  }),
  'a menu that marks several entries': n => ({
    pages: site(12, i => {
      const entry = (j: number) => `<li${j % 12 === i ? ' class=active' : ''}><a href="p${j % 12}.html?x=${j}">A${j}</a></li>`;
      return `<ul>${repeated(n, entry)}</ul>`;
    }),
  }),
  'locked regions': n => ({
    pages: new Map(Array.from({ length: 12 }, (_, i) => [`p${i}.html`, locked(i, n, i === 0 ? 1 : 0)])),
  }),
  'sections in any order': n => ({
    pages: site(12, i => {
      const section = (j: number) => `<section class=s${j}><h2>Block ${j}</h2><a href="b${j}.html">more ${j}</a></section>`;
      return `<main>${shuffled(n, i).map(section).join('')}</main>`;
    }),
  }),
  'long menus that differ': n => ({
    pages: site(
      12,
      i => `<ul class=menu>${repeated(n, j => `<li><a href="m${j}-${j % 3 ? 0 : i}.html">Entry ${j}</a></li>`)}</ul>`,
    ),
  }),
  'menus with half of the entries': n => ({
    pages: site(
      12,
      i => `<ul class=m>${repeated(n, j => (order(j, i) % 2 ? `<li><a href="m${j}.html">Entry ${j}</a></li>` : ''))}</ul>`,
    ),
  }),
  'paragraphs of which pages have half': n => ({
    pages: site(12, i => `<main>${repeated(n, j => (order(j, i) % 2 ? `<p class="c${j}">Entry ${j}</p>` : ''))}</main>`),
  }),
  'versions of a menu': n => ({
    pages: site(12, i => {
      const entry = (j: number) => `<li><a href="m${j}.html">Entry ${j}${(j * 7 + i) % 5 ? '' : `v${i}`}</a></li>`;
      return `<ul class=m>${repeated(n, entry)}</ul>`;
    }),
  }),
  'deep elements': n => ({
    pages: site(12, () => `${repeated(100, k => `<div class=a${k}>`)}x${'</div>'.repeat(100)}`.repeat(Math.ceil(n / 100))),
  }),
  'template files of their own': n => ({
    pages: new Map(
      Array.from({ length: n }, (_, i) => {
        const block = `<nav><a href=a.html>A</a><a href=b.html>B</a></nav><div class=c${i % 7}>${i}</div>`;
        const start = `<html><!-- InstanceBegin template="/Templates/t${i}.dwt" --><head><title>${i}</title></head>`;
        return [`p${i}.html`, `${start}<body>${block}</body><!-- InstanceEnd --></html>`];
      }),
    ),
  }),
  'pages of their own languages': n => ({
    pages: new Map(
      Array.from({ length: Math.ceil(n / 5) }, (_, i) => {
        const menu = `<ul class=m>${repeated(20, j => `<li><a href="m${j}.html">Wort ${j} ${i}</a></li>`)}</ul>`;
        return [`l${i}/p.html`, pageOf(i, menu).replace('lang="en"', `lang="x${i}"`)];
      }),
    ),
  }),
  'pages in folders of their own': n => ({
    pages: new Map(
      Array.from({ length: n }, (_, i) => [`${repeated((i % 50) + 1, k => `d${k}/`)}p${i}.html`, pageOf(i, '<p>x</p>')]),
    ),
  }),
  'selectors of labels that match nothing': n => ({
    pages: site(6, () => '<div><p>a</p></div>'.repeat(400)),
    labels: Array.from({ length: n }, (_, j) => ({ select: `x${j} ~ div ~ div`, label: 'content' as const })),
  }),
  'selectors of labels that match the same': n => ({
    pages: site(6, () => '<div><p>a</p></div>'.repeat(20)),
    labels: Array.from({ length: n }, (_, j) => ({ select: `div:not(.x${j})`, label: 'content' as const })),
  }),
  'selectors of findings to ignore': n => ({
    pages: site(12, i => `${'<div><p>a</p></div>'.repeat(20)}${i < 3 ? '<b>x</b>' : '<i>x</i>'}`),
    checks: { ignore: Array.from({ length: n }, (_, j) => ({ selector: `div ~ x${j}` })) },
  }),
};
