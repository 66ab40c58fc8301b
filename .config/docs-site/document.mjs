import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import { plainText, slugOf } from './headings.mjs';

const markdown = new MarkdownIt({ html: true });

/**
 * A document as HTML, with the passages that a search finds and the pictures that it shows.
 * Links to documents lead to their pages, links to other files of the project to its address.
 */
export function renderDocument({ source, target, title, text }, documents, address) {
  const tokens = markdown.parse(text, {});
  const pages = new Map(documents.map(document => [document.source, document.target]));
  const pictures = [];
  const headings = [];
  const passages = [{ title, heading: title, href: target, text: '' }];
  const slugs = new Map();
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[at + 1]);
      const id = slugOf(heading, slugs);
      token.attrSet('id', id);
      if (token.tag !== 'h1') {
        passages.push({ title, heading, href: `${target}#${id}`, text: '' });
        if (token.tag === 'h2') headings.push({ id, heading });
      }
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') passages.at(-1).text += `${plainText(token)} `;
    else if (token.type === 'fence') token.info = token.info.trim();
    else if (token.type === 'table_open') token.attrSet('tabindex', '0');
    for (const child of token.children ?? []) {
      const href = child.attrGet('href');
      if (href) child.attrSet('href', linkTo(href));
      const picture = child.attrGet('src');
      if (picture && !/^[a-z]+:/i.test(picture)) {
        const path = join(dirname(source), picture);
        pictures.push(path);
        child.attrSet('src', up(`pictures/${path.replaceAll('/', '-')}`));
      }
    }
  });
  return { html: markdown.renderer.render(tokens, markdown.options, {}), pictures, headings, passages };

  function linkTo(href) {
    if (/^[a-z]+:|^#/i.test(href)) return href;
    const [path, fragment] = href.split('#');
    const file = join(dirname(source), path).replace(/\/$/, '');
    const page = pages.get(file) ?? pages.get(`${file}/README.md`);
    const end = fragment === undefined ? '' : `#${fragment}`;
    if (page !== undefined) return up(page) + end;
    // What is not a document of the site is shown where the project is; a file that is not there stays a dead link.
    return existsSync(file) ? `${address}/blob/main/${file}${end}` : href;
  }

  function up(path) {
    return relative(dirname(target), path) || '.';
  }
}
