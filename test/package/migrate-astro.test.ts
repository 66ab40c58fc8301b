// Projects for Astro, built by the real Astro. `npm run migrate-corpus -- --to astro --site NAME` builds more sites.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { page, smallSite, templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { provideAstro } from '../support/astro.ts';
import { corpusFolder, isCorpusThere } from '../support/corpus.ts';

const oddSite = {
  ...smallSite,
  'docs/api/code.html': page('Code', `\n  {{ user }} {% if x %} {y} \${z} \`w\` \\ </fragment> <!-- {c} -->`),
  'other.htm': page('Other "quoted" & more', `a\n---\nb <li>not closed <script>if (a < b) { c(\`\${d}\`) }</script>`),
  'sub/index.html': page('Index', 'One address for two pages.'),
  'sub.html': page('Sub', 'One address for two pages.'),
  '_draft/[x].html': page('Name', 'A name with a meaning.'),
  'lines.html': page('Lines', 'Ends of lines.').replaceAll('\n', '\r\n'),
  'bare.html': page('Bare', 'No doctype.').replace('<!doctype html>', ''),
  '.well-known/x.txt': 'x',
  'site.css': 'body{}',
};

const sites = ['odd', ...(isCorpusThere ? ['modern-business'] : [])];

test.each(sites)('the site %s is built byte for byte', async name => {
  const site = name === 'odd' ? makeFolder(oddSite) : join(corpusFolder, name, 'pages');
  const folder = makeFolder();
  provideAstro(folder);
  const out = join(folder, 'project');
  const { code, stdout, stderr } = await templens(['migrate', site, '--to', 'astro', '--out', out]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\n0 pages as they are');
  const files = name === 'odd' ? Object.keys(oddSite).length : readdirSync(site).length;
  expect(stdout).toContain(`Built: ${files} of ${files} files equal byte for byte.`);
});
