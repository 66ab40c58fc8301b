import '../../server/src/lab/index.ts';
import { appendFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings, type LabelRule } from 'templens-shared/settings';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { isUnix } from '../support/platform.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { framedPage, freshAnswers, openSite, replay } from './site-folder.ts';

const framed = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`p${i}.html`, framedPage(`<h1>Page ${i}</h1><p>All about ${i}.</p>`)]),
  );
const labelAt = (line: { nodes: { start: number; end: number; label: string; kind: string }[] }, source: string, text: string) =>
  line.nodes.find(node => node.kind === 'text' && source.slice(node.start, node.end) === text)?.label;

describe('opening a site', () => {
  test('says what it finds: progress, ready, a line a page in order, groups, parts, idle', async () => {
    const root = makeFolder(framed(5));
    const { events } = await openSite(root);
    const said = events.map(event => event.event).filter(event => event !== 'progress');
    // The head, the header and the footer.
    expect(said.filter(event => event === 'part')).toHaveLength(3);
    expect(said.filter((event, at) => event !== said[at - 1] || event !== 'part')).toEqual([
      'ready',
      'page',
      'page',
      'page',
      'page',
      'page',
      'group',
      'part',
      'idle',
    ]);
    const lines = events.filter(event => event.event === 'page');
    expect(lines.map(line => line.page)).toEqual(['p0.html', 'p1.html', 'p2.html', 'p3.html', 'p4.html']);
    expect(events.find(event => event.event === 'ready')).toEqual({ event: 'ready', root, pages: 5, groups: 1 });
    expect(events.at(-1)).toMatchObject({ event: 'idle', sequence: 1, work: { pagesParsed: 5 } });
    const source = framedPage('<h1>Page 0</h1><p>All about 0.</p>');
    const first = lines[0]! as Extract<(typeof lines)[number], { change: 'add' }>;
    expect(labelAt(first, source, 'Welcome')).toBe('template');
    expect(labelAt(first, source, 'All about 0.')).toBe('content');
  });

  test('for an editor says no page lines, and answers all the same', async () => {
    const { engine, events } = await openSite(makeFolder(framed(3)), { lines: false });
    expect(events.some(event => event.event === 'page')).toBe(false);
    expect(await engine.query({ kind: 'pages' })).toEqual(
      ['p0.html', 'p1.html', 'p2.html'].map(page => ({ page, state: 'merged' })),
    );
    expect((await engine.query({ kind: 'classify', page: 'p1.html' })).pages).toBe(3);
  });

  test('that is not there is one problem, and the engine lives on', async () => {
    const root = join(makeFolder(), 'site');
    const { engine, take } = await openSite(root);
    expect(take('problem').map(problem => problem.message)).toEqual([`The site ${root} cannot be read: it does not exist.`]);
    mkdirSync(root);
    writeFiles(root, framed(2));
    engine.send({ command: 'rescan' });
    await engine.idle();
    expect(take('page').map(event => event.page)).toEqual(['p0.html', 'p1.html']);
  });

  test('again replaces the site', async () => {
    const { engine, settings } = await openSite(makeFolder(framed(3)));
    engine.send({ command: 'open', root: makeFolder({ 'x.html': framedPage('x') }), settings });
    expect((await engine.query({ kind: 'pages' })).map(({ page }) => page)).toEqual(['x.html']);
  });
});

