// A generated site for measurements: the same shape gives the same bytes, page by page, on every machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface SiteShape {
  pages: number;
  /** Number of layouts; pages of different layouts have few element paths in common. */
  layouts: number;
  seed: number;
}

type Random = () => number;

/** Wrappers around a page's parts, outermost first: they decide which paths a layout's pages have. */
const wrappers = [
  ['div'],
  ['div', 'section'],
  ['main'],
  ['div', 'div', 'div'],
  ['section', 'div'],
  ['center', 'table', 'tbody', 'tr', 'td'],
  ['form', 'div'],
  ['article', 'section', 'div'],
];

/** Path of page `index`, with `/`. */
export function generatedPath(shape: SiteShape, index: number): string {
  return `section-${(index % shape.layouts) + 1}/page-${index}.html`;
}

/**
 * Text of page `index`: head, banner, menus, a side column and a footer that the layout's pages share, around an article of its own.
 * The median page has about 30 KB and 1,200 nodes; `articleScale` multiplies the article, `revision` changes one sentence of it.
 */
export function generatedPage(shape: SiteShape, index: number, { articleScale = 1, revision = 0 } = {}): string {
  const layout = index % shape.layouts;
  const own = randomSource(shape.seed * 7919 + index + 1);
  const path = generatedPath(shape, index);
  const title = phrase(own, 4);
  const outer = wrappers[layout % wrappers.length]!;
  const open = outer.map((name, depth) => `<${name} class="l${layout}-wrap-${depth}">`).join('\n');
  const close = [...outer]
    .reverse()
    .map(name => `</${name}>`)
    .join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Generated site</title>
<link rel="stylesheet" href="/assets/layout-${layout}.css">
<link rel="canonical" href="https://example.org/${path}">
<script src="/assets/site.js" defer></script>
</head>
<body class="layout-${layout}">
${open}
${layoutPart(shape, layout, 'head')}
<div class="columns">
<main id="content">
${article(own, title, articleScale, revision)}
</main>
${layoutPart(shape, layout, 'side')}
</div>
${layoutPart(shape, layout, 'foot')}
${close}
</body>
</html>
`;
}

/** Writes the site's pages below `folder`. */
export function writeGeneratedSite(shape: SiteShape, folder: string): void {
  for (let index = 0; index < shape.pages; index++) {
    const file = join(folder, generatedPath(shape, index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, generatedPage(shape, index));
  }
}

const parts = new Map<string, string>();

/** The parts all pages of a layout share. */
function layoutPart(shape: SiteShape, layout: number, part: 'head' | 'side' | 'foot'): string {
  const key = `${shape.seed} ${layout} ${part}`;
  let text = parts.get(key);
  if (text === undefined) {
    const random = randomSource(shape.seed * 104729 + layout * 31 + part.length * 7 + part.charCodeAt(0));
    text = part === 'head' ? banner(random, layout) : part === 'side' ? sideColumn(random, layout) : footer(random, layout);
    parts.set(key, text);
  }
  return text;
}

function banner(random: Random, layout: number): string {
  const entry = () => {
    const items = Array.from(
      { length: 4 },
      () => `<li><a class="l${layout}-sub" href="/${slug(random)}/">${phrase(random, 2)}</a></li>`,
    );
    return `<li class="l${layout}-top"><a href="/${slug(random)}/"><span>${phrase(random, 1)}</span></a>\n<ul>\n${items.join('\n')}\n</ul>\n</li>`;
  };
  const entries = Array.from({ length: 9 }, entry);
  return `<header class="l${layout}-banner">
<a class="logo" href="/"><img src="/assets/logo-${layout}.png" alt="Generated site" width="120" height="40"></a>
<form action="/search" method="get"><label for="q">Search</label> <input type="search" id="q" name="q"><button type="submit">Go</button></form>
<nav class="l${layout}-menu" aria-label="Main">
<ul>
${entries.join('\n')}
</ul>
</nav>
</header>`;
}

function sideColumn(random: Random, layout: number): string {
  const box = () => {
    const items = Array.from(
      { length: 6 },
      () => `<li><a href="/${slug(random)}/${slug(random)}.html">${phrase(random, 3)}</a></li>`,
    );
    return `<div class="l${layout}-box">\n<h3>${phrase(random, 2)}</h3>\n<ul>\n${items.join('\n')}\n</ul>\n</div>`;
  };
  return `<aside class="l${layout}-side">\n${Array.from({ length: 4 }, box).join('\n')}\n</aside>`;
}

function footer(random: Random, layout: number): string {
  const column = () => {
    const items = Array.from({ length: 5 }, () => `<li><a href="/${slug(random)}/">${phrase(random, 2)}</a></li>`);
    return `<div class="l${layout}-col">\n<h4>${phrase(random, 1)}</h4>\n<ul>\n${items.join('\n')}\n</ul>\n</div>`;
  };
  return `<footer class="l${layout}-foot">\n${Array.from({ length: 3 }, column).join('\n')}\n<p class="copyright">&copy; 2026 Generated site. ${sentence(random)}</p>\n</footer>`;
}

function article(random: Random, title: string, scale: number, revision: number): string {
  // The median of exp(normal) is 1; the sum of four uniform numbers stands for the normal one.
  const spread = Math.exp(0.6 * (random() + random() + random() + random() - 2));
  const blocks = Math.max(6, Math.round(58 * spread * scale));
  const out = [
    `<article>\n<h1>${title}</h1>`,
    `<p class="meta">By <a href="/people/${slug(random)}/">${phrase(random, 2)}</a>, revision ${revision}.</p>`,
  ];
  for (let block = 0; block < blocks; block++) {
    const kind = random();
    if (kind < 0.1) out.push(`<h2 id="${slug(random)}-${block}">${phrase(random, 4)}</h2>`);
    else if (kind < 0.72) out.push(paragraph(random));
    else if (kind < 0.84) out.push(list(random));
    else if (kind < 0.9) out.push(table(random));
    else if (kind < 0.95) out.push(`<pre><code>${sentence(random)}\n  ${sentence(random)}</code></pre>`);
    else
      out.push(
        `<figure><img src="/images/${slug(random)}.jpg" alt="${phrase(random, 3)}"><figcaption>${sentence(random)}</figcaption></figure>`,
      );
  }
  out.push('</article>');
  return out.join('\n');
}

function paragraph(random: Random): string {
  const pieces = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
    const inline = random();
    if (inline < 0.3)
      return `${sentence(random)} <a href="../${slug(random)}/${slug(random)}.html">${phrase(random, 2)}</a> ${sentence(random)}`;
    if (inline < 0.45) return `${sentence(random)} <em>${phrase(random, 1)}</em> ${sentence(random)}`;
    if (inline < 0.55) return `${sentence(random)} <code>${slug(random)}()</code> ${sentence(random)}`;
    return sentence(random);
  });
  return `<p>${pieces.join('\n')}</p>`;
}

function list(random: Random): string {
  const items = Array.from({ length: 3 + Math.floor(random() * 6) }, () => `<li>${sentence(random)}</li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function table(random: Random): string {
  const rows = Array.from(
    { length: 3 + Math.floor(random() * 5) },
    () => `<tr><th>${phrase(random, 1)}</th><td>${phrase(random, 3)}</td><td>${phrase(random, 2)}</td></tr>`,
  );
  return `<table class="data">\n${rows.join('\n')}\n</table>`;
}

function sentence(random: Random): string {
  const text = phrase(random, 11 + Math.floor(random() * 14));
  return `${text[0]!.toUpperCase()}${text.slice(1)}${random() < 0.1 ? ' &amp; more.' : '.'}`;
}

function phrase(random: Random, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(' ');
}

function slug(random: Random): string {
  return `${word(random)}-${word(random)}`;
}

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'wa',
  'zen',
  'tor',
  'lan',
  'mer',
  'kis',
];

/** A word out of 2,000, the first ones much more often, as in a language. */
function word(random: Random): string {
  let rank = Math.floor(2000 ** random());
  let text = syllables[rank % 20]!;
  for (rank = Math.floor(rank / 20); rank > 0; rank = Math.floor(rank / 20)) text += syllables[rank % 20]!;
  return text;
}

/** Numbers in [0,1) from a seed (mulberry32). */
function randomSource(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
