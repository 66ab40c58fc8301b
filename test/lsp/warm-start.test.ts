import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import { filesIn } from '../site/cache/answer-cache.ts';
import { makeFolder } from '../site/folder.ts';
import { driftedSite, rightSite } from './support/drifted-site.ts';
import { exitOf, type LanguageClient, startClientOfProcess } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

/** A server that keeps what it knows of sites in a folder. */
async function startWith(cache: string, folder: string) {
  const before = process.env.TEMPLENS_CACHE;
  process.env.TEMPLENS_CACHE = cache;
  // The process is started before the first answer.
  const starting = startClientOfProcess({ folders: [folder] });
  process.env.TEMPLENS_CACHE = before;
  return starting;
}

const findingsOf = (client: LanguageClient, path: string, matches = (_: PublishDiagnosticsParams): boolean => true) =>
  client.next<PublishDiagnosticsParams>(
    'textDocument/publishDiagnostics',
    params => params.uri === client.uri(path) && matches(params),
  );

test('a server publishes what the last one found, and goes on from there', async () => {
  const folder = makeSite(driftedSite);
  const cache = join(makeFolder(), 'cache');
  const before = filesIn(folder);
  const first = await startWith(cache, folder);
  const { diagnostics } = await findingsOf(first.client, 'dunes.html');
  expect(diagnostics).toHaveLength(1);
  // What is known is written when nothing happens for a while.
  await expect.poll(() => filesIn(cache), { timeout: 30_000 }).toHaveLength(1);
  await first.client.shutdown();
  expect(await exitOf(first.server)).toBe(0);

  const { client } = await startWith(cache, folder);
  expect((await findingsOf(client, 'dunes.html')).diagnostics).toEqual(diagnostics);
  client.open('dunes.html', rightSite['dunes.html']!);
  await findingsOf(client, 'dunes.html', params => params.diagnostics.length === 0);
  await client.shutdown();
  expect(filesIn(folder)).toEqual(before);
});
