import { dirname, relative } from 'node:path';
import MarkdownIt from 'markdown-it';

const { escapeHtml } = new MarkdownIt().utils;

/** A whole page of the site: side bar, search, the document and its headings. */
export function documentPage({ target, title, html, headings }, sections) {
  const to = path => escapeHtml(relative(dirname(target), path) || '.');
  const lists = sections.map(({ name, documents }) => {
    const isHere = documents.some(document => document.target === target);
    const items = documents.map(document => {
      const current = document.target === target ? ' aria-current="page"' : '';
      return `<li><a href="${to(document.target)}"${current}>${escapeHtml(document.target === 'index.html' ? 'Overview' : document.title)}</a></li>`;
    });
    const open = isHere || name === 'Start' ? ' open' : '';
    return `<details${open}><summary>${escapeHtml(name)}</summary><ul>${items.join('\n')}</ul></details>`;
  });
  const contents = headings.map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
  const full = target === 'index.html' ? 'Templens' : `${title} · Templens`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(full)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<script defer src="${to('search-index.js')}"></script>
<script defer src="${to('search.js')}" data-root="${to('.')}"></script>
</head>
<body>
<a class="skip" href="#document">Skip to the document</a>
<header><a class="home" href="${to('index.html')}">Templens</a><a href="${to('try.html')}">Try it</a>
<search><label for="search">Search</label><input id="search" type="search" autocomplete="off" placeholder="Press /"><div id="results" role="region" aria-label="Search results" aria-live="polite" hidden></div></search></header>
<nav aria-label="Documents">${lists.join('\n')}</nav>
<main id="document">${html}</main>
${contents.length > 1 ? `<aside aria-label="On this page"><h2>On this page</h2><ul>${contents.join('\n')}</ul></aside>` : ''}
</body>
</html>
`;
}
