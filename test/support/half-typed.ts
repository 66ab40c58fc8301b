import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import type { PageDigest } from '../../server/src/core/digest/page-digest.ts';
import { isHalfTyped, savedPage } from '../../server/src/site/half-typed.ts';

/** Is the open text of a page half-typed, compared with its file in the folder? `hasFile`: the file votes in its place. */
export function typedPage(
  root: string,
  page: string,
  text: string,
  { maxDepth, maxPageBytes }: Settings,
): { isHalf: boolean; hasFile: boolean } {
  let saved: string | undefined;
  try {
    saved = readFileSync(join(root, page), 'utf8');
  } catch {
    // There is no file.
  }
  const read = (of: string): PageDigest => digestText(of, 'default', { maxDepth });
  const hasFile = saved !== undefined && Buffer.byteLength(saved) <= maxPageBytes;
  const known = hasFile ? savedPage(saved!, { digest: read(saved!), features: {}, stamp: undefined }) : undefined;
  return { isHalf: isHalfTyped(text, read(text).tree, known), hasFile };
}