describe('what cannot be a page', () => {
  test.runIf(isUnix)('is reported once and skipped, and the rest is indexed', async () => {
    const root = makeFolder({
      ...framed(3),
      'random.html': Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
    });
    symlinkSync('gone.html', join(root, 'dangling.html'));
    symlinkSync('/etc/hostname', join(root, 'outside.html'));
    mkdirSync(join(root, 'x.html'));
    writeFileSync(join(root, 'huge.html'), Buffer.alloc(3 * 1024 * 1024, 'x'));
    const { engine, take } = await openSite(root, { maxPageBytes: 1024 * 1024 });
    const messages = take('problem').map(({ severity, message }) => `${severity}: ${message}`);
    expect(messages.sort()).toEqual([
      'warning: dangling.html is a link that leads nowhere; it is skipped.',
      'warning: huge.html has 3 MB and is skipped; pages may have 1 MB ("maxPageBytes").',
      'warning: outside.html is a link that leads outside the site; it is skipped.',
      'warning: x.html is a folder, not a page; it is searched for pages.',
    ]);
    expect(await engine.query({ kind: 'pages' })).toEqual([
      { page: 'dangling.html', state: 'skipped', reason: 'dangling.html is a link that leads nowhere; it is skipped.' },
      {
        page: 'huge.html',
        state: 'skipped',
        reason: 'huge.html has 3 MB and is skipped; pages may have 1 MB ("maxPageBytes").',
      },
      { page: 'outside.html', state: 'skipped', reason: 'outside.html is a link that leads outside the site; it is skipped.' },
      ...['p0.html', 'p1.html', 'p2.html', 'random.html'].map(page => ({ page, state: 'classified' })),
    ]);
    await expect(engine.query({ kind: 'classify', page: 'huge.html' })).rejects.toThrow('huge.html has 3 MB');
    await expect(engine.query({ kind: 'classify', page: 'nowhere.html' })).rejects.toThrow(
      'nowhere.html is not a page of this site',
    );
    engine.send({ command: 'rescan' });
    await engine.idle();
    expect(take('problem')).toEqual([]);
    writeFileSync(join(root, 'huge.html'), framedPage('small now'));
    engine.send({ command: 'files', pages: ['huge.html'] });
    await engine.idle();
    expect(take('page').some(event => event.page === 'huge.html' && event.change === 'add')).toBe(true);
  });

  test('a page that nests too deeply is reported and indexed', async () => {
    const root = makeFolder({ 'deep.html': '<div>'.repeat(100) });
    const { engine, take } = await openSite(root, { maxDepth: 50 });
    expect(take('problem').map(({ message }) => message)).toEqual([
      'deep.html nests elements deeper than 50 levels ("maxDepth"); deeper ones are attached there.',
    ]);
    expect((await engine.query({ kind: 'classify', page: 'deep.html' })).nodes).toHaveLength(100);
  });
});

