// Pages of any size and number, to measure how an extractor's time grows: one layout with a menu, and a different article on every page. The
// same arguments give the same bytes.

import { measuring } from '../thresholds.ts';

/** Size and depth of the article of a generated page. */
export interface ArticleShape {
  /** Number of blocks. */
  blocks: number;
  /** Largest number of children of an element: few give a deep article, as many as blocks a wide one. */
  children: number;
}

const words = 'alder birch cedar elm fir hazel juniper larch maple oak pine rowan spruce walnut willow yew'.split(' ');

/** Path of page `index` from the site's root. */
export function generatedPath(index: number): string {
  return `page-${index}.html`;
}

/** Source of page `index` of a site with `pages` pages. Most blocks are paragraphs of seven nodes. */
export function generatedPage(index: number, pages: number, { blocks, children }: ArticleShape): string {
  const random = randomNumbers(index + 1);
  const phrase = (length: number) => Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
  const menu = Array.from({ length: Math.min(measuring.menuEntries, pages) }, (_, entry) => {
    return `<li><a href="${generatedPath(entry)}">${words[entry]}</a></li>`;
  });
  const paragraphs = Array.from({ length: blocks }, (_, block) => {
    const next = generatedPath(Math.floor(random() * pages));
    return block % 8 === 0
      ? `<h2>${phrase(3)}</h2>`
      : `<p>${phrase(9)} <a href="${next}">${phrase(2)}</a> ${phrase(6)} <em>${phrase(1)}</em></p>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${phrase(3)}</title><link rel="stylesheet" href="site.css"></head>
<body><header class="banner"><a href="${generatedPath(0)}">Generated site</a></header>
<nav class="menu"><ul>${menu.join('')}</ul></nav>
<div class="columns"><div class="article"><h1>${phrase(4)}</h1>
${nested(paragraphs, children).join('\n')}
</div><div class="side"><h3>See also</h3><ul>${menu.join('')}</ul></div></div>
<footer><p>All rights reserved</p></footer></body></html>
`;
}

/** Nests the blocks in sections so that no section has more than `children` children. */
function nested(blocks: string[], children: number): string[] {
  if (blocks.length <= children) return blocks;
  const sections: string[] = [];
  for (let at = 0; at < blocks.length; at += children) {
    sections.push(`<section>\n${blocks.slice(at, at + children).join('\n')}\n</section>`);
  }
  return nested(sections, children);
}

/** A linear congruential generator of numbers in [0,1). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
