import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import {
  createConnection,
  LSPErrorCodes,
  MessageType,
  ProposedFeatures,
  type ShowMessageParams,
} from 'vscode-languageserver/node';
import { serve } from '../../server/src/lsp/server.ts';
import { startMigration } from '../../server/src/migration/migration-handle.ts';
import { loadConfiguration } from '../../server/src/site/configuration.ts';
import { startEngineWorker } from '../../server/src/site/engine-handle.ts';
import { readPage } from '../../server/src/site/read-page.ts';
import { watchSite } from '../../server/src/site/watcher.ts';
import { makeFolder } from '../site/folder.ts';
import { LanguageClient } from './support/language-client.ts';
import { makeSite, pages } from './support/site.ts';

test('an engine that dies twice is shown in the editor, and requests are refused with a sentence', async () => {
  const worker = pathToFileURL(join(makeFolder({ 'worker.mjs': 'throw new Error("broken");' }), 'worker.mjs'));
  const [up, down] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down));
  serve(
    connection,
    {
      startEngine: () => startEngineWorker({ worker }),
      startMigration,
      loadConfiguration,
      watchSite,
      realPath: realpathSync,
      readPage,
    },
    '0',
  );
  const folders = [makeSite()];
  const client = new LanguageClient(new StreamMessageReader(down), new StreamMessageWriter(up), { folders });
  await client.initialize({ folders });

  const { message } = await client.next<ShowMessageParams>('window/showMessage', ({ type }) => type === MessageType.Error);
  expect(message).toBe('Templens: The engine crashed: broken. It was restarted once before and stays down.');
  client.open('apples.html', pages['apples.html']!);
  const asked = client.request('textDocument/documentSymbol', { textDocument: { uri: client.uri('apples.html') } });
  await expect(asked).rejects.toMatchObject({
    code: LSPErrorCodes.RequestFailed,
    message: 'The engine crashed: broken. It was restarted once before and stays down.',
  });
  await client.request('shutdown');
});