describe('an open text', () => {
  test('beats the file, and closing it returns to the file', async () => {
    const root = makeFolder(framed(3));
    const { engine, take } = await openSite(root, { lines: false });
    const text = framedPage('<h1>Unsaved</h1>');
    engine.send({ command: 'text', page: 'p0.html', version: 7, text });
    writeFiles(root, { 'p0.html': framedPage('<h1>On disk</h1>') });
    engine.send({ command: 'files', pages: ['p0.html'] });
    await engine.idle();
    const [regions] = take('regions');
    expect(regions).toMatchObject({ page: 'p0.html', version: 7, pages: 3 });
    const content = regions!.regions
      .filter(region => region.kind === 'content')
      .map(region => text.slice(region.start, region.end));
    expect(content.join()).toContain('Unsaved');
    expect(await engine.query({ kind: 'extract', page: 'p0.html', what: 'content', format: 'text' })).toContain('Unsaved');
    engine.send({ command: 'closeText', page: 'p0.html' });
    expect(await engine.query({ kind: 'extract', page: 'p0.html', what: 'content', format: 'text' })).toContain('On disk');
  });

  test('of a page that is not on disk is a page until it is closed', async () => {
    const root = makeFolder(framed(2));
    const { engine, take } = await openSite(root);
    engine.send({ command: 'text', page: 'new/p.html', version: 1, text: framedPage('new') });
    await engine.idle();
    expect((await engine.query({ kind: 'classify', page: 'new/p.html' })).pages).toBe(3);
    engine.send({ command: 'closeText', page: 'new/p.html' });
    await engine.idle();
    expect(
      take('page')
        .filter(event => event.page === 'new/p.html')
        .map(event => event.change),
    ).toEqual(['add', 'remove']);
  });

  test('gets regions for every version, also where nothing else changes', async () => {
    const root = makeFolder(framed(2));
    const { engine, take } = await openSite(root, { lines: false });
    const text = framedPage('<h1>Page 0</h1><p>All about 0.</p>');
    for (const version of [1, 2]) {
      engine.send({ command: 'text', page: 'p0.html', version, text });
      await engine.idle();
    }
    expect(take('regions').map(event => event.version)).toEqual([1, 2]);
  });

  test('that is overtaken by a newer one is not worked on', async () => {
    const { engine, take } = await openSite(makeFolder(framed(3)), { lines: false });
    take('idle');
    for (let version = 1; version <= 20; version++) {
      engine.send({ command: 'text', page: 'p0.html', version, text: framedPage(`<p>${'x'.repeat(version)}</p>`) });
    }
    await engine.idle();
    const events = take('idle');
    expect(events.map(event => event.work.pagesParsed)).toEqual([1]);
  });

  test('outside the site is not a page', async () => {
    const { engine } = await openSite(makeFolder(framed(2)));
    engine.send({ command: 'text', page: 'node_modules/x.html', version: 1, text: framedPage('x') });
    await expect(engine.query({ kind: 'regions', page: 'node_modules/x.html' })).rejects.toThrow('is not a page of this site');
  });

  test('notifies other open pages that its edit relabels, the edited page first', async () => {
    const { engine, take } = await openSite(makeFolder(framed(2)), { lines: false });
    const text = (page: number) => framedPage(`<h1>Page ${page}</h1>`);
    engine.send({ command: 'text', page: 'p0.html', version: 1, text: text(0) });
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: text(1) });
    await engine.idle();
    take('regions');
    engine.send({ command: 'text', page: 'p1.html', version: 2, text: text(1).replace('Welcome', 'Hello') });
    await engine.idle();
    expect(take('regions').map(({ page, version }) => `${page} ${version}`)).toEqual(['p1.html 2', 'p0.html 1']);
  });
});

describe('the work of one edit', () => {
  test('is one page parsed, and does not grow with the site', async () => {
    const works = [];
    for (const count of [20, 200]) {
      const { engine, take } = await openSite(makeFolder(framed(count)), { lines: false });
      const source = framedPage('<h1>Page 3</h1><p>All about 3.</p>');
      engine.send({ command: 'text', page: 'p3.html', version: 1, text: source });
      await engine.idle();
      take('idle');
      engine.send({ command: 'text', page: 'p3.html', version: 2, text: source.replace('about', 'around') });
      await engine.idle();
      works.push(take('idle')[0]!.work);
    }
    // On a small site every page is in the sample whose scores are pooled, on a large one this page need not be.
    expect(works[1]!.nodesTouched).toBeLessThanOrEqual(works[0]!.nodesTouched);
    expect(works[1]).toMatchObject({ pagesParsed: 1, pagesRegrouped: 0 });
    expect(works[1]!.pagesRelabelled).toBeLessThanOrEqual(1);
    expect(works[1]!.nodesTouched).toBeLessThan(200);
  });

  test('is seen though the file keeps its size, its inode and, for want of a finer clock, its time', async () => {
    const root = makeFolder(framed(3));
    const now = new Date(Date.now() + 5000);
    const write = (main: string) => {
      writeFiles(root, { 'p0.html': framedPage(main) });
      utimesSync(join(root, 'p0.html'), now, now);
    };
    write('<p>one</p>');
    const { engine, events, settings } = await openSite(root);
    write('no element');
    engine.send({ command: 'files', pages: ['p0.html'] });
    await engine.idle();
    expect(replay(events).pages).toEqual((await freshAnswers(root, settings)).pages);
  });

  test('a file that is touched, or written with the same text, changes nothing', async () => {
    const root = makeFolder(framed(3));
    // Older than a tick of the file system's clock, so that their times can be trusted; nobody can set the time of the last change.
    const tick = () => new Promise(resolve => setTimeout(resolve, 30));
    await tick();
    const { engine, take } = await openSite(root);
    take('page');
    utimesSync(join(root, 'p0.html'), new Date(), new Date(2000, 1, 1));
    await tick();
    engine.send({ command: 'files', pages: ['p0.html', 'p1.html'] });
    await engine.idle();
    expect(take('page')).toEqual([]);
    engine.send({ command: 'rescan' });
    await engine.idle();
    expect(take('idle')).toEqual([]);
  });
});

