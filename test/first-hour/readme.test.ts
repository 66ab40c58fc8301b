// A stranger in an empty folder: installs the package and types what its README prints.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../browser/chromium.ts';
import { withoutProgress } from '../cli/templens.ts';
import { repository } from '../docs/support/documents.ts';
import { type FirstHour, startFirstHour } from './support/first-hour.ts';

let hour: FirstHour;
beforeAll(() => {
  hour = startFirstHour('readme');
  // The folders that the README names: its sample, and a site of one's own.
  cpSync(join(repository, 'test/fixtures/sample-site'), join(hour.project.folder, 'test/fixtures/sample-site'), {
    recursive: true,
  });
  cpSync(join(repository, 'client/sample'), join(hour.project.folder, 'site'), { recursive: true });
});
afterAll(() => hour.end());

/** The commands in the blocks of a Markdown text with a prompt, each with the output that is printed below it. */
function printedCommands(text: string): { command: string; printed: string }[] {
  return [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    block!
      .split(/^\$ /m)
      .slice(1)
      .map(piece => ({ command: piece.split('\n', 1)[0]!, printed: piece.slice(piece.indexOf('\n') + 1).trimEnd() })),
  );
}

test('the commands of the installed README print what it shows', () => {
  const readme = readFileSync(join(hour.project.folder, 'node_modules/templens/README.md'), 'utf8');
  const commands = printedCommands(readme);
  expect(commands.length).toBeGreaterThan(3);
  for (const { command, printed } of commands) {
    const { stdout, stderr } = hour.sh(command);
    expect({ command, printed: withoutProgress(stdout + stderr).trimEnd() }).toEqual({ command, printed });
  }
});

test('`check` finds the mistakes of a site, `fix` fixes them, and `check` finds none', () => {
  const found = hour.sh('npx templens check site');
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('exhibits/bell.html') });
  const shown = hour.sh('npx templens fix site --unsafe');
  expect(shown.stdout).toMatch(/^\+.*Your visit/m);
  expect(hour.sh('npx templens check site').stdout).toBe(found.stdout);
  expect(hour.sh('npx templens fix site --unsafe --write').code).toBe(0);
  expect(hour.sh('npx templens check site')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^No findings on 10 pages\./),
  });
});

test('the other commands that the README names work', () => {
  for (const command of ['templens parts site', 'templens init site', 'templens classify site --format html --out marked']) {
    expect(hour.sh(`npx ${command}`), command).toMatchObject({ code: 0 });
  }
  expect(existsSync(join(hour.project.folder, 'site/templens.config.jsonc'))).toBe(true);
  expect(existsSync(join(hour.project.folder, 'marked/index.html'))).toBe(true);
});

test('`report` writes a page that opens in a browser', async () => {
  expect(hour.sh('npx templens report site --out report.html').code).toBe(0);
  const path = hour.keep('report.html', readFileSync(join(hour.project.folder, 'report.html')));
  const browser = await openChromium();
  for (const width of [390, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(pathToFileURL(path).href);
    expect(await page.locator('h2:visible').textContent()).toBe('Overview');
    hour.keep(`report-${width}.png`, await page.screenshot({ fullPage: true }));
  }
  await browser.close();
});
