import type { PartSummary } from 'templens-shared/parts';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { onTestFinished } from 'vitest';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';

/** A page of a site whose pages share a frame; `main` is its own part. */
export function framedPage(main: string, frame = 'Home'): string {
  return `<!doctype html><html><head><title>Site</title></head><body><div id="top"><a href="/">${frame}</a><p>Welcome</p></div><div id="main">${main}</div><div id="foot"><p>Copyright</p></div></body></html>`;
}

export interface OpenSite {
  engine: EngineHandle;
  events: EngineEvent[];
  settings: Settings;
  /** Events since the last call, of one kind. */
  take<K extends EngineEvent['event']>(kind: K): Extract<EngineEvent, { event: K }>[];
}

/** Opens the folder with an engine in this thread (with `lines`, it says the labels of all pages), closed when the test ends; waits for the first idle. */
export async function openSite(
  root: string,
  options: Partial<Settings> & { lines?: boolean; checked?: boolean; quarantined?: { page: string }[] } = {},
): Promise<OpenSite> {
  const { lines, checked, quarantined, ...some } = options;
  const settings = { ...defaultSettings, threads: 1, ...some };
  const engine = startEngine();
  onTestFinished(() => engine.close());
  const events: EngineEvent[] = [];
  engine.onEvent(event => events.push(event));
  const wanted = {
    ...(lines !== undefined && { labels: lines }),
    ...(checked && { checks: true }),
    ...(quarantined && { quarantined }),
  };
  engine.send({ command: 'open', root, settings, ...wanted });
  await engine.idle();
  let taken = 0;
  return {
    engine,
    events,
    settings,
    take(kind) {
      const since = events.slice(taken);
      taken = events.length;
      return since.filter(event => event.event === kind) as never;
    },
  };
}

/** What a reader of the events knows at the end: the last line of every page, every group, and every part, by their ids. */
export function replay(events: EngineEvent[]): {
  pages: Map<string, unknown>;
  groups: Map<string, readonly string[]>;
  parts: Map<string, PartSummary>;
} {
  const pages = new Map<string, unknown>();
  const groups = new Map<string, readonly string[]>();
  const parts = new Map<string, PartSummary>();
  for (const event of events) {
    if (event.event === 'page') {
      const known = pages.has(event.page);
      if (known !== (event.change !== 'add'))
        throw new Error(`${event.change} of ${event.page}, which was ${known ? '' : 'not '}there`);
      const { event: _, change, ...line } = event;
      if (change === 'remove') pages.delete(event.page);
      else pages.set(event.page, line);
    } else if (event.event === 'group') {
      if (event.change === 'remove') groups.delete(event.template);
      else groups.set(event.template, event.pages);
    } else if (event.event === 'part') {
      if (parts.has(event.id) !== (event.change !== 'add')) throw new Error(`${event.change} of the part ${event.id}`);
      if (event.change === 'remove') parts.delete(event.id);
      else {
        const { event: _, change: __, ...summary } = event;
        parts.set(event.id, summary);
      }
    }
  }
  return { pages: sorted(pages), groups: sorted(groups), parts: sorted(parts) };
}

/** What a fresh engine says of the folder, with these open texts. */
export async function freshAnswers(root: string, settings: Settings, texts: Map<string, string> = new Map()) {
  const engine = startEngine();
  const events: EngineEvent[] = [];
  engine.onEvent(event => events.push(event));
  engine.send({ command: 'open', root, settings });
  for (const [page, text] of texts) engine.send({ command: 'text', page, version: 1, text });
  await engine.idle();
  const answers = {
    ...replay(events),
    statuses: await engine.query({ kind: 'pages' }),
    summaries: await engine.query({ kind: 'groups' }),
    partList: await engine.query({ kind: 'parts' }),
  };
  await engine.close();
  return answers;
}

function sorted<T>(map: Map<string, T>): Map<string, T> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