describe('a folder in which something happened', () => {
  test('is looked at, and no other folder', async () => {
    const page = (text: string) => framedPage(`<p>${text}</p>`);
    const files = ['a', 'a/deep', 'b'].flatMap(folder => ['p', 'q', 'r'].map(name => [`${folder}/${name}.html`, page(name)]));
    const root = makeFolder(Object.fromEntries(files));
    // Older than a tick of the file system's clock, so that their times can be trusted.
    await new Promise(resolve => setTimeout(resolve, 30));
    const { engine, take } = await openSite(root, { lines: false });
    take('idle');
    for (const folder of ['a', 'a/deep', 'b']) {
      writeFiles(root, { [`${folder}/p.html`]: page('another'), [`${folder}/new.html`]: page('new') });
      rmSync(join(root, folder, 'q.html'));
    }
    engine.send({ command: 'folders', folders: ['a', 'gone'] });
    await engine.idle();
    const known = (await engine.query({ kind: 'pages' })).map(status => status.page);
    const pagesOf = (folder: string, names: string) => names.split(' ').map(name => `${folder}/${name}.html`);
    expect(known).toEqual([...pagesOf('a', 'new p r'), ...pagesOf('a/deep', 'p q r'), ...pagesOf('b', 'p q r')].sort());
    expect(take('idle').map(({ work }) => work.pagesParsed)).toEqual([2]);
  });

  test('is one of a page whose file changed under another name', async () => {
    const root = makeFolder({ 'a/p.html': framedPage('<p>one</p>'), 'c/r.html': framedPage('<p>two</p>') });
    mkdirSync(join(root, 'b'));
    linkSync(join(root, 'a/p.html'), join(root, 'b/q.html'));
    const { engine, take } = await openSite(root);
    take('idle');
    appendFileSync(join(root, 'a/p.html'), '<p>more</p>');
    engine.send({ command: 'folders', folders: ['a'] });
    await engine.idle();
    expect(take('idle').map(({ work }) => work.pagesParsed)).toEqual([2]);
  });
});

test('a page that is parsed anew to what is known of it costs nothing more', async () => {
  const root = makeFolder(framed(3));
  const { engine, take } = await openSite(root, { lines: false });
  take('idle');
  writeFiles(root, { 'p0.html': framed(3)['p0.html']! });
  // The text is needed, and its file has another time.
  expect(await engine.query({ kind: 'extract', page: 'p0.html', what: 'content', format: 'text' })).toContain('All about 0.');
  await engine.idle();
  expect(take('idle')).toEqual([]);
  engine.send({ command: 'files', pages: ['p0.html'] });
  await engine.idle();
  // For the answer.
  const labelled = parsePage(framed(3)['p0.html']!).size;
  expect(take('idle').map(({ work }) => work)).toEqual([
    { pagesParsed: 1, nodesTouched: labelled, pagesRelabelled: 0, pagesRegrouped: 0, pagesChecked: 0 },
  ]);
});

