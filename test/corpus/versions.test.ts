// What `parts` shows of a site and what `check` reports cannot contradict each other.
import { join } from 'node:path';
import type { Finding } from 'templens-shared/findings';
import { isListed, type PartSummary, type PartVersionSummary } from 'templens-shared/parts';
import { describe, expect, test } from 'vitest';
import { openSite } from '../site/site-folder.ts';
import { corpusAvailable, corpusFolder, corpusSites } from '../support/corpus.ts';

/** True if another version of the part in this language is on more pages. */
function isRare({ versions }: PartSummary, { language, pages }: PartVersionSummary): boolean {
  return versions.some(other => other.language === language && other.pages.length > pages.length);
}

/** True if no version of the part, in whatever language, is on more pages. */
function isCommon({ versions }: PartSummary, { pages }: PartVersionSummary): boolean {
  return versions.every(other => other.pages.length <= pages.length);
}

/** The version of a part that a page has; undefined if the page does not have the part. */
function versionOn(page: string, { versions }: PartSummary): PartVersionSummary | undefined {
  return versions.find(({ pages }) => pages.includes(page));
}

/** Findings about what the pages with a part agree on; others are about files, menus or the whole site. */
const compared = /^template\/(?:missing-part|part-version|missing-node|extra-node|duplicated-node|moved-node|changed-text)$/;

/** True if a finding is about equal nodes that stand more than three times on the page: they make no version (docs/parts.md). */
function isAboutRepeated({ details = [] }: Finding): boolean {
  const kinds = new Set(details.map(({ message }) => message.replace(/\u201c[^\u201d]*\u201d|\d+/g, '')));
  return details.length > 3 && kinds.size === 1;
}

const limit = 300_000;

describe.runIf(corpusAvailable).each(corpusSites().map(({ name }) => name))('%s', name => {
  test(
    'has a finding, or an explanation, for every rare version on each of its pages; and no finding without a rare version',
    async () => {
      const { engine } = await openSite(join(corpusFolder, name, 'pages'), { lines: false, checked: true, minConfidence: 0 });
      const parts = (await engine.query({ kind: 'parts' })).filter(isListed);
      const instances = new Map((await engine.query({ kind: 'partInstances' })).map(({ id, instances }) => [id, instances]));
      const unexplained: string[] = [];
      const contradicting: string[] = [];
      for (const { page } of await engine.query({ kind: 'pages' })) {
        const { findings, versions } = await engine.query({ kind: 'judgements', page });
        const places = (part: PartSummary) => instances.get(part.id)!.filter(instance => instance.page === page);
        const isIn = ({ start, end }: Finding, part: PartSummary): boolean =>
          places(part).some(place => start <= place.end && place.start <= end);
        for (const part of parts) {
          const version = versionOn(page, part);
          if (!version || !isRare(part, version)) continue;
          const said = versions.find(other => other.part === part.id);
          const isFound = findings.some(({ finding }) => said?.findings.includes(finding.identity));
          if (!isFound && !said?.reasons.length) unexplained.push(`${page}: ${part.name}`);
        }
        for (const { finding } of findings) {
          if (finding.part === undefined || !compared.test(finding.code) || isAboutRepeated(finding)) continue;
          // What the page lacks of a part that it does not have at all is marked at its neighbour, which may be in another part.
          const isOfLacked = parts.some(part => part.name.startsWith(finding.part!) && !versionOn(page, part));
          const around = isOfLacked ? [] : parts.filter(part => isIn(finding, part));
          const isContradicted = around.length > 0 && around.every(part => isCommon(part, versionOn(page, part)!));
          if (isContradicted) contradicting.push(`${page}: ${finding.part}: ${finding.message}`);
        }
      }
      expect({ unexplained, contradicting }).toEqual({ unexplained: [], contradicting: [] });
    },
    limit,
  );
});
