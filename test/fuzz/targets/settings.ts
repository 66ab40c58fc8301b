// Settings that change while pages are edited, half-typed, saved and closed: at idle the engine says what a fresh one says.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { type EngineHandle, startEngine } from '../../../server/src/site/engine-handle.ts';
import { settingValues } from '../../lsp/support/storm-settings.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { withFolder, writeFiles } from '../folder.ts';
import { target } from '../target.ts';

const site = Object.fromEntries(framedSite(8).map(page => [page.path, textOf(page)]));
const paths = Object.keys(site).slice(0, 4);

type Step =
  | { kind: 'settings'; settings: Partial<Settings> }
  | { kind: 'type' | 'save'; page: string; text: string }
  | { kind: 'remove' | 'close'; page: string }
  | { kind: 'idle' }
  | { kind: 'ask'; query: 'check' | 'groups' | 'parts' };

const page = fc.constantFrom(...paths);
const text = fc.oneof(
  fc.constantFrom(...Object.values(site)),
  fc
    .tuple(fc.constantFrom(...Object.values(site)), fc.nat(1500), fc.nat(60), fc.constantFrom('', '<p class="x', '<li>', '<!--'))
    .map(([whole, at, drop, piece]) => whole.slice(0, at) + piece + whole.slice(at + drop)),
);
const change = fc.constantFrom(
  ...Object.entries(settingValues).flatMap(([key, values]) => values.map(value => ({ [key]: value }) as Partial<Settings>)),
);
const changes = fc.array(change, { maxLength: 3 }).map(list => Object.assign({}, ...list) as Partial<Settings>);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('settings' as const), settings: changes }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('type' as const, 'save' as const), page, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'close' as const), page }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'idle' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), query: fc.constantFrom('check', 'groups', 'parts') }) },
);

/** What an engine at rest answers, with what it says of every open page. */
async function answers(engine: EngineHandle, open: Iterable<string>): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  for (const kind of ['check', 'pages', 'groups', 'parts'] as const) said.set(kind, JSON.stringify(await engine.query({ kind })));
  for (const page of open) {
    for (const kind of ['regions', 'diagnostics', 'outline'] as const) {
      const answer = await engine.query({ kind, page }).catch((error: Error) => error.message);
      said.set(`${kind} of ${page}`, JSON.stringify(answer));
    }
  }
  return said;
}

export const settings = target<Step[]>({
  name: 'settings',
  inputs: fc.array(step, { minLength: 2, maxLength: 14 }),
  async check(steps) {
    await withFolder(site, async root => {
      let current: Settings = { ...defaultSettings, threads: 1 };
      const [engine, fresh] = [startEngine(), startEngine()];
      const problems: string[] = [];
      engine.onEvent(event => {
        if (event.event === 'problem' && event.severity === 'error') problems.push(event.message);
      });
      try {
        engine.send({ command: 'open', root, settings: current, labels: false, checks: true });
        const texts = new Map<string, { version: number; text: string }>();
        let version = 0;
        for (const step of steps) {
          if (step.kind === 'settings') {
            current = { ...defaultSettings, ...step.settings, threads: 1 };
            engine.send({ command: 'settings', settings: current });
          } else if (step.kind === 'type') {
            texts.set(step.page, { version: ++version, text: step.text });
            engine.send({ command: 'text', page: step.page, version, text: step.text });
          } else if (step.kind === 'close') {
            texts.delete(step.page);
            engine.send({ command: 'closeText', page: step.page });
          } else if (step.kind === 'idle') await engine.idle();
          else if (step.kind === 'ask') await engine.query({ kind: step.query });
          else {
            if (step.kind === 'save') writeFiles(root, { [step.page]: step.text });
            else rmSync(join(root, step.page), { force: true });
            engine.send({ command: 'files', pages: [step.page] });
          }
        }
        await engine.idle();
        fresh.send({ command: 'open', root, settings: current, labels: false, checks: true });
        for (const [page, text] of texts) fresh.send({ command: 'text', page, ...text });
        await fresh.idle();
        const [ours, theirs] = [await answers(engine, texts.keys()), await answers(fresh, texts.keys())];
        if (problems.length > 0) throw new Error(problems[0]);
        for (const [what, answer] of ours)
          if (answer !== theirs.get(what)) throw new Error(`${what}: the engine says ${answer}\na fresh one ${theirs.get(what)}`);
      } finally {
        await Promise.all([engine.close(), fresh.close()]);
      }
    });
  },
  show: steps => steps.map(step => JSON.stringify(step)).join('\n'),
});
