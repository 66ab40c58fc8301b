import { readdirSync, readFileSync } from 'node:fs';

/** What the side bar lists, in this order; every document of docs/ is in one of these. */
const plan = [
  [
    'Start',
    [
      'README.md',
      'docs/README.md',
      'docs/cli.md',
      'docs/editors.md',
      'docs/ci.md',
      'docs/configuration.md',
      'docs/directives.md',
      'docs/api.md',
      'docs/crawl.md',
      'docs/migration.md',
      'docs/compatibility.md',
      'docs/stability.md',
    ],
  ],
  ['Findings', ['docs/findings.md', 'docs/parts.md', 'docs/threat-model.md', ...markdownIn('docs/checks')]],
  ['Research', markdownIn('docs/lab')],
  [
    'Contributing',
    [
      'CONTRIBUTING.md',
      'docs/contributing/code-map.md',
      'docs/contributing/engine.md',
      ...markdownIn('docs/contributing', 'add-'),
      'docs/glossary.md',
      'CHANGELOG.md',
    ],
  ],
  ['Decisions', markdownIn('docs/decisions')],
];

/** Sections with their documents: source, target in the site, and title. Throws where a document of docs/ is in none. */
export function readSections() {
  const planned = new Set(plan.flatMap(([, sources]) => sources));
  const forgotten = markdownIn('docs').filter(source => !planned.has(source));
  if (forgotten.length > 0) throw new Error(`In no section of the site: ${forgotten.join(', ')}`);
  return plan.map(([name, sources]) => ({ name, documents: sources.map(describe) }));
}

function describe(source) {
  const text = readFileSync(source, 'utf8');
  const title = /^# (.+)$/m.exec(text)[1].replaceAll('`', '');
  return { source, target: targetOf(source), title, text };
}

function targetOf(source) {
  if (source === 'README.md') return 'index.html';
  const path = source.replace(/^docs\//, '').replace(/\.md$/, '.html');
  return path.replace(/\/README\.html$/, '/index.html').toLowerCase();
}

function markdownIn(folder, start = '') {
  const names = readdirSync(folder).filter(name => name.startsWith(start) && name.endsWith('.md'));
  return names
    .sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1))
    .map(name => `${folder}/${name}`);
}
