import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chosen } from '../support/chosen.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { unlikeFresh } from './support/shown-by-server.ts';
import { makeSite } from './support/site.ts';
import { StormServer, uriAt } from './support/storm-server.ts';
import { settingValues } from './support/storm-settings.ts';

const framed = framedSite(16).map(page => [page.path, textOf(page)] as const);
const [[whole, wholeText], [drifted, driftedText], [half, halfText]] = framed as [string, string][] as [
  [string, string],
  [string, string],
  [string, string],
];
const files = { ...framedSiteFiles, ...Object.fromEntries(framed), [drifted]: driftedText.replace('>Archive<', '>Archvie<') };

const keys = ['extractor', 'extractorOptions', 'candidates', 'grouping', 'groupThreshold', 'layouts', 'parts', 'labels'] as const;

describe('a running server shows what a fresh one shows', () => {
  test.each(chosen(keys, 1))('after each switch of %s while pages are edited, one of them half-typed', async key => {
    const root = makeSite(files);
    const given = { folders: [uriAt(root)], settings: {}, documents: new Map() };
    const server = await StormServer.start(given, { pulls: false, watches: true });
    onTestFinished(() => server.end());
    let edits = 0;
    const type = (): void => {
      for (const [page, text, piece] of [
        [whole, wholeText, ''],
        [half, halfText, '<p class="x'],
      ] as const) {
        const next = text.replace('Of ', `Of ${++edits} `).replace('<main>', `<main>${piece}`);
        server.change(uriAt(join(root, page)), next, [{ text: next }]);
      }
    };
    server.open(uriAt(join(root, whole)), wholeText);
    server.open(uriAt(join(root, half)), halfText);
    await server.rest();
    for (const value of [...chosen<unknown>(settingValues[key]!, 1), undefined]) {
      type();
      server.configure(value === undefined ? {} : { [key]: value });
      type();
      expect(await unlikeFresh(server), `${key}: ${JSON.stringify(value)}`).toEqual([]);
    }
  });
});

test('settings that change faster than they take effect end with the last ones', async () => {
  const root = makeSite(files);
  const given = { folders: [uriAt(root)], settings: {}, documents: new Map() };
  const server = await StormServer.start(given, { pulls: false, watches: true });
  onTestFinished(() => server.end());
  const uri = uriAt(join(root, whole));
  server.open(uri, wholeText);
  await server.rest();
  const all = keys.flatMap(key => settingValues[key]!.map(value => ({ [key]: value })));
  for (const [at, settings] of chosen(all, 12).entries()) {
    server.configure(settings);
    const next = wholeText.replace('Of ', `Of ${at} `);
    server.change(uri, next, [{ text: next }]);
    if (at % 3 === 0) await server.ask('textDocument/hover', { textDocument: { uri }, position: { line: 30, character: 8 } });
  }
  server.configure({});
  expect(await unlikeFresh(server)).toEqual([]);
});
