import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { expect, test } from 'vitest';
import { type EngineHandle, startEngine } from '../../../server/src/site/engine-handle.ts';
import { inputs } from '../../support/random-inputs.ts';
import { agreeingFiles, checkedPage, toldFindings, withoutSecond } from '../checked-folder.ts';
import { newFolder, removeFolder, writeFiles } from '../folder.ts';
import { replay } from '../site-folder.ts';

const names = ['one.html', 'p0.html', 'p1.html', 'new.html', 'sub/new.html'];
const page = fc.constantFrom(...names);
const text = fc.constantFrom(
  checkedPage('<p>one</p>'),
  checkedPage('<p>two</p><p>three</p>', withoutSecond),
  checkedPage('<p>four</p>', html => html.replace('First', 'Fifth')),
  '<p>loose',
  '',
);

type Operation =
  | { kind: 'write'; page: string; text: string }
  | { kind: 'open'; page: string; text: string }
  | { kind: 'touch' | 'remove'; page: string }
  | { kind: 'close'; page: string }
  | { kind: 'query'; page: string }
  | { kind: 'rename'; page: string; to: string }
  | { kind: 'idle' }
  | { kind: 'rescan' }
  | { kind: 'restart' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('write', 'open'), page, text }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('touch', 'remove', 'close', 'query'),
      page,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, to: page }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('idle', 'rescan', 'restart', 'restart') }),
  },
);

test('however often the engine starts with what it kept, at idle it says what a fresh one says', async () => {
  let warm = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 14 }), fc.boolean(), async (operations, labels) => {
      const root = newFolder(agreeingFiles(5));
      const cache = newFolder({});
      const settings = { ...defaultSettings, threads: 1 };
      const texts = new Map<string, string>();
      let version = 0;
      const show = (engine: EngineHandle, page: string, text: string) =>
        engine.send({ command: 'text', page, version: ++version, text });
      const start = (kept: { cache?: string }): Started => {
        const engine = startEngine();
        const events: EngineEvent[] = [];
        engine.onEvent(event => events.push(event));
        // One that labels all pages is a `watch`, the other an editor.
        engine.send({ command: 'open', root, settings, labels, regions: !labels, checks: true, ...kept });
        for (const [page, text] of texts) show(engine, page, text);
        return { engine, events };
      };
      let { engine, events } = start({ cache });
      for (const operation of [...operations, { kind: 'idle' } as const, { kind: 'restart' } as const]) {
        if (operation.kind === 'open') {
          texts.set(operation.page, operation.text);
          show(engine, operation.page, operation.text);
        } else if (operation.kind === 'close') {
          texts.delete(operation.page);
          engine.send({ command: 'closeText', page: operation.page });
        } else if (operation.kind === 'query') await engine.query({ kind: 'outline', page: operation.page }).catch(() => {});
        else if (operation.kind === 'idle') await engine.idle();
        else if (operation.kind === 'rescan') engine.send({ command: 'rescan' });
        else if (operation.kind === 'restart') {
          if (operation === operations.at(-1)) await engine.idle();
          await engine.close();
          ({ engine, events } = start({ cache }));
        } else engine.send({ command: 'files', pages: change(root, operation) });
      }
      await engine.idle();
      if (!events.some(({ event }) => event === 'progress')) warm++;
      const fresh = start({});
      await fresh.engine.idle();
      expect(toldFindings(events)).toEqual(toldFindings(fresh.events));
      expect(regions(events)).toEqual(regions(fresh.events));
      const [told, toldFresh] = [replay(events), replay(fresh.events)];
      expect(JSON.stringify([...told.pages])).toBe(JSON.stringify([...toldFresh.pages]));
      expect(told.groups).toEqual(toldFresh.groups);
      expect(told.parts).toEqual(toldFresh.parts);
      for (const kind of ['groups', 'parts', 'pages'] as const)
        expect(await engine.query({ kind })).toEqual(await fresh.engine.query({ kind }));
      await fresh.engine.close();
      await engine.close();
      removeFolder(root);
      removeFolder(cache);
    }),
    { numRuns: inputs(24) },
  );
  expect(warm).toBeGreaterThan(0);
});

interface Started {
  engine: EngineHandle;
  events: EngineEvent[];
}

/** The last regions of every open page. */
function regions(events: readonly EngineEvent[]): Map<string, unknown> {
  const last = new Map<string, unknown>();
  for (const event of events) if (event.event === 'regions') last.set(event.page, { ...event, version: 0 });
  return new Map([...last].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Changes files; the paths that a watcher would name. */
function change(
  root: string,
  operation: Exclude<Operation, { kind: 'open' | 'close' | 'query' | 'idle' | 'rescan' | 'restart' }>,
): string[] {
  const file = join(root, operation.page);
  if (operation.kind === 'write') writeFiles(root, { [operation.page]: operation.text });
  else if (operation.kind === 'remove') rmSync(file, { force: true });
  else if (operation.kind === 'rename') {
    try {
      mkdirSync(dirname(join(root, operation.to)), { recursive: true });
      renameSync(file, join(root, operation.to));
    } catch {
      // There is no such file at this point.
    }
    return [operation.to, operation.page];
  }
  return [operation.page];
}
