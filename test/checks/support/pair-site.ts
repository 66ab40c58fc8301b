// A small site of pages on one template, for tests of what is reported and what is not.
import type { CheckSettings } from 'templens-shared/findings';
import { CheckedSite } from '../../support/checked-site.ts';

const words = 'river stone lamp cloud bread wheel garden letter window market paper silver north train table song'.split(' ');

/** Names of the pages that the menu leads to. */
export const menu = ['index', 'about', 'products', 'prices', 'contact'];
const titles = ['Home', 'About us', 'Products', 'Prices', 'Contact'];

/** Path of page `index`: the menu's pages and others beside them, and every third one in a folder. */
export function pathOf(index: number): string {
  if (index < menu.length) return `${menu[index]}.html`;
  return index % 3 === 0 ? `news/item-${index}.html` : `page-${index}.html`;
}

/** Text of page `index`, with a body of its own. */
export function pageOf(index: number): string {
  const up = pathOf(index).includes('/') ? '../' : '';
  const items = menu.map((name, at) => `<li><a href="${up}${name}.html">${titles[at]}</a></li>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${say(index, 2)} ${index} - Acme</title>
<meta name="description" content="${say(index * 7, 6)}">
<link rel="stylesheet" href="${up}css/site.css">
<script src="${up}js/analytics.js" async></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="logo" href="${up}index.html"><img src="${up}img/logo.png" alt="Acme"></a>
<nav class="menu">
<ul>
${items.join('\n')}
</ul>
</nav>
</header>
<main id="main">
<h1>${say(index, 2)}</h1>
${Array.from({ length: 2 + (index % 4) }, (_, at) => `<p>${say(index * 31 + at * 5, 9)} ${index}-${at}.</p>`).join('\n')}
</main>
<footer>
<p>&copy; 2025 Acme Ltd, <a href="${up}page-5.html">Imprint</a></p>
<p class="address">1 Main Street, Springfield</p>
</footer>
</body>
</html>
`;
}

/** A phrase that only page `seed` has. */
export function say(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => words[(seed * 5 + at * at * 3 + at * seed) % words.length]).join(' ');
}

/** A site of pages, changed one by one: `change` gives the text of page `index`, out of its text without a change. */
export function pairSite(
  count: number,
  change: (text: string, index: number, path: string) => string = text => text,
  settings: Partial<CheckSettings> = {},
): CheckedSite {
  const pages = Array.from({ length: count }, (_, index): [string, string] => {
    const path = pathOf(index);
    return [path, change(pageOf(index), index, path)];
  });
  return new CheckedSite(pages, settings);
}

/** All findings of a site: page, code and the first line of the marked text. */
export function reportsOf(site: CheckedSite): string[] {
  return [...site.all()].flatMap(([page, findings]) => {
    const text = site.texts.get(page)!;
    return findings.map(({ code, start, end }) => `${page}: ${code} ${text.slice(start, end).split('\n', 1)[0]}`);
  });
}

/** Replaces a piece of a text that must be there. */
export function swap(text: string, from: string | RegExp, to: string | ((...found: string[]) => string)): string {
  const changed = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
  if (changed === text) throw new Error(`there is no ${from} in ${text}`);
  return changed;
}

/** A page of quite another template, with a link to `terms.html` in it unless `linked` is false. */
export function listPage(at: number, linked = true): string {
  const rows = `<tr><th>${say(at, 2)}</th><td>${say(at + 40, 3)}</td></tr>`.repeat(4 + (at % 3));
  const form = '<form><fieldset><legend>Order</legend><select><option>1</option></select><input type="submit"></fieldset></form>';
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${say(at, 2)} list ${at} - Acme</title></head>
<body><center><table><caption>List</caption>${rows}</table>${form}</center>
<address><a href="index.html">Home</a>${linked ? ' <a href="terms.html">T</a>' : ''}</address></body></html>`;
}
