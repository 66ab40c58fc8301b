import { page } from './site.ts';

const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns'];

/** Six pages that agree on everything but their own text, by path. */
export const rightSite: Record<string, string> = Object.fromEntries(
  names.map(name => [
    `${name.toLowerCase()}.html`,
    page(name, `<h2>All about ${name.toLowerCase()}</h2>\n<p>The text of ${name} is its own.</p>\n<p>And more of it.</p>`),
  ]),
);

/** The page without the last item of its menu. */
export function withoutContact(text: string): string {
  return text.replace('<li><a href="/contact.html">Contact</a></li>\n', '');
}

/** The same site, but `dunes.html` lacks an item of the menu. */
export const driftedSite: Record<string, string> = { ...rightSite, 'dunes.html': withoutContact(rightSite['dunes.html']!) };
