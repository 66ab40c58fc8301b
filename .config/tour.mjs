// What `npm start` ends with: layouts, parts and one finding of the sample site, with one word of one page changed, and what to type next.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const color = process.stdout.isTTY ? '--color' : '--no-color';
const site = mkdtempSync(join(tmpdir(), 'templens-sample-'));
const templens = (...args) =>
  spawnSync(process.execPath, ['server/bin/templens.js', ...args, color], { encoding: 'utf8' }).stdout;
const firstLines = (text, count) =>
  text
    .split('\n')
    .slice(0, count)
    .map(line => line.slice(0, 130))
    .join('\n');
try {
  cpSync('test/fixtures/sample-site/pages', site, { recursive: true });
  const page = join(site, 'legal.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('the Apache Ant site', 'the Apache Atn site'));
  console.log('\nThe sample: fourteen pages of the Apache Ant site; in a copy, one letter of legal.html is changed.\n');
  console.log(`Layouts, the pages that are built alike (templens groups):\n\n${firstLines(templens('groups', site), 3)}\n`);
  console.log(
    `Parts that pages share, with the pages of each version (templens parts):\n\n${firstLines(templens('parts', site), 8)}\n`,
  );
  console.log(`Where pages differ from what the others agree on (templens check):\n\n${templens('check', site).trimEnd()}\n`);
  console.log(
    'Next, on a folder of yours: npx templens check FOLDER    in VS Code: npm run package    all commands: npx templens help',
  );
} finally {
  rmSync(site, { recursive: true, force: true });
}
