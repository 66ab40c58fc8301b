// Builds the documents into a site that needs no server: node .config/docs-site/build.mjs [FOLDER]. Ends with 1 where a link leads nowhere.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import { buildTryPage, repositoryAddress } from '../try/build.mjs';
import { deadLinks } from './dead-links.mjs';
import { renderDocument } from './document.mjs';
import { documentPage } from './page.mjs';
import { readSections } from './sections.mjs';

const out = process.argv[2] ?? 'dist/docs-site';
const here = import.meta.dirname;
const address = repositoryAddress();

const sections = readSections();
const documents = sections.flatMap(({ documents }) => documents);
const rendered = documents.map(document => ({ ...document, ...renderDocument(document, documents, address) }));

rmSync(out, { recursive: true, force: true });
for (const document of rendered) write(document.target, documentPage(document, sections));
for (const name of ['templens.schema.json', 'gold.schema.json']) write(`schema/${name}`, readFileSync(join('server', name)));
await buildTryPage(out, 'index.html');
write('style.css', readFileSync('.config/site-base.css', 'utf8') + readFileSync(join(here, 'style.css'), 'utf8'));
for (const picture of new Set(rendered.flatMap(({ pictures }) => pictures))) {
  mkdirSync(join(out, 'pictures'), { recursive: true });
  cpSync(picture, join(out, 'pictures', picture.replaceAll('/', '-')));
}

// The index is a script and not JSON: so the search works where the site is opened as files.
const search = new MiniSearch({ fields: ['heading', 'text'], storeFields: ['title', 'heading', 'href', 'text'] });
search.addAll(rendered.flatMap(({ passages }) => passages).map((passage, id) => ({ id, ...passage })));
write('search-index.js', `window.templensIndex = ${JSON.stringify(JSON.stringify(search))};\n`);
await build({
  entryPoints: [join(here, 'search.js')],
  outfile: join(out, 'search.js'),
  bundle: true,
  minify: true,
  legalComments: 'inline',
  logLevel: 'warning',
});

const files = readdirSync(out, { recursive: true }).filter(name => name.endsWith('.html'));
const dead = deadLinks(out, files);
for (const link of dead) console.error(link);
console.log(`${files.length} pages in ${out}; ${dead.length} dead links`);
process.exitCode = dead.length === 0 ? 0 : 1;

function write(path, content) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}
