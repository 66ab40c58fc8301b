import { realpathSync } from 'node:fs';
import type { Settings } from 'templens-shared/settings';
import { samplePages } from '../core/counts/page-sample.ts';
import { pageHash } from '../core/layouts/group-id.ts';
import { discoverPages, pageFilter } from '../site/discover.ts';
import { readPageFile } from '../site/read-page.ts';
import type { PageText } from './learn-model.ts';

/** Reads the pages of a folder with the smallest hashes of their paths. `skipped` has a sentence for each of these that cannot be read. */
export function sampledFolder(root: string, settings: Settings, most: number): { pages: PageText[]; skipped: string[] } {
  const { pages: found } = discoverPages(root, pageFilter(root, settings));
  const realRoot = realpathSync(root);
  const pages: PageText[] = [];
  const skipped: string[] = [];
  for (const { name } of samplePages(
    Array.from(found.keys(), name => ({ name, hash: pageHash(name) })),
    most,
  )) {
    const file = readPageFile(root, name, realRoot, settings);
    if (file.kind === 'text') pages.push({ path: name, text: file.text });
    else if (file.kind === 'refused') skipped.push(file.message);
  }
  return { pages, skipped };
}
