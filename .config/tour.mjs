// What `npm start` ends with: layouts, parts and one finding of the sample site, with one word of one page changed, and what to type next.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';

const color = process.stdout.isTTY ? '--color' : '--no-color';
const site = mkdtempSync(join(tmpdir(), 'templens-sample-'));
const templens = (...args) =>
  spawnSync(process.execPath, ['server/bin/templens.js', ...args, color], { encoding: 'utf8' }).stdout;
// As wide as the terminal, so that no line takes two.
const width = Math.max(60, process.stdout.columns ?? 110);
const cut = line => (line.length > width ? `${line.slice(0, width - 1)}…` : line);
const firstLines = (text, count) => text.split('\n').slice(0, count).map(cut).join('\n');
const style = (name, text) => (process.stdout.isTTY ? styleText(name, text) : text);
const heading = (text, command = '') =>
  console.log(`${style('bold', text)}${command === '' ? '' : `  ${style('dim', command)}`}\n`);
try {
  cpSync('test/fixtures/sample-site/pages', site, { recursive: true });
  const page = join(site, 'legal.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('the Apache Ant site', 'the Apache Atn site'));
  console.log('\nThe sample: fourteen pages of the Apache Ant site. In this copy, one word of legal.html has a typo.\n');
  heading('Layouts: pages that are built alike', 'templens groups');
  console.log(`${firstLines(templens('groups', site), 3)}\n`);
  heading('Shared parts, with the pages of each version', 'templens parts');
  console.log(`${firstLines(templens('parts', site), 7)}\n`);
  heading('Findings: where a page differs from the others', 'templens check');
  console.log(`${templens('check', site).trimEnd()}\n`);
  heading('Next, on a folder of your own');
  for (const [command, meaning] of [
    ['npx templens check FOLDER', 'what differs'],
    ['npx templens report FOLDER --out report.html', 'the whole site in one page, for the browser'],
    ['npx templens help', 'all commands; in VS Code: npm run package'],
  ])
    console.log(`  ${command.padEnd(46)}${meaning}`);
} finally {
  rmSync(site, { recursive: true, force: true });
}