describe('questions', () => {
  test('are answered after what was sent before them, and edits do not wait for them', async () => {
    const { engine } = await openSite(makeFolder(framed(2)));
    const content = (): Promise<string> => engine.query({ kind: 'extract', page: 'p0.html', what: 'content', format: 'text' });
    engine.send({ command: 'text', page: 'p0.html', version: 1, text: framedPage('<h1>First</h1>') });
    expect(await content()).toContain('First');
    const asked = content();
    engine.send({ command: 'text', page: 'p0.html', version: 2, text: framedPage('<h1>Second</h1>') });
    expect(await asked).toContain('Second');
  });

  test.each([true, false])('about a page wait for the pages of a branch switch only where they must (soon: %s)', async soon => {
    const root = makeFolder(framed(400));
    const { engine, events, take } = await openSite(root, { lines: false });
    const source = framedPage('<h1>Page 2</h1><p>All about 2.</p>');
    engine.send({ command: 'text', page: 'p2.html', version: 1, text: source });
    await engine.idle();
    take('idle');
    for (let i = 10; i < 400; i++) writeFiles(root, { [`p${i}.html`]: framedPage(`<h2>Branch ${i}</h2>`) });
    engine.send({ command: 'rescan' });
    const offset = source.indexOf('Welcome');
    const evidence = await engine.query({ kind: 'evidence', page: 'p2.html', offset }, undefined, soon);
    expect(evidence).toMatchObject({ name: '#text', label: 'template', support: { of: 400 } });
    const parsed = events.flatMap(event => (event.event === 'progress' && event.phase === 'index' ? [event.done] : [])).at(-1)!;
    if (soon) expect(parsed).toBeLessThanOrEqual(100);
    else expect(take('idle').length + parsed).toBeGreaterThanOrEqual(375);
  });

  test('hold back no regions of a page that is typed into', async () => {
    const root = makeFolder(framed(400));
    const { engine, events } = await openSite(root, { lines: false, checked: true });
    const source = framedPage('<h1>Page 2</h1><p>All about 2.</p>');
    const seen = events.length;
    engine.send({ command: 'settings', settings: { ...defaultSettings, threads: 1, support: 0.95 } });
    const check = engine.query({ kind: 'check' });
    for (let i = 10; i < 400; i++) writeFiles(root, { [`p${i}.html`]: framedPage(`<h2>Branch ${i}</h2>`) });
    engine.send({ command: 'rescan' });
    engine.send({ command: 'text', page: 'p2.html', version: 1, text: source });
    await check;
    const said = events.slice(seen).filter(({ event }) => event === 'regions' || event === 'progress');
    expect(said[0]).toMatchObject({ event: 'regions', page: 'p2.html', version: 1 });
    await engine.idle();
  });

  test('about a page do not wait for one about the labels of all pages', async () => {
    const { engine } = await openSite(makeFolder(framed(40)), { lines: false });
    const answered: string[] = [];
    const ask = (query: Parameters<typeof engine.query>[0]) => engine.query(query).then(() => answered.push(query.kind));
    await Promise.all([
      ask({ kind: 'groups' }),
      ask({ kind: 'regions', page: 'p3.html' }),
      ask({ kind: 'grouping', level: 'frame' }),
    ]);
    expect(answered).toEqual(['regions', 'groups', 'grouping']);
  });

  test('about text see the file as it is, though nobody said that it changed', async () => {
    const root = makeFolder(framed(2));
    const { engine } = await openSite(root, { lines: false });
    writeFiles(root, { 'p0.html': framedPage('<h1>Changed behind its back</h1>') });
    expect(await engine.query({ kind: 'extract', page: 'p0.html', what: 'content', format: 'text' })).toContain(
      'behind its back',
    );
    rmSync(join(root, 'p0.html'));
    await expect(engine.query({ kind: 'outline', page: 'p0.html' })).rejects.toThrow('p0.html is not a page of this site');
  });

  test('can be cancelled before they are answered', async () => {
    const root = makeFolder(framed(100));
    const engine = startEngine();
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 } });
    const abort = new AbortController();
    const cancelled = engine.query({ kind: 'groups' }, abort.signal);
    const kept = engine.query({ kind: 'pages' });
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(await kept).toHaveLength(100);
    await expect(engine.query({ kind: 'pages' }, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    await engine.close();
  });

  test('that are pending when the engine closes are cancelled', async () => {
    const engine = startEngine();
    engine.send({ command: 'open', root: makeFolder(framed(50)), settings: defaultSettings });
    const pending = expect(engine.query({ kind: 'groups' })).rejects.toMatchObject({ name: 'AbortError' });
    await engine.close();
    await pending;
    await expect(engine.query({ kind: 'pages' })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('without a site are refused with a sentence', async () => {
    const engine = startEngine();
    await expect(engine.query({ kind: 'groups' })).rejects.toThrow('No site is open.');
    await engine.close();
  });

  test('about a place in a page are answered with evidence for its node', async () => {
    const { engine } = await openSite(makeFolder(framed(4)), { lines: false });
    const source = framedPage('<h1>Page 2</h1><p>All about 2.</p>');
    const evidence = await engine.query({ kind: 'evidence', page: 'p2.html', offset: source.indexOf('Welcome') + 2 });
    expect(source.slice(evidence!.start, evidence!.end)).toBe('Welcome');
    expect(evidence).toMatchObject({ name: '#text', label: 'template', support: { pages: 4, of: 4 } });
    expect(await engine.query({ kind: 'evidence', page: 'p2.html', offset: source.length + 5 })).toBeNull();
  });

  test('let other commands in during a long index', async () => {
    const root = makeFolder(framed(300));
    const engine = startEngine();
    const seen: string[] = [];
    engine.onEvent(event => {
      if (event.event === 'progress' && event.phase === 'index' && event.done === 25) {
        engine.send({ command: 'text', page: 'p299.html', version: 1, text: framedPage('<h1>Typed meanwhile</h1>') });
      }
      seen.push(event.event);
    });
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, labels: false });
    await engine.idle();
    expect(seen.filter(event => event !== 'progress')).toEqual(['ready', 'regions', 'group', 'idle'].sort(byFirst(seen)));
    expect(await engine.query({ kind: 'extract', page: 'p299.html', what: 'content', format: 'text' })).toContain(
      'Typed meanwhile',
    );
    await engine.close();
  });
});

