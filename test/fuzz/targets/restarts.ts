// Engines of a language server that end at random moments: at rest it shows what a fresh server shows.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { FileChangeType } from 'vscode-languageserver';
import { unlikeFresh } from '../../lsp/support/shown-by-server.ts';
import { StormServer, uriAt } from '../../lsp/support/storm-server.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { withFolder, writeFiles } from '../folder.ts';
import { target } from '../target.ts';

const site = Object.fromEntries(framedSite(8).map(page => [page.path, textOf(page)]));
const paths = Object.keys(site).slice(0, 3);
const variants = [
  (text: string) => text,
  (text: string) => text.replace('>Archive<', '>Archvie<'),
  (text: string) => text.replace(/<footer>.*<\/footer>/s, ''),
  (text: string) => text.replace('<h1>', '<h1 class="big">'),
];

type Step =
  | { kind: 'write'; page: string; variant: number }
  | { kind: 'type'; page: string; variant: number }
  | { kind: 'remove' | 'close'; page: string }
  | { kind: 'rest' }
  | { kind: 'crash'; milliseconds: number }
  | { kind: 'pause'; milliseconds: number };

const page = fc.constantFrom(...paths);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('write' as const, 'type' as const),
      page,
      variant: fc.nat(variants.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'close' as const), page }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rest' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'pause' as const), milliseconds: fc.nat(60) }),
  },
);

async function take(step: Step, root: string, server: StormServer): Promise<void> {
  const uri = 'page' in step ? uriAt(join(root, step.page)) : '';
  const open = server.given.documents.has(uri);
  const changed = (type: number) => server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
  switch (step.kind) {
    case 'rest':
      return server.rest();
    case 'crash':
      await sleep(step.milliseconds);
      server.crash();
      return;
    case 'pause':
      return sleep(step.milliseconds);
    case 'close':
      if (open) server.close(uri);
      return;
    case 'remove':
      rmSync(join(root, step.page), { force: true });
      return changed(FileChangeType.Deleted);
    case 'write':
      writeFiles(root, { [step.page]: variants[step.variant]!(site[step.page]!) });
      return changed(FileChangeType.Changed);
    case 'type': {
      const text = variants[step.variant]!(site[step.page]!);
      if (open) server.change(uri, text, [{ text }]);
      else server.open(uri, text);
    }
  }
}

export const restarts = target<Step[]>({
  name: 'restarts',
  inputs: fc.array(step, { minLength: 3, maxLength: 12 }).filter(steps => steps.some(({ kind }) => kind === 'crash')),
  async check(steps) {
    await withFolder(site, async root => {
      const given = { folders: [uriAt(root)], settings: {}, documents: new Map() };
      const server = await StormServer.start(given, { pulls: steps.length % 2 === 0, watches: true });
      try {
        for (const step of steps) await take(step, root, server);
        const lines = await unlikeFresh(server);
        if (lines.length > 0) throw new Error(lines.join('\n'));
      } finally {
        await server.end();
      }
    });
  },
  show: steps => steps.map(step => JSON.stringify(step)).join('\n'),
});
