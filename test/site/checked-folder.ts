import type { ReportedFindings } from 'templens-shared/answers';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';
import { type OpenSite, openSite } from './site-folder.ts';

/** A page of a site whose pages agree on their frame; `main` is its own part, `frame` changes the rest. */
export function checkedPage(main: string, frame: (text: string) => string = text => text): string {
  const before = `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><div id="top"><h1>The site</h1><ul id="menu"><li><a href="one.html">First</a></li><li><a href="two.html">Second</a></li><li><a href="three.html">Third</a></li></ul></div><div id="main">`;
  const after = `</div><div id="foot"><p>Written by hand</p><p>Printed in town</p></div></body></html>`;
  return frame(`${before}\u0000${after}`).replace('\u0000', main);
}

/** Files of a site without findings: the menu's three pages and `count` others, `p0.html` and so on. */
export function agreeingFiles(count: number): Record<string, string> {
  const names = ['one', 'two', 'three', ...Array.from({ length: count }, (_, i) => `p${i}`)];
  return Object.fromEntries(names.map(name => [`${name}.html`, checkedPage(`<h2>${name}</h2><p>All of ${name}.</p>`)]));
}

export const withoutSecond = (text: string): string => text.replace('<li><a href="two.html">Second</a></li>', '');

/** Opens a folder as `openSite` does, with findings. */
export function openChecked(root: string, options: Partial<Settings> & { lines?: boolean } = {}): Promise<OpenSite> {
  return openSite(root, { ...options, checked: true });
}

/** The findings that a reader of the events knows of at the end: code by page, in the order of the paths. */
export function toldFindings(events: readonly EngineEvent[]): Map<string, ReportedFindings['diagnostics']> {
  const found = new Map<string, ReportedFindings['diagnostics']>();
  for (const event of events) {
    if (event.event !== 'diagnostics') continue;
    if (event.diagnostics.length === 0) found.delete(event.page);
    else found.set(event.page, event.diagnostics);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a fresh engine finds in the folder, with these open texts. */
export async function freshFindings(
  root: string,
  settings: Partial<Settings> = {},
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, ReportedFindings['diagnostics']>> {
  const engine: EngineHandle = startEngine();
  engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1, ...settings }, labels: false, checks: true });
  for (const [page, text] of texts) engine.send({ command: 'text', page, version: 1, text });
  const found = await engine.query({ kind: 'check' });
  await engine.close();
  return new Map(found.map(({ page, diagnostics }) => [page, diagnostics]));
}
