import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PageStatus } from 'templens-shared/answers';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineEvent, EngineQuery } from 'templens-shared/stream';
import { startEngine } from '../../../server/src/site/engine-handle.ts';

export interface Asked {
  answers: unknown[];
  problems: string[];
  /** Pages were read. */
  isRead: boolean;
}

const siteQueries: readonly EngineQuery[] = [
  { kind: 'pages' },
  { kind: 'groups' },
  { kind: 'grouping', level: 'variant' },
  { kind: 'check', all: true },
  { kind: 'parts' },
  { kind: 'splits' },
  { kind: 'translationGaps' },
  { kind: 'partInstances' },
];

/** Asks everything that is kept about a site, as a command does; without a folder for caches, of a fresh index. */
export async function ask(root: string, cache: string | undefined, options: Partial<Settings> = {}): Promise<Asked> {
  const engine = startEngine();
  const events: EngineEvent[] = [];
  engine.onEvent(event => events.push(event));
  const settings = { ...defaultSettings, threads: 1, ...options };
  const command = { command: 'open', root, settings, labels: false, regions: false, checks: true } as const;
  engine.send(cache === undefined ? command : { ...command, cache });
  const answers: unknown[] = [];
  for (const query of siteQueries) answers.push(await engine.query(query as { kind: 'parts' }));
  // How far the work on a page is says nothing about the site.
  answers[0] = (answers[0] as PageStatus[]).map(({ page, reason }) => ({ page, reason }));
  const pages = await engine.query({ kind: 'pages' });
  for (const { page, state } of pages) {
    if (state === 'skipped') continue;
    for (const kind of ['classify', 'regions', 'outline', 'diagnostics'] as const)
      answers.push(await engine.query({ kind, page } as { kind: 'regions'; page: string }));
  }
  await engine.close();
  const problems = events.flatMap(event => (event.event === 'problem' ? [event.message] : []));
  return { answers, problems, isRead: events.some(({ event }) => event === 'progress') };
}

/** All files below a folder, by path. */
export function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
