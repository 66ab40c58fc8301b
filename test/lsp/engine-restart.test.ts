import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeFiles } from '../site/folder.ts';
import { chosen } from '../support/chosen.ts';
import { driftedSite, rightSite, withoutContact } from './support/drifted-site.ts';
import { unlikeFresh } from './support/shown-by-server.ts';
import { makeSite } from './support/site.ts';
import { type ClientKind, StormServer, uriAt } from './support/storm-server.ts';

const page = 'dunes.html';
const drifted = driftedSite[page]!;

async function start(kind: ClientKind) {
  const root = makeSite(driftedSite);
  const server = await StormServer.start({ folders: [uriAt(root)], settings: {}, documents: new Map() }, kind);
  onTestFinished(() => server.end());
  const uri = uriAt(join(root, page));
  const findings = async () => (await server.diagnostics()).get(uri) ?? [];
  return { root, server, uri, findings };
}

/** What happens to the page in the moment that the engine ends. */
const changes: Record<string, (site: { root: string; server: StormServer; uri: string }) => void> = {
  'its file is corrected': ({ root }) => writeFiles(root, { [page]: rightSite[page]! }),
  'its file is removed': ({ root }) => rmSync(join(root, page)),
  'it is opened and corrected': ({ server, uri }) => {
    server.open(uri, drifted);
    server.change(uri, rightSite[page]!, [{ text: rightSite[page] }]);
  },
  'all others lose the same': ({ root }) =>
    writeFiles(root, Object.fromEntries(Object.entries(rightSite).map(([path, text]) => [path, withoutContact(text)]))),
};

const kinds = [
  { pulls: false, watches: false },
  { pulls: true, watches: false },
];

describe.each(chosen(kinds, 1))('an engine that is started again shows what a fresh one shows, %o', kind => {
  test.each(Object.entries(changes))('when %s', async (_, change) => {
    const site = await start(kind);
    await site.server.rest();
    expect(await site.findings()).toHaveLength(1);
    change(site);
    expect(site.server.crash()).toBe(true);
    expect(await unlikeFresh(site.server)).toEqual([]);
  });

  test('when an open page that has findings is corrected', async () => {
    const { server, uri, findings } = await start(kind);
    server.open(uri, drifted);
    await server.rest();
    expect(await findings()).toHaveLength(1);
    server.crash();
    server.change(uri, rightSite[page]!, [{ text: rightSite[page] }]);
    expect(await unlikeFresh(server)).toEqual([]);
  });
});
