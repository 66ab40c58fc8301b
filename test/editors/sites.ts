import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = process.env.TEMPLENS_CORPUS ?? join(root, '../shared/corpus');

/** The documentation of Ant: all pages in the corpus, some of them bundled with the project. */
const folders = [join(corpus, 'ant-1.6/pages'), join(root, 'test/fixtures/sample-site/pages')];

/** The site that is opened in editors, and what is known of one of its pages. */
export const site = {
  folder: folders.find(existsSync)!,
  file: 'cvs.html',
  /** An entry of the menu, and a text of the page's own that fills its line. */
  template: 'External Tools and Tasks',
  content: 'server. To do so, simply use the following commands',
};

/** Number, from 1, of the first line of the page that holds the text. */
export function lineOf(text: string): number {
  const lines = readFileSync(join(site.folder, site.file), 'utf8').split('\n');
  return lines.findIndex(line => line.includes(text)) + 1;
}

/** What the scripts of editors get: the server, the page, a text of its template, and what is written in its place. */
export function editing(folder = site.folder): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LSP_NODE: process.execPath,
    LSP_CLI: join(root, 'server/bin/templens.js'),
    LSP_FILE: join(folder, site.file),
    LSP_TEXT: site.template,
    LSP_EDITED: 'Changed in one page',
  };
}
