import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agreeingFiles, checkedPage, freshFindings, openChecked, toldFindings, withoutSecond } from './checked-folder.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { openSite } from './site-folder.ts';

const found = (events: Parameters<typeof toldFindings>[0]) =>
  [...toldFindings(events)].flatMap(([page, diagnostics]) => diagnostics.map(({ code }) => `${page} ${code}`));

describe('findings', () => {
  test('come after the first index, where there are some, and every page is checked', async () => {
    const files = agreeingFiles(7);
    const root = makeFolder({ ...files, 'p3.html': withoutSecond(files['p3.html']!) });
    const { engine, events, take } = await openChecked(root);
    const order = events.map(event => event.event).filter(event => event !== 'progress' && event !== 'page' && event !== 'part');
    expect(order).toEqual(['ready', 'diagnostics', 'group', 'idle']);
    expect(found(events)).toEqual(['p3.html template/missing-node']);
    expect(take('idle')[0]!.work.pagesChecked).toBe(10);
    expect(new Set((await engine.query({ kind: 'pages' })).map(({ state }) => state))).toEqual(new Set(['checked']));
  });

  test('are not looked for unless they are wanted', async () => {
    const { engine, events, take } = await openSite(
      makeFolder({ ...agreeingFiles(5), 'p1.html': checkedPage('', withoutSecond) }),
    );
    expect(found(events)).toEqual([]);
    expect(take('idle')[0]!.work.pagesChecked).toBe(0);
    await expect(engine.query({ kind: 'check' })).rejects.toThrow('opened without checks');
  });

  test('of one page are asked for, before or after all are known', async () => {
    const root = makeFolder({ ...agreeingFiles(7), 'p3.html': checkedPage('', withoutSecond) });
    const { engine } = await openChecked(root, { lines: false });
    const { diagnostics } = await engine.query({ kind: 'diagnostics', page: 'p3.html' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['template/missing-node']);
    expect(await engine.query({ kind: 'check' })).toEqual([{ page: 'p3.html', diagnostics, withheld: 0 }]);
    expect(await engine.query({ kind: 'diagnostics', page: 'p1.html' })).toEqual({
      page: 'p1.html',
      diagnostics: [],
      withheld: 0,
    });
    await expect(engine.query({ kind: 'diagnostics', page: 'x.html' })).rejects.toThrow('x.html is not a page');
  });

  test('that are asked for before the labels are said do not keep these from being said', async () => {
    const { engine, events } = await openChecked(makeFolder(agreeingFiles(5)));
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: checkedPage('<h2>p1</h2><p>Other words.</p>') });
    await engine.query({ kind: 'diagnostics', page: 'p1.html' });
    await engine.idle();
    const line = events.findLast(event => event.event === 'page' && event.page === 'p1.html');
    const { nodes } = await engine.query({ kind: 'classify', page: 'p1.html' });
    expect(line).toMatchObject({ change: 'change', nodes });
  });

  test('after an edit of a page’s own part take a look at that page alone, whatever the size of the site', async () => {
    for (const size of [10, 60]) {
      const root = makeFolder(agreeingFiles(size));
      const { engine, take } = await openChecked(root, { lines: false });
      take('idle');
      engine.send({ command: 'text', page: 'p1.html', version: 1, text: checkedPage('<h2>p1</h2><p>Other words.</p>') });
      await engine.idle();
      expect(take('idle')[0]!.work).toMatchObject({ pagesParsed: 1, pagesChecked: 1 });
    }
  });

  test('go when they are fixed, and with their page', async () => {
    const root = makeFolder({
      ...agreeingFiles(7),
      'p3.html': checkedPage('', withoutSecond),
      'p4.html': checkedPage('', withoutSecond),
    });
    const { engine, events } = await openChecked(root, { support: 0.8 });
    expect(found(events)).toEqual(['p3.html template/missing-node', 'p4.html template/missing-node']);
    writeFiles(root, { 'p3.html': checkedPage('') });
    rmSync(join(root, 'p4.html'));
    engine.send({ command: 'files', pages: ['p3.html', 'p4.html'] });
    await engine.idle();
    expect(found(events)).toEqual([]);
    const reports = events.filter(
      event => event.event === 'diagnostics' || (event.event === 'page' && event.change === 'remove'),
    );
    // The page is empty of findings before it is gone.
    expect(reports.slice(-2).map(({ event, page }) => `${event} ${page}`)).toContain('page p4.html');
  });

  test('obey settings as they change, without sending labels again', async () => {
    const root = makeFolder({ ...agreeingFiles(7), 'p3.html': checkedPage('', withoutSecond) });
    const { engine, events, settings, take } = await openChecked(root);
    take('idle');
    const change = async (some: object) => {
      engine.send({ command: 'settings', settings: { ...settings, ...some } });
      await engine.idle();
      return found(events);
    };
    expect(await change({ checks: { 'template/missing-node': 'off' } })).toEqual([]);
    expect(await change({})).toEqual(['p3.html template/missing-node']);
    expect(await change({ ignore: [{ selector: '#top' }] })).toEqual([]);
    expect(await change({ support: 0.95 })).toEqual(['p3.html template/missing-node']);
    expect(await change({ required: [{ selector: 'nav', pages: ['p1.html'] }] })).toContain('p1.html template/required-node');
    expect(await change({ normalisers: { N1: false } })).toEqual(['p3.html template/missing-node']);
    expect(take('page')).toEqual([]);
  });

  test('beyond the most of a page are counted', async () => {
    const required = Array.from({ length: 80 }, (_, i) => ({ selector: `#missing-${i}` }));
    const root = makeFolder({ ...agreeingFiles(4), 'p2.html': checkedPage('', withoutSecond) });
    const { engine } = await openChecked(root, { required, checks: { 'template/required-node': 'hint' } });
    const { diagnostics, withheld } = await engine.query({ kind: 'diagnostics', page: 'p2.html' });
    expect(diagnostics.length).toBe(50);
    expect(withheld).toBe(31);
    const [all] = (await engine.query({ kind: 'check', all: true })).filter(({ page }) => page === 'p2.html');
    expect(all).toMatchObject({ withheld: 0, diagnostics: { length: 81 } });
    // The worst is not among the withheld ones.
    expect(diagnostics.map(({ code }) => code)).toContain('template/missing-node');
  });

  test('about files that are not there come and go with the files', async () => {
    const files = agreeingFiles(5);
    const { 'three.html': third, ...others } = files;
    const root = makeFolder(others);
    const { engine, events } = await openChecked(root);
    expect(found(events).some(line => line.endsWith('template/broken-link'))).toBe(true);
    writeFileSync(join(root, 'three.html'), third!);
    engine.send({ command: 'files', pages: ['three.html'] });
    await engine.idle();
    expect(found(events)).toEqual([]);
    rmSync(join(root, 'three.html'));
    engine.send({ command: 'files', pages: ['three.html'] });
    await engine.idle();
    expect(toldFindings(events)).toEqual(await freshFindings(root));
  });

  test('about pages that are not there go with an open text, and come back when it is closed', async () => {
    const { 'three.html': third, ...others } = agreeingFiles(12);
    const { engine, events } = await openChecked(makeFolder(others));
    const broken = () => found(events).filter(line => line.endsWith('template/broken-link'));
    const before = broken();
    expect(before).not.toEqual([]);
    engine.send({ command: 'text', page: 'three.html', version: 1, text: third! });
    await engine.idle();
    expect(broken()).toEqual([]);
    engine.send({ command: 'closeText', page: 'three.html' });
    await engine.idle();
    expect(broken()).toEqual(before);
  });

  test('about files that are no pages come and go with them', async () => {
    const downloads = (text: string) => text.replace(/href="(one|two|three)\.html"/g, 'href="$1.pdf"');
    const pages = Object.fromEntries(Object.entries(agreeingFiles(5)).map(([page, text]) => [page, downloads(text)]));
    const root = makeFolder({ ...pages, 'one.pdf': 'one', 'three.pdf': 'three' });
    const { engine, events } = await openChecked(root);
    const broken = () => found(events).filter(line => line.endsWith('template/broken-link'));
    expect(broken()).not.toEqual([]);
    writeFileSync(join(root, 'two.pdf'), 'two');
    engine.send({ command: 'files', pages: ['two.pdf'] });
    await engine.idle();
    expect(broken()).toEqual([]);
    rmSync(join(root, 'two.pdf'));
    engine.send({ command: 'files', pages: ['two.pdf'] });
    await engine.idle();
    expect(broken()).not.toEqual([]);
  });

  test('of a text that differs in nothing that counts are of its version', async () => {
    const drifted = checkedPage('<!-- a note --><p>All of it.</p>', withoutSecond);
    const root = makeFolder({ ...agreeingFiles(7), 'p3.html': drifted });
    const { engine } = await openChecked(root, { lines: false });
    for (const [version, text] of [drifted, drifted, drifted.replace('a note', 'a word')].entries()) {
      engine.send({ command: 'text', page: 'p3.html', version, text });
      await engine.idle();
      const { diagnostics, version: of } = await engine.query({ kind: 'diagnostics', page: 'p3.html' });
      expect(of).toBe(version);
      expect(diagnostics.map(({ code }) => code)).toEqual(['template/missing-node']);
      expect((await engine.query({ kind: 'pages' })).find(({ page }) => page === 'p3.html')!.state).toBe('checked');
    }
  });

  test('are the same in paranoid mode, which finds no difference', async () => {
    const root = makeFolder({ ...agreeingFiles(7), 'p3.html': checkedPage('', withoutSecond) });
    const { engine, events, take } = await openChecked(root, { paranoid: true });
    writeFiles(root, { 'p4.html': checkedPage('', withoutSecond), 'p3.html': checkedPage('<p>mended</p>') });
    engine.send({ command: 'rescan' });
    await engine.idle();
    expect(take('problem')).toEqual([]);
    expect(toldFindings(events)).toEqual(await freshFindings(root));
  });
});

