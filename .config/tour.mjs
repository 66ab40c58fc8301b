// What `npm start` ends with: layouts, parts and one finding of the sample site, with one word of one page changed, and what to type next.
// Fits a terminal of 80 by 24.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';

const { openSite } = await import('../server/dist/index.js');
const SHOWN_PARTS = 3;
const WIDTH = 80;

const cut = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width));
const style = (name, text) => (process.stdout.isTTY ? styleText(name, text) : text);
const heading = (text, command) => console.log(`\n${style('bold', cut(text, 60))}${style('dim', command)}`);
const row = (name, figures) => console.log(`  ${cut(name, 40)}  ${cut(figures, WIDTH - 44).trimEnd()}`);

const site = mkdtempSync(join(tmpdir(), 'templens-sample-'));
try {
  cpSync('test/fixtures/sample-site/pages', site, { recursive: true });
  const page = join(site, 'legal.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('the Apache Ant site', 'the Apache Atn site'));
  const opened = await openSite(site);
  const [pages, layouts, all] = await Promise.all([opened.pages(), opened.layouts(), opened.parts()]);
  await opened.close();
  // Those that the command lists: not pieces without a role, such as a text.
  const { stdout: listed } = spawnSync(process.execPath, ['server/bin/templens.js', 'parts', site, '--no-color'], {
    encoding: 'utf8',
  });
  const parts = all.filter(({ name }) => listed.includes(`\n${name}  `));

  parts.sort((one, other) => other.versions.length - one.versions.length);

  console.log(`${pages.length} pages of the Apache Ant site. In this copy, legal.html has a typo.`);
  heading('Layouts: pages that are built alike', 'templens groups');
  for (const { layout, pages } of layouts) row(layout, `${pages.length} pages`);
  heading(`Shared parts: ${SHOWN_PARTS} of ${parts.length}, those with the most versions`, 'templens parts');
  for (const { name, pages, versions } of parts.slice(0, SHOWN_PARTS)) {
    const each = versions.map(({ pages }) => pages.length).join(', ');
    row(name, versions.length === 1 ? `${pages} pages, 1 version` : `${pages} pages, ${versions.length} versions: ${each}`);
  }
  heading('Findings: where a page differs from the others', 'templens check');
  const color = process.stdout.isTTY ? '--color' : '--no-color';
  const { stdout } = spawnSync(process.execPath, ['server/bin/templens.js', 'check', site, color], { encoding: 'utf8' });
  console.log(stdout.trimEnd());
  console.log(`\n${style('bold', 'Next:')} npx templens check FOLDER, or npx templens report FOLDER --out report.html`);
} finally {
  rmSync(site, { recursive: true, force: true });
}
