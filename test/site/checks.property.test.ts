import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { expect, test } from 'vitest';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { typedPage } from '../support/half-typed.ts';
import { inputs } from '../support/random-inputs.ts';
import { agreeingFiles, checkedPage, freshFindings, toldFindings, withoutSecond } from './checked-folder.ts';
import { newFolder, removeFolder, writeFiles } from './folder.ts';

const files = agreeingFiles(6);
const page = fc.constantFrom('one.html', 'p0.html', 'p1.html', 'p2.html', 'p3.html', 'new.html');
const frames: ((text: string) => string)[] = [
  text => text,
  text => text,
  withoutSecond,
  text => text.replace('Written by hand', 'Written by head'),
  text => text.replace('href="two.html"', 'href="six.html"'),
  text => text.replace('<p>Printed in town</p>', ''),
];
const text = fc
  .record({ own: fc.constantFrom('<p>a', '<h2>b</h2><p>c', ''), frame: fc.constantFrom(...frames) })
  .map(({ own, frame }) => checkedPage(own, frame));
/** A tag that has only begun: what is open yet swallows what follows. */
const HALF = '<p class="x';
const halfTyped = text.map(whole => whole.replace('</div><div id="foot">', `${HALF}</div><div id="foot">`));
const anyText = fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constant('<p>quite another page</p>') });

type Operation =
  | { kind: 'write' | 'open'; page: string; text: string }
  | { kind: 'remove' | 'close'; page: string }
  | { kind: 'rename'; page: string; to: string }
  | { kind: 'settings'; settings: Partial<Settings> }
  | { kind: 'settle' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), page, text: anyText }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), page, text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), page, text: halfTyped }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const), page, text: halfTyped }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'close' as const), page }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, to: page }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      settings: fc.constantFrom<Partial<Settings>[]>(
        {},
        { support: 0.8 },
        { ignore: [{ selector: '#foot' }] },
        { normalisers: { N5: false } },
        { labels: [{ select: 'p', label: 'content' }] },
        {
          labels: [
            { select: '#foot', pages: ['p*.html'], label: 'content' },
            { select: 'p', label: 'template' },
          ],
        },
        { checks: { 'template/missing-node': 'off' }, groupThreshold: 0.2 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'settle' as const }) },
);

const whole = checkedPage('<p>a');
const typing = whole.replace('</div><div id="foot">', `${HALF}</div><div id="foot">`);
const drifted = checkedPage('<p>a', withoutSecond);
/** What failed once. */
const found: Operation[][] = [
  [
    { kind: 'open', page: 'p1.html', text: typing },
    { kind: 'settle' },
    { kind: 'remove', page: 'p1.html' },
    { kind: 'write', page: 'p2.html', text: drifted },
  ],
  [
    { kind: 'remove', page: 'one.html' },
    { kind: 'open', page: 'one.html', text: typing },
    { kind: 'settle' },
    { kind: 'open', page: 'p2.html', text: drifted },
    { kind: 'rename', page: 'p3.html', to: 'one.html' },
  ],
  [
    { kind: 'settle' },
    { kind: 'rename', page: 'one.html', to: 'p1.html' },
    { kind: 'settings', settings: { ignore: [{ selector: '#foot' }] } },
    { kind: 'settle' },
  ],
];

test('whatever happens to files, open texts and settings, at idle the findings are those of a fresh engine', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), fc.boolean(), async (operations, labels) => {
      const root = newFolder({ ...files });
      const engine = startEngine();
      try {
        const events: EngineEvent[] = [];
        engine.onEvent(event => events.push(event));
        const open = new Map<string, string>();
        let settings: Settings = { ...defaultSettings, threads: 1 };
        engine.send({ command: 'open', root, settings, labels, checks: true });
        for (const [version, step] of operations.entries()) {
          if (step.kind === 'settle') await engine.idle();
          else if (step.kind === 'settings') {
            settings = { ...defaultSettings, threads: 1, ...step.settings };
            engine.send({ command: 'settings', settings });
          } else if (step.kind === 'open') {
            open.set(step.page, step.text);
            engine.send({ command: 'text', page: step.page, version: version + 1, text: step.text });
          } else if (step.kind === 'close') {
            open.delete(step.page);
            engine.send({ command: 'closeText', page: step.page });
          } else {
            const file = join(root, step.page);
            mkdirSync(dirname(file), { recursive: true });
            if (step.kind === 'write') writeFiles(root, { [step.page]: step.text });
            else if (step.kind === 'remove') rmSync(file, { force: true });
            else if (step.kind === 'rename' && step.page !== step.to) {
              try {
                renameSync(file, join(root, step.to));
              } catch (error) {
                if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
              }
            }
            engine.send({ command: 'files', pages: step.kind === 'rename' ? [step.page, step.to] : [step.page] });
          }
        }
        await engine.idle();
        // Of a page that is being typed the editor keeps what was published before.
        const judged = <T>(found: Map<string, T>) => [...found].filter(([name]) => !open.get(name)?.includes(HALF));
        expect(judged(toldFindings(events))).toEqual(judged(await freshFindings(root, settings, open)));
        // To the other pages, a page that is being typed is its file.
        const whole = [...open].filter(([name, typed]) => {
          const { isHalf, hasFile } = typedPage(root, name, typed, settings);
          return !(isHalf && hasFile);
        });
        expect(judged(toldFindings(events))).toEqual(judged(await freshFindings(root, settings, new Map(whole))));
        expect(await engine.query({ kind: 'check' })).toEqual(
          [...toldFindings(events)].map(([page, diagnostics]) => expect.objectContaining({ page, diagnostics })),
        );
        const states = (await engine.query({ kind: 'pages' })).map(({ state }) => state);
        expect(states.filter(state => state !== 'checked')).toEqual([]);
      } finally {
        await engine.close();
        removeFolder(root);
      }
    }),
    { numRuns: inputs(6), examples: found.map(operations => [operations, false] as [Operation[], boolean]) },
  );
});
