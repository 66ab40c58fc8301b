import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EngineHandle, startEngine, startEngineWorker } from '../../server/src/site/engine-handle.ts';
import { workerFile } from '../../server/src/site/worker-file.ts';
import { isDeep } from '../support/deep.ts';
import { agreeingFiles, checkedPage, freshFindings, withoutSecond } from './checked-folder.ts';
import { makeFolder } from './folder.ts';
import { framedPage, replay } from './site-folder.ts';

const manyPages = Object.fromEntries(
  Array.from({ length: 600 }, (_, i) => [
    `${i % 7}/p${i}.html`,
    framedPage(`<h1>Page ${i}</h1>${'<p>text</p>'.repeat(i % 11)}`, i % 3 === 0 ? 'Start' : 'Home'),
  ]),
);

function listen(engine: EngineHandle): EngineEvent[] {
  onTestFinished(() => engine.close());
  const events: EngineEvent[] = [];
  engine.onEvent(event => events.push(event));
  return events;
}

async function index(root: string, settings: Partial<Settings>, parseWorker?: URL) {
  const engine = startEngine(parseWorker ? { parseWorker } : {});
  const events = listen(engine);
  engine.send({ command: 'open', root, settings: { ...defaultSettings, ...settings } });
  await engine.idle();
  return events;
}

/** A worker's script, for workers that misbehave. */
function script(code: string): URL {
  const file = join(makeFolder(), 'worker.mjs');
  writeFileSync(file, code);
  return pathToFileURL(file);
}

describe('parse workers', () => {
  test.each(isDeep ? (['default', 'sst', 'rtdm-td', 'temex'] as const) : (['default'] as const))(
    'give the same lines as one thread (%s)',
    async extractor => {
      const root = makeFolder({
        ...manyPages,
        'random.html': Buffer.from([0xff, 0x00, 0x80, 0x3c, 0x61]),
        'big.html': Buffer.alloc(200_000, 'x'),
      });
      const options = { extractor, maxPageBytes: 100_000 };
      const [one, two] = [await index(root, { ...options, threads: 1 }), await index(root, { ...options, threads: 2 })];
      const said = (events: EngineEvent[]) => JSON.stringify(events.filter(({ event }) => event === 'page' || event === 'group'));
      expect(said(two)).toBe(said(one));
      expect(two.filter(({ event }) => event === 'problem')).toEqual(one.filter(({ event }) => event === 'problem'));
      expect(two.at(-1)).toEqual(one.at(-1));
    },
  );

  test('take pages that are too small to be compared', async () => {
    const tiny = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`p${i}.html`, `<p>${i}`]));
    const engine = startEngine();
    const events = listen(engine);
    engine.send({ command: 'open', root: makeFolder(tiny), settings: { ...defaultSettings, threads: 2 }, checks: true });
    await engine.idle();
    expect(events.filter(({ event }) => event === 'problem')).toEqual([]);
    expect(events.find(({ event }) => event === 'ready')).toMatchObject({ pages: 600 });
  });

  test('hash with the key of their engine: the findings are those of one thread', async () => {
    const drifted = { 'p7.html': checkedPage('<p>seven', withoutSecond), 'p450.html': checkedPage('<p>b', withoutSecond) };
    const root = makeFolder({ ...agreeingFiles(500), ...drifted });
    const [one, two] = [await freshFindings(root, { threads: 1 }), await freshFindings(root, { threads: 2 })];
    expect([...one.keys()]).toEqual(Object.keys(drifted).sort());
    expect(two).toEqual(one);
  });

  test.each([
    ['that fail', 'export default () => { throw new Error("broken"); }', 'broken'],
    [
      'that crash',
      'export default () => { setImmediate(() => { throw new Error("broken"); }); return new Promise(() => {}); }',
      'broken',
    ],
    ['that exit', 'export default () => process.exit(3)', 'exited with code: 3'],
    ['that cannot start', 'import "./not-there.mjs"', 'not-there'],
  ])('%s are a problem, and one thread does the work', async (_, code, reason) => {
    const events = await index(makeFolder(manyPages), { threads: 2 }, script(code));
    const problems = events.filter(event => event.event === 'problem');
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(/^A parse worker failed \(.*\); pages are parsed in one thread\.$/s);
    expect(problems[0]!.message).toContain(reason);
    expect(replay(events).pages.size).toBe(600);
  });

  test('are ended by other settings, and others begin', async () => {
    const engine = startEngine();
    const events = listen(engine);
    let changed = false;
    engine.onEvent(event => {
      if (changed || event.event !== 'progress' || event.phase !== 'index') return;
      changed = true;
      engine.send({ command: 'settings', settings: { ...defaultSettings, threads: 2, maxDepth: 2 } });
    });
    engine.send({ command: 'open', root: makeFolder(manyPages), settings: { ...defaultSettings, threads: 2 } });
    await engine.idle();
    const problems = events.flatMap(event => (event.event === 'problem' ? [event.message] : []));
    expect(problems.filter(message => !message.includes('("maxDepth")'))).toEqual([]);
    expect(new Set(problems).size).toBe(600);
  });

  test('end with their engine while they work', async () => {
    const engine = startEngine({ parseWorker: script('export default () => { for (;;); }') });
    const problems: EngineEvent[] = [];
    const begun = new Promise<void>(resolve => {
      engine.onEvent(event => {
        if (event.event === 'problem') problems.push(event);
        if (event.event === 'progress' && event.phase === 'index') resolve();
      });
    });
    engine.send({ command: 'open', root: makeFolder(manyPages), settings: { ...defaultSettings, threads: 3 } });
    await begun;
    await engine.close();
    expect(problems).toEqual([]);
  });

  test('are overtaken by an edit', async () => {
    const engine = startEngine();
    const events = listen(engine);
    let typed = false;
    engine.onEvent(event => {
      if (typed || event.event !== 'progress' || event.phase !== 'index') return;
      // The page is the last one, which no worker has answered for yet.
      typed = true;
      engine.send({ command: 'text', page: '6/p97.html', version: 3, text: framedPage('<h1>Typed</h1>') });
    });
    engine.send({ command: 'open', root: makeFolder(manyPages), settings: { ...defaultSettings, threads: 2 }, labels: false });
    await engine.idle();
    expect(events.filter(event => event.event === 'regions').map(event => event.version)).toEqual([3]);
    expect(await engine.query({ kind: 'extract', page: '6/p97.html', what: 'content', format: 'text' })).toContain('Typed');
    expect((await engine.query({ kind: 'classify', page: '6/p97.html' })).nodes.at(-1)?.end).toBeLessThan(
      framedPage('<h1>Typed</h1>').length,
    );
  });
});