const byFirst = (order: string[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

describe('settings', () => {
  test('that change take effect as if the site was opened with them', async () => {
    const root = makeFolder({ ...framed(6), 'drafts/d.html': framedPage('draft'), 'odd.html': '<table><tr><td>x' });
    const site = await openSite(root);
    let settings = site.settings;
    const changes = [
      { exclude: ['drafts'] },
      { extractor: 'sst' as const },
      { groupThreshold: 0.01 },
      { maxPageBytes: 100 },
      { exclude: [], maxPageBytes: 10_000, maxDepth: 20, extractor: 'iwptd' as const },
      { groupThreshold: 0.9 },
      { grouping: 'ctss' as const, groupThreshold: null },
      { grouping: 'text-hash' as const, paranoid: true },
      { grouping: 'default' as const, paranoid: false },
      { extractor: 'default' as const, include: ['p*.html'] },
    ];
    for (const change of changes) {
      settings = { ...settings, ...change };
      site.engine.send({ command: 'settings', settings });
      await site.engine.idle();
      const fresh = await freshAnswers(root, settings);
      const { pages, groups } = replay(site.events);
      expect(pages, JSON.stringify(change)).toEqual(fresh.pages);
      expect(groups).toEqual(fresh.groups);
      expect(await site.engine.query({ kind: 'pages' })).toEqual(fresh.statuses);
    }
  });
});

test('a storm of writes, renames and removals ends in what a fresh engine says', async () => {
  const root = makeFolder({ ...framed(60), '.gitignore': 'ignored/\n' });
  const { engine, events, settings } = await openSite(root);
  for (let round = 0; round < 8; round++) {
    const pages: string[] = [];
    for (let i = 0; i < 40; i++) {
      const page = `p${(round * 17 + i * 3) % 70}.html`;
      pages.push(page, `moved/${page}`);
      if (i % 5 === 0) rmSync(join(root, page), { force: true });
      else if (i % 5 === 1) {
        mkdirSync(join(root, 'moved'), { recursive: true });
        if (!pages.slice(0, -2).includes(page)) tryRename(join(root, page), join(root, 'moved', page));
      } else writeFiles(root, { [page]: framedPage(`<p>${round} ${i}</p>`, i % 7 === 0 ? 'Start' : 'Home') });
    }
    // Only some events arrive, in no particular order.
    engine.send({ command: 'files', pages: pages.filter((_, i) => i % 3 !== round % 3).reverse() });
    if (round % 3 === 0) await engine.query({ kind: 'groups' });
  }
  rmSync(join(root, 'moved'), { recursive: true });
  engine.send({ command: 'rescan' });
  await engine.idle();
  const fresh = await freshAnswers(root, settings);
  const { pages, groups } = replay(events);
  expect(JSON.stringify([...pages])).toBe(JSON.stringify([...fresh.pages]));
  expect(groups).toEqual(fresh.groups);
  expect(await engine.query({ kind: 'pages' })).toEqual(fresh.statuses);
});

function tryRename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // It was removed before.
  }
}

