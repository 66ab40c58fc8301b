import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings, extractorNames } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { expect, test } from 'vitest';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { inputs } from '../support/random-inputs.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { framedPage, freshAnswers, replay } from './site-folder.ts';

const pageNames = ['a.html', 'b.html', 'c.html', 'sub/a.html', 'sub/d.html', 'sub/deep/e.html'];
const page = fc.constantFrom(...pageNames);
const text = fc.oneof(
  fc
    .record({
      main: fc.constantFrom('<p>one</p>', '<p>two</p>', '<ul><li>x</li><li>y</li></ul>', ''),
      frame: fc.constantFrom('Home', 'Start'),
    })
    .map(({ main, frame }) => framedPage(main, frame)),
  fc.constantFrom(
    '',
    '<table><tr><td>cell<td>cell</table>',
    '<p>loose',
    'plain text',
    '<!doctype html><title>t</title><p>Welcome</p>',
  ),
);

type Operation =
  | { kind: 'write' | 'open'; page: string; text: string }
  | { kind: 'remove' | 'close' | 'query'; page: string }
  | { kind: 'rename'; page: string; to: string }
  | { kind: 'ignore'; pattern: string }
  | { kind: 'removeFolder' | 'rescan' | 'idle' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'open' as const), page, text }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'close' as const, 'query' as const), page }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, to: page }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ignore' as const), pattern: fc.constantFrom('', 'sub/', 'b.html', '**/d.html') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('removeFolder' as const, 'rescan' as const, 'idle' as const) }) },
);

test('whatever happens to files and open texts, at idle the engine says what a fresh one says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 25 }),
      fc.constantFrom(...extractorNames),
      async (operations, extractor) => {
        const root = makeFolder({ 'a.html': framedPage('<p>one</p>'), 'sub/d.html': framedPage('<p>two</p>') });
        const settings = { ...defaultSettings, threads: 1, extractor };
        const engine = startEngine();
        const events: EngineEvent[] = [];
        engine.onEvent(event => events.push(event));
        engine.send({ command: 'open', root, settings });
        const texts = new Map<string, string>();
        let version = 0;
        for (const operation of operations) {
          if (operation.kind === 'open') {
            texts.set(operation.page, operation.text);
            engine.send({ command: 'text', page: operation.page, version: ++version, text: operation.text });
          } else if (operation.kind === 'close') {
            texts.delete(operation.page);
            engine.send({ command: 'closeText', page: operation.page });
          } else if (operation.kind === 'query') {
            await engine.query({ kind: 'outline', page: operation.page }).catch(() => {});
          } else if (operation.kind === 'idle') await engine.idle();
          else if (operation.kind === 'rescan') engine.send({ command: 'rescan' });
          else engine.send({ command: 'files', pages: change(root, operation) });
        }
        await engine.idle();
        const fresh = await freshAnswers(root, settings, texts);
        const { pages, groups, parts } = replay(events);
        expect(JSON.stringify([...pages])).toBe(JSON.stringify([...fresh.pages]));
        expect(groups).toEqual(fresh.groups);
        expect(parts).toEqual(fresh.parts);
        expect(await engine.query({ kind: 'parts' })).toEqual(fresh.partList);
        expect([...parts.values()].sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1))).toEqual(fresh.partList);
        expect(await engine.query({ kind: 'pages' })).toEqual(fresh.statuses);
        expect(await engine.query({ kind: 'groups' })).toEqual(fresh.summaries);
        await engine.close();
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: inputs(30) },
  );
});

/** Changes files; the paths a watcher would name. */
function change(root: string, operation: Exclude<Operation, { kind: 'open' | 'close' | 'query' | 'idle' | 'rescan' }>): string[] {
  switch (operation.kind) {
    case 'write':
      writeFiles(root, { [operation.page]: operation.text });
      return [operation.page];
    case 'remove':
      rmSync(join(root, operation.page), { force: true });
      return [operation.page];
    case 'rename':
      mkdirSync(dirname(join(root, operation.to)), { recursive: true });
      try {
        renameSync(join(root, operation.page), join(root, operation.to));
      } catch {
        // There is no such file at this point.
      }
      return [operation.to, operation.page];
    case 'ignore':
      writeFiles(root, { '.gitignore': `${operation.pattern}\n` });
      return ['.gitignore'];
    default:
      rmSync(join(root, 'sub'), { recursive: true, force: true });
      return pageNames;
  }
}