describe('a page that is being typed', () => {
  const files = agreeingFiles(4);
  const text = checkedPage('<h2>p1</h2><p>All of p1.</p>');

  test.each([
    ['a tag', text.replace('<p>All', '<div cla<p>All')],
    ['a name of a tag', text.replace('<p>All', '<di<p>All')],
    ['an end tag', text.replace('</p></div>', '</p</div>')],
    ['a comment', text.replace('<ul', '<!-- <ul')],
    ['a script', text.replace('<h1>', '<script>')],
    ['an element', text.replace('<p>All', '<div><p>All')],
    ['the last tag', text.slice(0, -3)],
    ['nothing yet', ''],
  ])('up to %s raises nothing, and the others do not hear of it', async (_, typed) => {
    const root = makeFolder(files);
    const { engine, events } = await openChecked(root, { lines: false });
    engine.send({ command: 'text', page: 'p1.html', version: 1, text });
    await engine.idle();
    engine.send({ command: 'text', page: 'p1.html', version: 2, text: typed });
    await engine.idle();
    expect(found(events)).toEqual([]);
    engine.send({ command: 'text', page: 'p1.html', version: 3, text: withoutSecond(text) });
    await engine.idle();
    expect(found(events)).toEqual(['p1.html template/missing-node']);
  });

  test.each([40, 8])(
    'anew, with less than half of it there (%i paragraphs gone), raises nothing until it is saved',
    async count => {
      const long = checkedPage(`<h2>p1</h2>${'<p>All of <b>p1</b>.</p>'.repeat(count)}`);
      const root = makeFolder({ ...files, 'p1.html': long });
      const { engine, events } = await openChecked(root, { lines: false });
      engine.send({ command: 'text', page: 'p1.html', version: 1, text: long });
      engine.send({ command: 'text', page: 'p1.html', version: 2, text: withoutSecond(text) });
      await engine.idle();
      expect(found(events)).toEqual([]);
      writeFileSync(join(root, 'p1.html'), withoutSecond(text));
      engine.send({ command: 'files', pages: ['p1.html'] });
      await engine.idle();
      expect(found(events)).toEqual(['p1.html template/missing-node']);
    },
  );

  test.each([
    ['a tag', (whole: string) => whole.replace('<p>All', '<p cl<p>All')],
    ['a comment', (whole: string) => whole.replace('<ul', '<!-- <ul')],
    ['less than half of its text', (whole: string) => whole.slice(0, 60)],
    ['nothing yet', () => ''],
  ])('up to %s votes as its file does, and stays the example of other pages', async (_, type) => {
    const root = makeFolder({ ...files, 'p3.html': withoutSecond(files['p3.html']!) });
    const { engine } = await openChecked(root, { lines: false });
    const [before] = (await engine.query({ kind: 'diagnostics', page: 'p3.html' })).diagnostics;
    const example = before!.related[0]!.page;
    engine.send({ command: 'text', page: example, version: 1, text: type(files[example]!) });
    await engine.idle();
    const other = withoutSecond(checkedPage('<h2>p3</h2><p>Most of p3.</p>'));
    writeFileSync(join(root, 'p3.html'), other);
    engine.send({ command: 'files', pages: ['p3.html'] });
    await engine.idle();
    const after = (await engine.query({ kind: 'diagnostics', page: 'p3.html' })).diagnostics;
    const seen = ({ code, message, support }: NonNullable<typeof before>) => ({ code, message, support });
    expect(after.map(seen)).toEqual([seen(before!)]);
    expect(after[0]!.related[0]!.page).toBe(example);
  });

  test('shows its regions and its outline where they stand in the typed text', async () => {
    const whole = files['p1.html']!;
    const { engine, take } = await openChecked(makeFolder(files), { lines: false });
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: whole });
    await engine.idle();
    const cut = (text: string, ranges: readonly { start: number; end: number }[]) =>
      ranges.map(({ start, end }) => text.slice(start, end).replace('<p cl', ''));
    const before = cut(whole, take('regions').at(-1)!.regions);
    const typed = whole.replace('<p>All', '<p cl<p>All');
    engine.send({ command: 'text', page: 'p1.html', version: 2, text: typed });
    await engine.idle();
    const said = take('regions').at(-1)!;
    expect(said.version).toBe(2);
    expect(cut(typed, said.regions)).toEqual(before);
    const hover = await engine.query({ kind: 'evidence', page: 'p1.html', offset: typed.indexOf('Printed in town') });
    expect(typed.slice(hover!.start, hover!.end)).toBe('Printed in town');
    const same = await engine.query({ kind: 'counterparts', page: 'p2.html', offset: whole.indexOf('Printed in town') });
    const there = same!.places.find(({ page }) => page === 'p1.html')!;
    expect(there.start.before).toBe(typed.slice(0, typed.indexOf('Printed in town')));
  });

  test('up to a comment that ends with the next one raises nothing', async () => {
    const noted = text.replace('</ul>', '</ul><!-- end of the menu -->');
    const root = makeFolder({ ...files, 'p1.html': noted });
    const { engine, events } = await openChecked(root, { lines: false });
    engine.send({
      command: 'text',
      page: 'p1.html',
      version: 1,
      text: noted.replace('<li><a href="two', '<!-- <li><a href="two'),
    });
    engine.send({ command: 'text', page: 'p1.html', version: 2, text: noted.replace('<ul', '<!-- <ul') });
    await engine.idle();
    expect(found(events)).toEqual([]);
  });

  test.each([
    ['right', (whole: string) => whole],
    ['wrong', withoutSecond],
  ])('and has no file yet is not judged and does not vote: a page that is %s', async (_, frame) => {
    const root = makeFolder({ ...agreeingFiles(7), 'p3.html': withoutSecond(text) });
    const { engine } = await openChecked(root, { lines: false });
    const before = await engine.query({ kind: 'check' });
    expect(before.map(({ page }) => page)).toEqual(['p3.html']);
    engine.send({ command: 'text', page: 'new.html', version: 1, text: frame(text) });
    await engine.idle();
    expect(await engine.query({ kind: 'check' })).toEqual(before);
    writeFileSync(join(root, 'new.html'), frame(text));
    engine.send({ command: 'files', pages: ['new.html'] });
    await engine.idle();
    expect(await engine.query({ kind: 'check' })).not.toEqual(before);
  });

  test('and has no file, or no longer, counts in its layout and its parts while it is open, whatever happened before', async () => {
    const others = { ...agreeingFiles(7), 'p3.html': withoutSecond(text) };
    const say = async ({ engine }: Awaited<ReturnType<typeof openChecked>>) => {
      await engine.idle();
      const [groups, parts, findings] = [
        await engine.query({ kind: 'groups' }),
        await engine.query({ kind: 'parts' }),
        await engine.query({ kind: 'check' }),
      ];
      return { groups, parts, findings };
    };
    const open = { command: 'text', page: 'new.html', version: 1, text } as const;
    const neverSaved = await openChecked(makeFolder(others), { lines: false });
    const without = await say(neverSaved);
    neverSaved.engine.send(open);

    const root = makeFolder({ ...others, 'new.html': text });
    const deleted = await openChecked(root, { lines: false });
    const saved = await say(deleted);
    deleted.engine.send(open);
    await deleted.engine.idle();
    rmSync(join(root, 'new.html'));
    deleted.engine.send({ command: 'files', pages: ['new.html'] });

    const present = await say(neverSaved);
    expect(await say(deleted)).toEqual(present);
    expect(present).toEqual({ ...saved, findings: without.findings });
    expect(saved.groups).not.toEqual(without.groups);
    for (const { engine } of [neverSaved, deleted]) engine.send({ command: 'closeText', page: 'new.html' });
    expect([await say(neverSaved), await say(deleted)]).toEqual([without, without]);
  });

  test('keeps what was found before', async () => {
    const root = makeFolder({ ...files, 'p1.html': withoutSecond(text) });
    const { engine, events, take } = await openChecked(root, { lines: false });
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: withoutSecond(text).replace('<p>All', '<p cl<p>All') });
    await engine.idle();
    take('diagnostics');
    expect(found(events)).toEqual(['p1.html template/missing-node']);
    expect((await engine.query({ kind: 'diagnostics', page: 'p1.html' })).diagnostics).toHaveLength(1);
  });

  test('is judged where its author saved it like that', async () => {
    const strange = withoutSecond(text).replace('<p>All', '<p cl<b>All');
    const root = makeFolder({ ...files, 'p1.html': strange });
    const { engine, events } = await openChecked(root, { lines: false });
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: strange.replace('All of', 'Most of') });
    await engine.idle();
    expect(found(events)).toContain('p1.html template/missing-node');
  });

  test('is judged where its text counts as saved', async () => {
    const root = makeFolder(files);
    const { engine, events } = await openChecked(root, { lines: false });
    const short = withoutSecond(text).replace('<p>All', '<p cl<b>All');
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: short, isSaved: true });
    await engine.idle();
    expect(found(events)).toContain('p1.html template/missing-node');
  });

  test('is judged as soon as it was saved', async () => {
    const root = makeFolder(files);
    const { engine, events } = await openChecked(root, { lines: false });
    const short = withoutSecond(text).replace('<p>All', '<p cl<b>All');
    engine.send({ command: 'text', page: 'p1.html', version: 1, text: short });
    await engine.idle();
    expect(found(events)).toEqual([]);
    writeFileSync(join(root, 'p1.html'), short);
    engine.send({ command: 'files', pages: ['p1.html'] });
    await engine.idle();
    expect(found(events)).toContain('p1.html template/missing-node');
  });
});