describe('an engine in a worker', () => {
  test('says what one in this thread says', async () => {
    const root = makeFolder(manyPages);
    const engine = startEngineWorker();
    const events = listen(engine);
    engine.send({ command: 'open', root, settings: defaultSettings });
    await engine.idle();
    expect(replay(events)).toEqual(replay(await index(root, {})));
    expect(await engine.query({ kind: 'pages' })).toHaveLength(600);
    await expect(engine.query({ kind: 'regions', page: 'nowhere' })).rejects.toThrow('nowhere is not a page of this site');
  });

  test('that closes cancels what is pending', async () => {
    const engine = startEngineWorker();
    engine.send({ command: 'open', root: makeFolder(manyPages), settings: defaultSettings });
    const pending = expect(engine.query({ kind: 'groups' })).rejects.toMatchObject({ name: 'AbortError' });
    await engine.close();
    await pending;
    await expect(engine.idle()).rejects.toMatchObject({ name: 'AbortError' });
    await engine.close();
  });

  /** The real engine, but for the file `crash`, which ends the thread. */
  const fragile = () =>
    script(`
      import { parentPort } from 'node:worker_threads';
      await import(${JSON.stringify(workerFile('engine-worker').href)});
      parentPort.on('message', command => {
        if (command.command === 'files' && command.pages.includes('crash')) throw new Error('out of luck');
      });
    `);

  test('that crashes is started again with the same site and open texts, once', async () => {
    const engine = startEngineWorker({ worker: fragile() });
    const events = listen(engine);
    engine.send({
      command: 'open',
      root: makeFolder({ 'a.html': framedPage('a'), 'b.html': framedPage('b') }),
      settings: defaultSettings,
    });
    engine.send({ command: 'text', page: 'a.html', version: 4, text: framedPage('<h1>Unsaved</h1>') });
    await engine.idle();
    engine.send({ command: 'files', pages: ['crash'] });
    await expect(engine.query({ kind: 'pages' })).rejects.toThrow('The engine crashed: out of luck.');
    expect(await engine.query({ kind: 'extract', page: 'a.html', what: 'content', format: 'text' })).toContain('Unsaved');
    expect(events.filter(event => event.event === 'problem')).toEqual([
      {
        event: 'problem',
        severity: 'warning',
        message: 'The engine crashed: out of luck. It is started again and reads the site anew.',
      },
    ]);
    engine.send({ command: 'files', pages: ['crash'] });
    await expect(engine.idle()).rejects.toThrow('The engine crashed: out of luck.');
    await expect(engine.query({ kind: 'pages' })).rejects.toThrow('stays down');
    expect(events.at(-1)).toMatchObject({ event: 'problem', severity: 'error' });
  });

  /** The real engine, in which the thread ends as soon as it works on a page whose name holds `deadly`, unless its file says `harmless`. */
  const allergic = () =>
    script(`
      import { readFileSync } from 'node:fs';
      import { workerData } from 'node:worker_threads';
      const length = new Int32Array(workerData.crashNote, 0, 1);
      const path = new Uint8Array(workerData.crashNote, 4);
      const encodeInto = TextEncoder.prototype.encodeInto;
      TextEncoder.prototype.encodeInto = function (text, into) {
        const result = encodeInto.call(this, text, into);
        if (into.buffer === workerData.crashNote && text.includes('deadly') && !readFileSync(process.env.DEADLY + '/' + text, 'utf8').includes('harmless')) {
          length[0] = result.written;
          process.exit(7);
        }
        return result;
      };
      await import(${JSON.stringify(workerFile('engine-worker').href)});
    `);

  test('that a page ends goes on without this page, until its text changes', async () => {
    const pages = { 'a.html': framedPage('a'), 'b.html': framedPage('b'), 'deadly.html': framedPage('c') };
    const root = makeFolder(pages);
    vi.stubEnv('DEADLY', root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = startEngineWorker({ worker: allergic() });
    const events = listen(engine);
    const problems = () => events.flatMap(event => (event.event === 'problem' ? [event.message] : []));
    engine.send({ command: 'open', root, settings: defaultSettings });
    await expect(engine.idle()).rejects.toMatchObject({
      code: 'crashed',
      message: 'The engine crashed while it worked on deadly.html.',
    });
    await engine.idle();
    const reason = 'deadly.html ended the engine that worked on it; it is skipped until it changes. Please report this.';
    expect((await engine.query({ kind: 'pages' })).filter(({ state }) => state === 'skipped')).toEqual([
      { page: 'deadly.html', state: 'skipped', reason },
    ]);
    expect(problems()).toEqual([
      'The engine crashed while it worked on deadly.html. It is started again and reads the site anew.',
      reason,
    ]);
    engine.send({ command: 'rescan' });
    await engine.idle();
    expect(problems()).toHaveLength(2);

    writeFileSync(join(root, 'deadly.html'), framedPage('harmless'));
    engine.send({ command: 'files', pages: ['deadly.html'] });
    await engine.idle();
    expect((await engine.query({ kind: 'pages' })).map(({ state }) => state)).not.toContain('skipped');
    expect(problems()).toHaveLength(2);
  });

  test('that many pages end stays down', async () => {
    const root = makeFolder(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`deadly${i}.html`, framedPage(`${i}`)])));
    vi.stubEnv('DEADLY', root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = startEngineWorker({ worker: allergic() });
    const events = listen(engine);
    engine.send({ command: 'open', root, settings: defaultSettings });
    expect(await engine.down).toMatch(/while it worked on deadly\d\.html\. It was restarted once before and stays down\.$/);
    expect(events.filter(event => event.event === 'problem' && event.message.startsWith('The engine crashed'))).toHaveLength(5);
    await expect(engine.query({ kind: 'pages' })).rejects.toMatchObject({ code: 'crashed' });
  });
});
