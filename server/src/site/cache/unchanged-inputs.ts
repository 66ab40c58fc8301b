import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { discoverPages, pageFilter } from '../discover.ts';
import { readOtherFile, readPageFile } from '../read-page.ts';
import { isThere } from '../real-disk.ts';
import { equalStamps, type FileStamp } from '../site-disk.ts';
import type { InputFile, SiteInputs } from './site-inputs.ts';

/**
 * True if the site still has the same inputs. Files are compared by their stamps, and by the hashes of their bytes if stamps differ or are
 * missing; no file is parsed. Never throws.
 */
export function isUnchanged(inputs: SiteInputs, root: string, settings: Settings): boolean {
  try {
    const realRoot = realpathSync(root);
    const found = discoverPages(root, pageFilter(root, settings));
    const problems = found.problems.map(({ message }) => message).sort();
    if (JSON.stringify(problems) !== JSON.stringify(inputs.problems)) return false;
    const { maxPageBytes } = settings;
    const isSame = (file: InputFile, stamps: ReadonlyMap<string, FileStamp | undefined>): boolean =>
      stamps.has(file.path) &&
      (equalStamps(file.stamp, stamps.get(file.path)) || isSameContent(file, { root, realRoot, maxPageBytes }));
    return (
      found.pages.size === inputs.pages.length &&
      found.templates.size === inputs.templates.length &&
      inputs.pages.every(file => isSame(file, found.pages)) &&
      inputs.templates.every(file => isSame(file, found.templates)) &&
      inputs.looked.every(([path, exists]) => isThere(join(root, path)) === exists) &&
      inputs.read.every(([path, hash]) => readOtherFile(root, path, realRoot).hash === hash)
    );
  } catch {
    return false;
  }
}

function isSameContent(
  { path, hash, reason }: InputFile,
  { root, realRoot, maxPageBytes }: { root: string; realRoot: string; maxPageBytes: number },
): boolean {
  const file = readPageFile(root, path, realRoot, { maxPageBytes, hashed: true });
  if (hash === undefined) return file.kind === 'refused' && file.message === reason;
  return file.kind === 'text' && file.hash === hash;
}
