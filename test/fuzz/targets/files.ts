// Operations on files, open texts and settings: at idle the engine says what a fresh one says, except of pages that are being typed.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { type EngineHandle, startEngine } from '../../../server/src/site/engine-handle.ts';
import { pageText } from '../../core/random-pages.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { typedPage } from '../../support/half-typed.ts';
import { withFolder, writeFiles } from '../folder.ts';
import { target } from '../target.ts';

const site = Object.fromEntries(framedSite(8).map(page => [page.path, textOf(page)]));
const paths = [...Object.keys(site), 'new.html', 'docs/deep/new.html'];

type Operation =
  | { kind: 'write' | 'open'; page: string; text: string }
  | { kind: 'remove' | 'close' | 'folder' | 'touch'; page: string }
  | { kind: 'rename'; page: string; to: string }
  | { kind: 'ignore'; pattern: string }
  | { kind: 'settings'; settings: Partial<Settings> }
  | { kind: 'removeFolder' | 'rescan' | 'idle' };

const page = fc.constantFrom(...paths);
const text = fc.oneof(
  fc.constantFrom(...Object.values(site)),
  fc
    .tuple(fc.constantFrom(...Object.values(site)), fc.nat(1500), fc.nat(50))
    .map(([whole, at, drop]) => whole.slice(0, at) + whole.slice(at + drop)),
  pageText,
);
const settings = fc.constantFrom<Partial<Settings>>(
  ...[0.8, 0.9, 1].map(support => ({ support })),
  ...[3, 512].map(maxDepth => ({ maxDepth })),
  ...[300, 10_485_760].map(maxPageBytes => ({ maxPageBytes })),
  ...[[], ['docs/**'], ['*s*.html']].map(exclude => ({ exclude })),
  ...[true, false].map(gitignore => ({ gitignore })),
  ...[[], [{ selector: 'footer' }]].map(ignore => ({ ignore })),
  ...[[], [{ selector: 'main > h1' }]].map(required => ({ required })),
  { normalisers: { N12: false } },
  { checks: { 'template/missing-node': 'off' } },
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'open' as const), page, text }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove' as const, 'close' as const, 'folder' as const, 'touch' as const),
      page,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, to: page }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ignore' as const),
      pattern: fc.constantFrom('', 'docs/', '*.html', '!new.html', '['),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settings' as const), settings }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('removeFolder' as const, 'rescan' as const, 'idle' as const) }) },
);

/** Changes files; gives the paths that a watcher would name. */
function change(root: string, operation: Operation): string[] {
  const at = (page: string) => join(root, page);
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      // A folder stands where the file should be, or the other way round.
    }
  };
  switch (operation.kind) {
    case 'write':
      attempt(() => writeFiles(root, { [operation.page]: operation.text }));
      return [operation.page];
    case 'remove':
      rmSync(at(operation.page), { force: true, recursive: true });
      return [operation.page];
    case 'folder':
      rmSync(at(operation.page), { force: true, recursive: true });
      attempt(() => writeFiles(root, { [`${operation.page}/inside.html`]: site[paths[0]!]! }));
      return [operation.page, `${operation.page}/inside.html`];
    case 'touch':
      return [operation.page];
    case 'rename':
      attempt(() => {
        mkdirSync(dirname(at(operation.to)), { recursive: true });
        renameSync(at(operation.page), at(operation.to));
      });
      return [operation.to, operation.page, ...[operation.to, operation.page].map(page => `${page}/inside.html`)];
    case 'ignore':
      writeFiles(root, { '.gitignore': `${operation.pattern}\n` });
      return ['.gitignore'];
    default:
      rmSync(at('docs'), { recursive: true, force: true });
      return [...paths, ...paths.map(page => `${page}/inside.html`)];
  }
}

/** @param typed pages of which the engine keeps what it found before, as long as they are being typed. */
async function answers(engine: EngineHandle, typed: ReadonlySet<string>): Promise<string[]> {
  return [
    (await engine.query({ kind: 'check' })).filter(({ page }) => !typed.has(page)),
    await engine.query({ kind: 'pages' }),
    await engine.query({ kind: 'groups' }),
    await engine.query({ kind: 'parts' }),
  ].map(answer => JSON.stringify(answer));
}

export const files = target<Operation[]>({
  name: 'files',
  inputs: fc.array(operation, { minLength: 1, maxLength: 20 }),
  async check(operations) {
    await withFolder(site, async root => {
      let settings: Settings = { ...defaultSettings, threads: 1 };
      const engine = startEngine();
      const fresh = startEngine();
      try {
        engine.send({ command: 'open', root, settings, checks: true });
        const texts = new Map<string, { version: number; text: string }>();
        let version = 0;
        for (const operation of operations) {
          if (operation.kind === 'open') {
            const { page, text } = operation;
            texts.set(page, { version: ++version, text });
            engine.send({ command: 'text', page, version, text });
          } else if (operation.kind === 'close') {
            texts.delete(operation.page);
            engine.send({ command: 'closeText', page: operation.page });
          } else if (operation.kind === 'settings') {
            settings = { ...settings, ...operation.settings };
            engine.send({ command: 'settings', settings });
          } else if (operation.kind === 'idle') await engine.idle();
          else if (operation.kind === 'rescan') engine.send({ command: 'rescan' });
          else engine.send({ command: 'files', pages: change(root, operation) });
        }
        await engine.idle();
        fresh.send({ command: 'open', root, settings, checks: true });
        for (const [page, text] of texts) fresh.send({ command: 'text', page, ...text });
        await fresh.idle();
        const typed = new Set(
          [...texts].flatMap(([page, { text }]) => (typedPage(root, page, text, settings).isHalf ? [page] : [])),
        );
        const [ours, theirs] = [await answers(engine, typed), await answers(fresh, typed)];
        ours.forEach((answer, at) => {
          if (answer !== theirs[at]) throw new Error(`the engine says ${answer}\na fresh one ${theirs[at]}`);
        });
      } finally {
        await engine.close();
        await fresh.close();
      }
    });
  },
  show: operations => operations.map(operation => JSON.stringify(operation)).join('\n'),
});
