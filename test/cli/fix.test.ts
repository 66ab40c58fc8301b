import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { bakeryMistakes, bakerySite } from '../support/bakery-site.ts';
import { chosen } from '../support/chosen.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { isUnix } from '../support/platform.ts';
import { ended, start, templens, withoutProgress } from './templens.ts';

const sound: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const [first, second, third] = Object.keys(sound) as [string, string, string];

/** A site where one page lacks its footer, one links to the wrong folder, and one has a typing error. */
const drifted: Record<string, string> = {
  ...sound,
  [first]: sound[first]!.replace(/ {2}<footer>[\s\S]*<\/footer>\n/, ''),
  [second]: sound[second]!.replace('../people.html', 'people.html'),
  [third]: sound[third]!.replace('>Archive<', '>Archvie<'),
};

function makeSite(files: Record<string, string | Buffer> = drifted): string {
  return makeFolder({ ...framedSiteFiles, ...files });
}

const texts = (root: string, pages: string[] = Object.keys(sound)): Record<string, string> =>
  Object.fromEntries(pages.map(page => [page, readFileSync(join(root, page), 'utf8')]));

describe('without --write', () => {
  test('prints what would change, as a diff that git applies, and writes nothing', async () => {
    const root = makeSite();
    const { code, stdout, stderr } = await templens(['fix', root]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'templens: Would fix 2 findings on 2 pages; nothing is written without --write. 1 more with --unsafe.\n',
    });
    expect(stdout).toContain(`--- a/${first}\n+++ b/${first}\n`);
    expect(stdout).toContain('+    <p>Printed by the Example Press.</p>\n');
    expect(stdout).toContain(
      '-      <li><a href="people.html">People</a></li>\n+      <li><a href="../people.html">People</a></li>\n',
    );
    expect(texts(root)).toEqual(drifted);
    execFileSync('git', ['apply'], { cwd: root, input: stdout });
    expect(texts(root)).toEqual({ ...sound, [third]: drifted[third] });
  });

  test.each([
    [['--code', 'template/changed-attribute'], '--code skips it.'],
    [[], 'It replaces words of this page.'],
  ])('%j --explain says why a finding stays', async (options, reason) => {
    const { stderr } = await templens(['fix', makeSite(), ...options, '--explain']);
    expect(stderr).toContain(`template/changed-text is not fixed. ${reason}\n`);
  });

  test('counts as check does: its numbers add up to those of check, which counts no fix that would remove content', async () => {
    const pages = Object.fromEntries(framedSite(14).map(page => [page.path, textOf(page)]));
    const refused = { ...pages, 'islands-8.html': pages['islands-8.html']!.replace('<main>', '<li>') };
    for (const files of [drifted, refused]) {
      const root = makeSite(files);
      const counts = async (command: string[]): Promise<string> => {
        const { stdout, stderr } = await templens([...command, root, '--min-confidence', '0']);
        return command[0] === 'check' ? stdout : stderr;
      };
      const numbers = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
      const checked = await counts(['check']);
      const safe = numbers(checked, /(\d+) fixable with templens fix[,.]/);
      const unsafe = numbers(checked, /(\d+) (?:more with --unsafe|fixable with templens fix --unsafe)\./);
      expect(safe + unsafe).toBe(files === drifted ? 3 : 1);
      const fixed = await counts(['fix']);
      expect(numbers(fixed, /Would fix (\d+) /)).toBe(safe);
      expect(numbers(fixed, /(\d+) more with --unsafe\./) + numbers(fixed, /shows the fix of (\d+) /)).toBe(unsafe);
      const all = await counts(['fix', '--unsafe']);
      expect(numbers(all, /Would fix (\d+) /)).toBe(safe + unsafe);
    }
  });

  test('a fix that would remove content is promised nowhere, and the reason is the same everywhere', async () => {
    const own = '<div class="footer">\n    <p>We close for a week in August, and the whole village has to eat toast.</p>';
    const root = makeFolder(bakerySite(['jobs.html', '<footer>', own]));
    const reason = 'The fix would remove content of this page.';
    const { stdout: json } = await templens(['check', root, '--format', 'json']);
    expect(JSON.parse(json).diagnostics).toMatchObject([{ page: 'jobs.html', fixable: false, refusal: reason }]);
    const { stdout: text } = await templens(['check', root]);
    expect(text).toContain(`\n  Fix it by hand. ${reason}\n`);
    expect(text).toMatch(/^1 warning on 1 of 12 pages\.$/m);
    const { stderr } = await templens(['fix', root, '--unsafe', '--explain']);
    expect(stderr).toMatch(new RegExp(`^templens: jobs\\.html:\\S+ template/missing-node is not fixed\\. ${reason}$`, 'm'));
    expect(stderr).toContain('templens: There is nothing to fix.\n');
    const report = join(makeFolder(), 'report.html');
    await templens(['report', root, '--out', report]);
    expect(readFileSync(report, 'utf8')).toContain(`Fix it by hand. ${reason}`);
  });

  test('a fix that would cause another finding is reverted, and --explain names the finding', async () => {
    const own = '        <li><a href="oven.html">The oven of this page</a></li>\n';
    const root = makeFolder(bakerySite(['shop.html', '        <li><a href="jobs.html">Jobs</a></li>\n', own]));
    const { stderr } = await templens(['fix', root, '--explain']);
    expect(stderr).toContain('is not fixed. shop.html would have a new finding: <li> “The oven of this page” stands here;');
  });

  test('says so if there is nothing to fix', async () => {
    const { code, stdout, stderr } = await templens(['fix', makeSite(sound)]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'templens: There is nothing to fix.\n' });
  });
});

