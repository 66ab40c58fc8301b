import { realpathSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { createConnection, ProposedFeatures, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { serve } from '../../server/src/lsp/server.ts';
import { startMigration } from '../../server/src/migration/migration-handle.ts';
import { loadConfiguration } from '../../server/src/site/configuration.ts';
import { type EngineHandle, startEngineWorker } from '../../server/src/site/engine-handle.ts';
import { readPage } from '../../server/src/site/read-page.ts';
import { watchSite } from '../../server/src/site/watcher.ts';
import { rightSite, withoutContact } from './support/drifted-site.ts';
import { LanguageClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

/** An engine whose news and answers about findings can be held back. */
function holdingEngine(): { startEngine(): EngineHandle; hold(): void; held(): number; release(): void } {
  let holds = false;
  let held: (() => void)[] = [];
  return {
    startEngine() {
      const engine = startEngineWorker();
      return {
        ...engine,
        onEvent: listener =>
          engine.onEvent(event => {
            if (holds && event.event === 'diagnostics') held.push(() => listener(event));
            else listener(event);
          }),
        async query(query, ...rest) {
          const answer = await engine.query(query, ...rest);
          if (holds && query.kind === 'diagnostics') await new Promise<void>(resolve => held.push(resolve));
          return answer;
        },
      };
    },
    hold: () => {
      holds = true;
    },
    held: () => held.length,
    release: () => {
      const waiting = held;
      held = [];
      for (const resume of waiting) resume();
    },
  };
}

test('findings do not stay on a page that is closed while the news of its text before is late', async () => {
  const { startEngine, hold, held, release } = holdingEngine();
  const [up, down] = [new PassThrough(), new PassThrough()];
  serve(
    createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down)),
    { startEngine, startMigration, loadConfiguration, watchSite, realPath: realpathSync, readPage },
    '0',
  );
  const folders = [makeSite(rightSite)];
  const client = new LanguageClient(new StreamMessageReader(down), new StreamMessageWriter(up), { folders });
  let shown: number | undefined;
  client.connection.onNotification('textDocument/publishDiagnostics', ({ diagnostics }: PublishDiagnosticsParams) => {
    shown = diagnostics.length;
  });
  await client.initialize({ folders });
  /** The server has taken what was sent before, and the engine, too. */
  const taken = () => client.request('templens/overview');

  const text = rightSite['dunes.html']!;
  client.open('dunes.html', withoutContact(text));
  await expect.poll(() => shown).toBe(1);
  hold();
  client.change('dunes.html', 2, { text: `${text}\n` });
  await expect.poll(held).toBeGreaterThan(0);
  client.change('dunes.html', 3, { text: `${text}\n\n` });
  await taken();
  release();
  await taken();
  client.close('dunes.html');
  await taken();
  const shownInTheEnd = () => {
    release();
    return shown;
  };
  await expect.poll(shownInTheEnd, { timeout: 5000 }).toBe(0);
  await client.request('shutdown');
});