test('a root that vanishes and comes back is followed', async () => {
  const parent = makeFolder();
  const root = join(parent, 'site');
  writeFiles(root, framed(4));
  const { engine, events, settings, take } = await openSite(root);
  take('page');
  renameSync(root, join(parent, 'away'));
  engine.send({ command: 'rescan' });
  await engine.idle();
  expect(replay(events)).toEqual({ pages: new Map(), groups: new Map(), parts: new Map() });
  renameSync(join(parent, 'away'), root);
  engine.send({ command: 'rescan' });
  await engine.idle();
  expect(replay(events).pages).toEqual((await freshAnswers(root, settings)).pages);
});

describe('what is not answered has a code', () => {
  test('no site, no such page, no such thing to correct, and a question after the end', async () => {
    const idle = startEngine();
    await expect(idle.query({ kind: 'groups' })).rejects.toMatchObject({ code: 'no-site' });
    await idle.close();
    const { engine } = await openSite(makeFolder(framed(2)));
    await expect(engine.query({ kind: 'classify', page: 'x.html' })).rejects.toMatchObject({ code: 'not-a-page' });
    await expect(engine.query({ kind: 'check' })).rejects.toMatchObject({ code: 'no-answer' });
  });

  test('a defect says that it is one, with the question, and the engine goes on', async () => {
    const { engine } = await openSite(makeFolder(framed(2)));
    const broken = vi.spyOn(SiteModel.prototype, 'groups').mockImplementation(() => {
      throw new TypeError('x is undefined');
    });
    onTestFinished(() => broken.mockRestore());
    const message = 'Templens failed to answer "groups": x is undefined';
    await expect(engine.query({ kind: 'groups' })).rejects.toMatchObject({ code: 'answer-failed', message });
    broken.mockRestore();
    expect(await engine.query({ kind: 'groups' })).toHaveLength(1);
  });
});

test('a page that is saved again as it was is parsed and nothing more', async () => {
  const root = makeFolder(framed(5));
  const { engine, events, take } = await openSite(root, { checked: true });
  take('idle');
  const before = events.length;
  const upsert = vi.spyOn(SiteModel.prototype, 'upsert');
  const settle = vi.spyOn(SiteModel.prototype, 'settle');
  onTestFinished(() => {
    upsert.mockRestore();
    settle.mockRestore();
  });
  utimesSync(join(root, 'p1.html'), 1, 1);
  engine.send({ command: 'files', pages: ['p1.html'] });
  await engine.idle();
  expect(upsert).not.toHaveBeenCalled();
  expect(settle).not.toHaveBeenCalled();
  const work = { pagesParsed: 1, nodesTouched: 0, pagesRelabelled: 0, pagesRegrouped: 0, pagesChecked: 1 };
  expect(take('idle').map(idle => idle.work)).toEqual([work]);
  const said = events.slice(before).map(({ event }) => event);
  expect(said.filter(event => event !== 'progress')).toEqual(['idle']);
  expect(new Set((await engine.query({ kind: 'pages' })).map(({ state }) => state))).toEqual(new Set(['checked']));
});

