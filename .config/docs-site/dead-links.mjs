import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Parser } from 'htmlparser2';

/** Links of the built pages that lead to no file, or to no id, within the site: a sentence each. */
export function deadLinks(folder, pages) {
  const read = new Map(pages.map(page => [page, linksAndIds(readFileSync(join(folder, page), 'utf8'))]));
  return pages.flatMap(page =>
    read.get(page).links.flatMap(link => {
      if (/^[a-z]+:/i.test(link)) return [];
      const [path, fragment = ''] = decodeURI(link).split('#');
      const target = path === '' ? page : join(dirname(page), path);
      const isThere = existsSync(join(folder, target)) && (fragment === '' || read.get(target)?.ids.has(fragment));
      return isThere ? [] : [`${page} links to ${link}, which does not exist`];
    }),
  );
}

function linksAndIds(html) {
  const links = [];
  const ids = new Set();
  const parser = new Parser({
    onopentag(_, { href, src, id }) {
      if (href !== undefined) links.push(href);
      if (src !== undefined) links.push(src);
      if (id !== undefined) ids.add(id);
    },
  });
  parser.end(html);
  return { links, ids };
}
