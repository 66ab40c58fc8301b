import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { isDeep } from '../support/deep.ts';
import { ended, page, smallSite, start, templens, withoutProgress } from './templens.ts';

interface Line {
  event: string;
  change?: string;
  page?: string;
  pages?: unknown;
  template?: string;
  sequence?: number;
  diagnostics?: { page: string }[];
  id?: string;
}

/** A running `watch` with the replay of what it has said. */
function watching(site: string, ...options: string[]) {
  const child = start(['watch', site, ...options]);
  const closed = ended(child);
  const lines: Line[] = [];
  const state = new Map<string, string>();
  const found = new Map<string, unknown[]>();
  const parts = new Map<string, { id: string; pages: number }>();
  const listeners = new Set<() => void>();
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += withoutProgress(String(chunk));
    for (const listener of listeners) listener();
  });
  createInterface({ input: child.stdout }).on('line', text => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (line.event === 'page') {
      const { event: _event, change, ...labels } = line;
      if (change === 'remove') state.delete(labels.page!);
      else state.set(labels.page!, JSON.stringify(labels));
    }
    if (line.event === 'part') {
      const { event: _event, change, ...part } = line;
      if (parts.has(part.id!) !== (change !== 'add')) throw new Error(`${change} of the part ${part.id}`);
      if (change === 'remove') parts.delete(part.id!);
      else parts.set(part.id!, part as { id: string; pages: number });
    }
    if (line.event === 'diagnostics') found.set(line.page!, line.diagnostics!);
    for (const listener of listeners) listener();
  });
  return {
    child,
    closed,
    lines,
    stderr: () => stderr,
    /** What `classify --format ndjson` would print, by the events so far. */
    replay: () =>
      [...state]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, line]) => `${line}\n`)
        .join(''),
    /** What `parts --format json` would list, without differences, by the events so far. */
    parts: () => JSON.stringify([...parts.values()].sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1))),
    /** The findings that `check --format json` would print, by the events so far. */
    findings: () => JSON.stringify([...found].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, list]) => list)),
    isIdle: () => lines.at(-1)?.event === 'idle',
    until: (condition: () => boolean) =>
      new Promise<void>(resolve => {
        const check = () => {
          if (!condition()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
  };
}

const classify = async (site: string, ...options: string[]) =>
  (await templens(['classify', site, '--format', 'ndjson', ...options])).stdout;

/** The findings of a fresh `check`, as one text. */
const check = async (site: string) => {
  const { stdout } = await templens(['check', site, '--format', 'json']);
  return JSON.stringify((JSON.parse(stdout) as { diagnostics: unknown[] }).diagnostics);
};

/** The parts of a fresh `parts`, without differences, as one text. */
const partsOf = async (site: string) => {
  const { stdout } = await templens(['parts', site, '--format', 'json']);
  const { parts } = JSON.parse(stdout) as { parts: { versions: { difference?: unknown }[] }[] };
  for (const { versions } of parts) for (const version of versions) delete version.difference;
  return JSON.stringify(parts);
};

describe('watch', () => {
  test('says the whole site, then that it is ready and idle, in the promised form', async () => {
    // The addresses of the page in a folder are written for that folder, so there is nothing to report.
    const nested = smallSite['sub/c.html']!.replaceAll('href="', 'href="../');
    const site = makeFolder({ ...smallSite, 'sub/c.html': nested });
    const watch = watching(site);
    await watch.until(() => watch.isIdle() && watch.lines.some(({ event }) => event === 'ready'));
    expect(watch.replay()).toBe(await classify(site));
    expect(watch.parts()).toBe(await partsOf(site));
    expect(watch.lines.find(({ event }) => event === 'ready')).toEqual({ event: 'ready', root: site, pages: 4, groups: 1 });
    expect(watch.lines.find(({ event }) => event === 'group')).toMatchObject({
      change: 'add',
      pages: Object.keys(smallSite).sort(),
    });
    expect(watch.lines.at(-1)).toEqual({ event: 'idle', sequence: expect.any(Number) });
    expect(new Set(watch.lines.map(({ event }) => event))).toEqual(new Set(['ready', 'page', 'group', 'part', 'idle']));
    watch.child.kill('SIGTERM');
    expect(await watch.closed).toEqual({ code: 0, signal: null });
    expect(watch.stderr()).toBe('');
  });

  test.each([[[]], [['--polling']]])(
    'after a storm of writes, renames and deletions it says what classify says %j',
    async options => {
      const site = makeFolder(smallSite);
      const watch = watching(site, ...options);
      await watch.until(() => watch.isIdle());
      for (let round = 0; round < 12; round++) {
        const files = Array.from({ length: 15 }, (_, i) => [
          `storm/${i % 3}/p${i}.html`,
          page(`Page ${i}`, `Round ${round} of ${i}.`),
        ]);
        writeFiles(site, Object.fromEntries(files));
        if (round % 3 === 1) await rename(join(site, 'storm/1'), join(site, `moved-${round}`));
        if (round % 4 === 2) rmSync(join(site, 'storm/2'), { recursive: true });
        writeFiles(site, { 'a.html': page('About us', `Version ${round}`), [`once-${round}.html`]: '<p>quite another page' });
        if (round > 0) rmSync(join(site, `once-${round - 1}.html`));
      }
      writeFiles(site, { 'last.html': page('Last', 'The end of the storm.').replace('Made by hand', 'Mode by hand') });
      const expected = await classify(site);
      // Files look settled only when their events have come; the last one named here may not be the last one seen.
      await watch.until(() => watch.isIdle() && watch.replay() === expected);
      const found = await check(site);
      expect(JSON.parse(found)).not.toEqual([]);
      await watch.until(() => watch.isIdle() && watch.findings() === found);
      const parts = await partsOf(site);
      expect(JSON.parse(parts).length).toBeGreaterThan(3);
      await watch.until(() => watch.isIdle() && watch.parts() === parts);
      const groups = new Map<string, unknown>();
      for (const { event, change, template, pages } of watch.lines) {
        if (event !== 'group') continue;
        if (change === 'remove') groups.delete(template!);
        else groups.set(template!, pages);
      }
      const fresh = JSON.parse((await templens(['groups', site, '--format', 'json'])).stdout) as {
        groups: { template: string; pages: string[] }[];
      };
      expect(groups).toEqual(new Map(fresh.groups.map(({ template, pages }) => [template, pages])));
      watch.child.kill('SIGINT');
      expect(await watch.closed).toEqual({ code: 0, signal: null });
    },
  );

  test('a change of the configuration takes effect; a mistake in it is reported and changes nothing', async () => {
    const site = makeFolder(smallSite);
    const watch = watching(site);
    await watch.until(() => watch.isIdle());
    writeFiles(site, { 'templens.config.json': '{"exclude": ["sub/**"]}' });
    await watch.until(
      () => watch.isIdle() && watch.lines.some(({ change, page }) => change === 'remove' && page === 'sub/c.html'),
    );
    expect(watch.replay()).toBe(await classify(site));
    const before = watch.replay();
    writeFiles(site, { 'templens.config.json': '{"exclude": 5}' });
    await watch.until(() => /templens\.config\.json:1:\d+: /.test(watch.stderr()));
    writeFiles(site, { 'new.html': page('New', 'Still followed.') });
    await watch.until(() => watch.isIdle() && watch.lines.some(({ page }) => page === 'new.html'));
    expect(watch.replay()).not.toBe(before);
    expect(watch.replay()).not.toContain('sub/c.html');
    watch.child.kill('SIGTERM');
    expect(await watch.closed).toEqual({ code: 0, signal: null });
  });

  test.each([0, 20, 60])('of two configurations that are saved within %i ms the second one counts', async delay => {
    const site = makeFolder(smallSite);
    const watch = watching(site);
    await watch.until(() => watch.isIdle());
    writeFiles(site, { 'templens.config.json': '{"exclude": ["a.html"]}' });
    await new Promise(resolve => setTimeout(resolve, delay));
    writeFiles(site, { 'templens.config.json': '{"exclude": ["b.html"]}' });
    const expected = await classify(site);
    await watch.until(() => watch.isIdle() && watch.replay() === expected);
    watch.child.kill('SIGTERM');
    expect(await watch.closed).toEqual({ code: 0, signal: null });
  });

  test('findings follow pages, and files beside them that the template names', async () => {
    const files = Object.fromEntries(
      ['index', 'a', 'b', 'c', 'd', 'e'].map(name => [
        `${name}.html`,
        page(name, `The text of ${name}.`).replace('</head>', '<link rel="stylesheet" href="print.css"></head>'),
      ]),
    );
    const site = makeFolder({ ...files, 'site.css': '', 'print.css': '' });
    const watch = watching(site);
    await watch.until(() => watch.isIdle());
    expect(watch.findings()).toBe('[]');
    writeFiles(site, { 'c.html': files['c.html']!.replace('About us', 'Abuot us') });
    await watch.until(() => watch.isIdle() && watch.findings().includes('Abuot us'));
    expect(watch.findings()).toBe(await check(site));
    rmSync(join(site, 'print.css'));
    await watch.until(() => watch.isIdle() && watch.findings().includes('template/broken-link'));
    expect(watch.findings()).toBe(await check(site));
    writeFiles(site, { 'print.css': '', 'c.html': files['c.html']! });
    await watch.until(() => watch.isIdle() && watch.findings() === '[]');
    expect(await check(site)).toBe('[]');
    rmSync(join(site, 'c.html'));
    writeFiles(site, { 'd.html': files['d.html']!.replace('About us', 'Abuot us') });
    await watch.until(() => watch.isIdle() && watch.findings().includes('d.html'));
    watch.child.kill('SIGTERM');
    expect(await watch.closed).toEqual({ code: 0, signal: null });
  });

  test('a page that becomes unreadable is reported and the daemon lives', async () => {
    const site = makeFolder(smallSite);
    const watch = watching(site);
    await watch.until(() => watch.isIdle());
    writeFiles(site, { 'a.html': Buffer.alloc(11 * 1024 * 1024, '<p>') });
    await watch.until(() => watch.isIdle() && watch.lines.some(({ change, page }) => change === 'remove' && page === 'a.html'));
    await watch.until(() => watch.stderr() !== '');
    expect(watch.stderr()).toMatch(/^templens: .*a\.html.*\n$/);
    writeFiles(site, { 'a.html': smallSite['a.html']! });
    const expected = await classify(site);
    await watch.until(() => watch.isIdle() && watch.replay() === expected);
    watch.child.kill('SIGTERM');
    expect(await watch.closed).toEqual({ code: 0, signal: null });
  });

  test('ends quietly when nobody reads it, and on an early signal', async () => {
    const site = makeFolder(smallSite);
    const watch = watching(site);
    await watch.until(() => watch.isIdle());
    watch.child.stdout.destroy();
    writeFiles(site, { 'a.html': page('About us', 'Nobody will know.') });
    expect(await watch.closed).toEqual({ code: 0, signal: null });
    const early = watching(site);
    await early.until(() => early.lines.length > 0);
    early.child.kill('SIGTERM');
    expect(await early.closed).toEqual({ code: 0, signal: null });
  });

  test.runIf(isDeep)(
    'an engine that dies twice ends the command with code 3 and a sentence',
    async () => {
      const text = (number: number) =>
        Array.from({ length: 150 }, (_, i) => `<p class=c${number * 7 + i}>${number} ${i}</p>`).join('');
      const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`p${i}.html`, page(`${i}`, text(i))]));
      const child = start(['watch', makeFolder(many)], { env: { NODE_OPTIONS: '--max-old-space-size=24' } });
      let stderr = '';
      child.stderr.on('data', chunk => {
        stderr += chunk;
      });
      expect((await ended(child)).code).toBe(3);
      expect(stderr).toMatch(/^templens: The engine crashed.*It is started again and reads the site anew\.$/m);
      expect(stderr).toMatch(/^templens: The engine crashed.*It was restarted once before and stays down\.$/m);
      // Two engines in so little memory take fifteen seconds of processor time.
    },
    240_000,
  );
});
