import type { PartSummary } from 'templens-shared/parts';
import type { OpenedSite } from '../api/opened-site.ts';
import type { DetailedPart } from '../report/parts.ts';

/** Parts with the differences of their versions, as words, too, where these are wanted. */
export async function detailedParts(
  opened: OpenedSite,
  parts: readonly PartSummary[],
  { words }: { words: boolean },
): Promise<DetailedPart[]> {
  const detailed: DetailedPart[] = [];
  for (const part of parts) {
    const versions = await opened.ask({ kind: 'partVersions', part: part.id, words });
    // A part that is gone by now has no versions.
    if (versions) detailed.push({ ...part, versions });
  }
  return detailed;
}
