import type { PartDifference, PartSplit, SplitVersion } from 'templens-shared/parts';
import type { NamedPart } from './descriptions.ts';
import { comparedVersions } from './differences.ts';
import { idOf } from './part-ids.ts';
import type { SummarySource } from './summaries.ts';
import { thresholds } from './thresholds.ts';
import type { Version } from './versions.ts';

/**
 * Finds splits: parts with several common versions that nothing explains. Their pages have the same language, layouts and folders, most nodes are
 * equal, and one version has a link that the other lacks. A version for one section, or an option of a layout, is not a split.
 */
export function partSplits(parts: readonly NamedPart[], source: SummarySource): PartSplit[] {
  return parts.flatMap(part => {
    const common = commonVersions(part.versions.versions, source);
    if (common.length === 0) return [];
    const compared = new Map(comparedVersions(part, source).map(version => [version.id, version]));
    return common.flatMap(([most, ...others]): PartSplit[] => {
      const split = others.filter(({ hash }) => compared.get(idOf('v', hash))!.difference.some(isLink));
      if (split.length === 0) return [];
      // The first one is compared with another version if that is a template file's.
      const isCompared = compared.get(idOf('v', most.hash))!.difference.length === 0;
      const versions = [most, ...split].map((version): SplitVersion => {
        const { id, pages, difference } = compared.get(idOf('v', version.hash))!;
        const links = (kind: PartDifference['kind']) =>
          isCompared ? difference.filter(found => found.kind === kind && isLink(found)).map(({ what }) => what) : [];
        return { id, pages: pages.length, example: pages[0]!, missing: links('missing'), extra: links('extra') };
      });
      return [{ id: part.id, name: part.name, ...(most.language !== '' && { language: most.language }), versions }];
    });
  });
}

/** By language, the most common version, followed by the other common versions that are similar to it and are mixed with it in folders. */
function commonVersions(versions: readonly Version[], source: SummarySource): [Version, ...Version[]][] {
  const byLanguage = new Map<string, Version[]>();
  // Pages of a template file follow their template, so its version is explained.
  for (const version of versions.filter(({ templates }) => templates.length === 0)) {
    const list = byLanguage.get(version.language);
    if (list) list.push(version);
    else byLanguage.set(version.language, [version]);
  }
  return [...byLanguage.values()].flatMap(([most, ...others]): [Version, ...Version[]][] => {
    const all = others.reduce((sum, { pages }) => sum + pages.size, most!.pages.size);
    const common = others.filter(
      version =>
        version.pages.size >= Math.max(thresholds.splitPages, thresholds.splitShare * all) &&
        areSimilar(version, most!) &&
        pagesSideBySide(version, most!, source) * 2 >= Math.max(2 * thresholds.splitPages, version.pages.size),
    );
    return common.length > 0 ? [[most!, ...common]] : [];
  });
}

/** True if two versions have more common tokens than differing ones. */
function areSimilar(a: Version, b: Version): boolean {
  let both = 0;
  for (const token of a.tokens) if (b.tokens.has(token)) both++;
  return both * 2 > a.tokens.size + b.tokens.size - both * 2;
}

/** Number of pairs of a page of one version and a page of the other in the same folder and layout; each page is in one pair at most. */
function pagesSideBySide(a: Version, b: Version, source: SummarySource): number {
  const count = (pages: Iterable<number>): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const id of pages) {
      const { name, layout } = source.page(id);
      const kind = `${layout} ${name.slice(0, name.lastIndexOf('/') + 1)}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  };
  const others = count(b.pages);
  return [...count(a.pages)].reduce((sum, [kind, pages]) => sum + Math.min(pages, others.get(kind) ?? 0), 0);
}

/** True if the difference is a link to another page: not a fragment or a script. */
function isLink({ what }: PartDifference): boolean {
  return /^<a\b/i.test(what) && /\shref\s*=\s*(?:["']\s*)?(?!["'#>\s]|javascript:)/i.test(what);
}