describe('with --write', () => {
  test('pages are as the template has them; words of the page only go with --unsafe', async () => {
    const root = makeSite();
    const safe = await templens(['fix', root, '--write']);
    expect({ code: safe.code, stdout: safe.stdout, stderr: safe.stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'templens: Fixed 2 findings on 2 pages. 1 more with --unsafe.\n',
    });
    expect(texts(root)).toEqual({ ...sound, [third]: drifted[third] });
    expect((await templens(['fix', root])).stderr).toBe(
      'templens: There is nothing to fix safely. --unsafe shows the fix of 1 finding.\n',
    );
    await templens(['fix', root, '--write', '--unsafe']);
    expect(texts(root)).toEqual(sound);
    expect((await templens(['fix', root, '--write', '--unsafe'])).stderr).toBe('templens: There is nothing to fix.\n');
    expect((await templens(['check', root])).code).toBe(0);
  });

  test('a page is as before its mistake, of each kind that check promises to fix', async () => {
    const { title: _, ...mistakes } = bakeryMistakes;
    const right = bakerySite();
    const root = makeFolder(bakerySite(...Object.values(mistakes)));
    const { stdout } = await templens(['check', root, '--format', 'json']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { page: string; message: string; fixable: boolean }[] };
    expect(diagnostics.every(({ fixable }) => fixable)).toBe(true);
    expect(diagnostics.map(({ page }) => page)).toEqual(
      Object.values(mistakes)
        .map(([page]) => page)
        .sort(),
    );
    // One finding for an address that differs and leads to no file.
    expect(diagnostics.find(({ page }) => page === 'breads/spelt.html')!.message).toMatch(
      /; breads\/img\/logo\.svg does not exist\.$/,
    );
    // The page itself counts among all pages.
    expect(diagnostics.find(({ page }) => page === 'jobs.html')!.message).toContain('10 of 12 pages have it in <footer>');
    await templens(['fix', root, '--write', '--unsafe']);
    expect(texts(root, Object.keys(right))).toEqual(right);
  });

  test('only the pages and codes that are asked for', async () => {
    const root = makeSite();
    await templens(['fix', root, '--write', '--page', 'docs/**']);
    expect(texts(root)).toEqual({ ...drifted, [second]: sound[second] });
    await templens(['fix', root, '--write', '--unsafe', '--code', 'template/changed-text']);
    expect(texts(root)).toEqual({ ...sound, [first]: drifted[first] });
  });

  test('a page keeps its encoding, its line ends and its byte-order mark', async () => {
    const page = (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`);
    const root = makeSite({ ...drifted, [first]: page(drifted[first]!) });
    await templens(['fix', root, '--write']);
    expect(readFileSync(join(root, first))).toEqual(page(sound[first]!));
  });

  test('a page in another encoding than the others gets its fixes, and keeps what it says of its encoding', async () => {
    const western = (text: string) =>
      Buffer.from(text.replace('charset="utf-8"', 'charset="windows-1252"').replace('<p>', '<p>caf\u00e9 '), 'latin1');
    const root = makeSite({ ...sound, [first]: western(drifted[first]!) });
    expect((await templens(['fix', root, '--write'])).code).toBe(0);
    expect(readFileSync(join(root, first))).toEqual(western(sound[first]!));
  });

  test('a page that cannot be written as it is encoded is left as it is and reported; the others are written', async () => {
    const bytes = Buffer.concat([Buffer.from(drifted[second]!), Buffer.from('<!-- '), Buffer.from([0xff]), Buffer.from(' -->')]);
    const root = makeSite({ ...drifted, [second]: bytes });
    const declared = await templens(['fix', root, '--write']);
    expect({ code: declared.code, stderr: declared.stderr }).toEqual({
      code: 3,
      stderr: `templens: ${second} is left as it is: it has bytes that are not valid utf-8.\ntemplens: 1 page of 2 could not be written.\n`,
    });
    expect(readFileSync(join(root, second))).toEqual(bytes);
    expect(texts(root, [first])).toEqual({ [first]: sound[first] });
  });

  test.each(chosen([0, 1, 2, 5, 9], 1))(
    'killed when it has replaced %i of ten pages (0: when it drafts the first), every page is either old or new, whole',
    async moment => {
      const pages = framedSite(100).map(page => [page.path, textOf(page)] as const);
      const whole = Object.fromEntries(pages);
      const old = Object.fromEntries(
        pages.map(([path, text], index) => [path, index % 10 === 0 ? text.replace(/ {2}<aside>[\s\S]*<\/aside>\n/, '') : text]),
      );
      const root = makeSite(old);
      const child = start(['fix', root, '--write']);
      const replaced = new Set<string>();
      const watcher = watch(root, (_, name) => {
        if (moment === 0 && name?.startsWith('.templens-draft-')) child.kill('SIGKILL');
        if (moment > 0 && name !== null && name in whole && replaced.add(name).size >= moment) child.kill('SIGKILL');
      });
      const { signal } = await ended(child);
      watcher.close();
      expect(signal).toBe('SIGKILL');
      const now = texts(root, Object.keys(whole));
      const written = Object.keys(whole).filter(page => old[page] !== whole[page] && now[page] === whole[page]);
      expect(written.length).toBeGreaterThanOrEqual(moment);
      for (const page of Object.keys(whole)) expect([old[page], whole[page]]).toContain(now[page]);
      // What the killed run left behind is no page, and does not hinder the next one.
      expect((await templens(['fix', root, '--write'])).code).toBe(0);
      expect(texts(root, Object.keys(whole))).toEqual(whole);
      expect(readdirSync(root).filter(name => name.startsWith('.'))).toEqual([]);
    },
  );

  test.runIf(isUnix)('interrupted, it finishes the page at hand and names the pages that it wrote', async () => {
    const pages = framedSite(400).map(page => [page.path, textOf(page)] as const);
    const whole = Object.fromEntries(pages);
    const old = Object.fromEntries(
      pages.map(([path, text], index) => [path, index % 10 === 0 ? text.replace(/ {2}<aside>[\s\S]*<\/aside>\n/, '') : text]),
    );
    const root = makeSite(old);
    const child = start(['fix', root, '--write']);
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    const watcher = watch(root, (_, name) => {
      if (name === null || !(name in whole)) return;
      // Once: the second one ends the program at once.
      watcher.close();
      child.kill('SIGINT');
    });
    const { code } = await ended(child);
    expect({ code, stderr: withoutProgress(stderr) }).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        /^templens: Interrupted: \d+ of 40 pages (?:is|are) written \(.*\); the others are as they were\.\n$/,
      ),
    });
    const now = texts(root, Object.keys(whole));
    const written = Object.keys(whole).filter(page => old[page] !== whole[page] && now[page] === whole[page]);
    expect(stderr).toContain(`Interrupted: ${written.length} of 40`);
    for (const page of written.slice(0, 20)) expect(stderr).toContain(page);
    expect(readdirSync(root).filter(name => name.startsWith('.'))).toEqual([]);
  });

  test.runIf(isUnix)('a page with another name, and one that is read-only, are left as they are and reported', async () => {
    const root = makeSite();
    linkSync(join(root, first), join(root, 'twin.txt'));
    chmodSync(join(root, second), 0o444);
    const { code, stderr } = await templens(['fix', root, '--write']);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        `templens: ${first} is left as it is: it has other names (hard links), which would keep the old text.\n` +
        `templens: ${second} is left as it is: it is read-only.\n` +
        'templens: 2 pages of 2 could not be written.\n',
    });
    expect(texts(root)).toEqual(drifted);
  });
});

describe('wrong usage', () => {
  test.each([
    [['--code', 'moved-nod'], /There is no finding with the code "moved-nod"\. Did you mean template\/moved-node\?$/m],
    [['--page', 'nowhere/**'], /No page of .* matches --page nowhere\/\*\*\./],
  ])('%j', async (options, sentence) => {
    const { code, stdout, stderr } = await templens(['fix', makeSite(sound), ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
  });
});
