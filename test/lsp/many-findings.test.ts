import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import { fullCapabilities, startClient } from './support/language-client.ts';
import { makeSite, page } from './support/site.ts';

/** 50 required headings that no page has. */
const required = Array.from({ length: 50 }, (_, number) => ({ selector: `h1.n${number}` }));
const name = (number: number) => `p${String(number).padStart(2, '0')}.html`;

test('of more than 2000 findings on closed pages those of the first pages are shown, whatever happened before', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 45 }, (_, number) => [name(number), page(`${number}`, `<p>Text number ${number}</p>`)]),
  );
  const root = makeSite({ ...files, 'templens.config.json': JSON.stringify({ required }) });
  const { client } = await startClient({ folders: [root], capabilities: fullCapabilities });
  const shown = new Map<string, number>();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      const { uri, diagnostics } = await client.next<PublishDiagnosticsParams>('textDocument/publishDiagnostics');
      if (diagnostics.length === 0) shown.delete(uri);
      else shown.set(uri, diagnostics.length);
    }
  };
  const namesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => client.uri(name(from + index)));

  await until(() => shown.size === 40);
  expect([...shown.keys()].sort()).toEqual(namesOf(0, 40));

  rmSync(join(root, name(0)));
  client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: pathToFileURL(join(root, name(0))).href, type: 3 }],
  });
  await until(() => !shown.has(client.uri(name(0))) && shown.size === 40);
  expect([...shown.keys()].sort()).toEqual(namesOf(1, 41));
});