test('a rule about labels without pages labels only those anew on which it matches, or that it teaches', async () => {
  const root = makeFolder({ ...framed(12), 'p3.html': framed(12)['p3.html']!.replace('<p>All', '<p class="wide">All') });
  await sleep(100);
  const { engine, take } = await openSite(root, { lines: false, checked: true });
  const worked = async (labels: LabelRule[]) => {
    take('idle');
    engine.send({ command: 'settings', settings: { ...defaultSettings, threads: 1, labels } });
    await engine.idle();
    const works = take('idle').map(({ work }) => work);
    return works.map(({ pagesParsed, pagesRelabelled }) => [pagesParsed, pagesRelabelled]);
  };
  expect(await worked([{ select: '.nowhere', label: 'content' }])).toEqual([[0, 0]]);
  expect(await worked([{ select: '.wide', label: 'template' }])).toEqual([[0, 1]]);
  expect(await worked([{ select: '.wide', label: 'template', layout: 'other' }])).toEqual([[0, 1]]);
  expect(await worked([])).toEqual([[0, 0]]);
});

test('other rules about labels parse no page, other settings only those that they are about, with the answers of a new start', async () => {
  const root = makeFolder(framed(5));
  // The times of files are not trusted right after they were written.
  await sleep(100);
  const { engine, take } = await openSite(root, { lines: false, checked: true });
  const labels = async (of: typeof engine) =>
    Promise.all(Object.keys(framed(5)).map(async page => (await of.query({ kind: 'classify', page })).nodes));
  const parsed = async (settings: Partial<typeof defaultSettings>) => {
    take('idle');
    engine.send({ command: 'settings', settings: { ...defaultSettings, threads: 1, ...settings } });
    await engine.idle();
    const count = take('idle').reduce((sum, { work }) => sum + work.pagesParsed, 0);
    const fresh = await openSite(root, { lines: false, checked: true, ...settings });
    expect(await labels(engine), JSON.stringify(settings)).toEqual(await labels(fresh.engine));
    expect(await engine.query({ kind: 'check' }), JSON.stringify(settings)).toEqual(await fresh.engine.query({ kind: 'check' }));
    return count;
  };
  const here = { select: 'h1', pages: ['p1.html'], label: 'template' as const };
  const everywhere = { select: 'main p', label: 'content' as const };
  expect(await parsed({ labels: [here] })).toBe(0);
  expect(await parsed({ labels: [{ ...here, label: 'content' }] })).toBe(0);
  expect(await parsed({ labels: [here, everywhere] })).toBe(0);
  expect(await parsed({ labels: [here, { ...everywhere, layout: 'p*' }] })).toBe(0);
  expect(await parsed({ labels: [everywhere, here] })).toBe(0);
  expect(await parsed({ labels: [everywhere] })).toBe(0);
  expect(await parsed({ labels: [here], layouts: [{ pages: ['p1.html', 'p2.html'], same: false }] })).toBe(0);
  expect(await parsed({})).toBe(0);
  expect(await parsed({ labels: [here], normalisers: { N1: false } })).toBe(5);
  expect(await parsed({})).toBe(5);
  const others: Partial<typeof defaultSettings>[] = [
    { support: 0.95 },
    { ignore: [{ codes: ['template/changed-text'] }] },
    { checks: { 'template/missing-node': 'off' } },
    { layouts: [{ pages: ['p1.html', 'p2.html'], same: false }] },
    { layouts: [{ name: 'all', pages: ['*.html'] }] },
    { parts: [{ name: 'top', select: 'header' }] },
    { required: [] },
    { groupThreshold: 0.5 },
    {},
  ];
  for (const settings of others) expect(await parsed(settings), JSON.stringify(settings)).toBe(0);
});

test('a rule that is too slow is reported again when it comes back', async () => {
  const root = makeFolder({ 'a.html': `<!doctype html><title>A</title><body>${'<div><p>a</p></div>'.repeat(2000)}` });
  const { engine, settings, take } = await openSite(root);
  const slow: LabelRule = { select: 'x ~ div ~ div', label: 'content' };
  const reported = async (labels: LabelRule[]) => {
    engine.send({ command: 'settings', settings: { ...settings, labels } });
    await engine.idle();
    return take('problem').length;
  };
  expect(await reported([slow])).toBe(1);
  expect(await reported([])).toBe(0);
  expect(await reported([slow])).toBe(1);
});
