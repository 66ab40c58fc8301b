// The drift that the notes of the gold corpus name (test/corpus-drift.json), and whether it is found, or shown as a version of a part.
import { readFileSync } from 'node:fs';
import { corpusSites } from './corpus.ts';
import { checkedCorpusSite } from './corpus-findings.ts';

interface NamedDrift {
  site: string;
  item: string;
  /** Matches the message of a finding, or a difference of a version, that is about the item. */
  about: string;
  /** `*` where the notes name no page: any will do. */
  pages: string[];
  /** Why it is not found on all pages. */
  why?: string;
}

/** Share of the items and pages that must be found or shown. */
export const LEAST_DRIFT = 0.7;

/** An item on a page. */
export interface DriftOutcome extends Omit<NamedDrift, 'pages'> {
  page: string;
  outcome: 'found' | 'version' | 'neither';
}

/** The outcome of every item and page; of these sites only, where some are given. */
export function namedDrift(only?: readonly string[]): DriftOutcome[] {
  const items = JSON.parse(readFileSync('test/corpus-drift.json', 'utf8')) as NamedDrift[];
  return corpusSites()
    .filter(({ name }) => items.some(({ site }) => site === name) && (only?.includes(name) ?? true))
    .flatMap(site => {
      const checked = checkedCorpusSite(site);
      const findings = [...checked.all()].flatMap(([page, found]) =>
        found.map(({ message, details = [] }) => ({ page, texts: [message, ...details.map(detail => detail.message)] })),
      );
      const source = (page: string): string => checked.texts.get(page)!;
      const versions = checked.model.parts.named(source).flatMap(part => checked.model.parts.versions(part, source));
      return items
        .filter(item => item.site === site.name)
        .flatMap(({ pages, ...item }) => {
          const about = new RegExp(item.about);
          return pages.map((page): DriftOutcome => {
            const isFound = findings.some(found => isOn([found.page], page) && found.texts.some(text => about.test(text)));
            const isShown = versions.some(
              version => isOn(version.pages, page) && version.difference.some(({ what }) => about.test(what)),
            );
            return { ...item, page, outcome: isFound ? 'found' : isShown ? 'version' : 'neither' };
          });
        });
    });
}

function isOn(pages: readonly string[], wanted: string): boolean {
  return wanted === '*' || pages.includes(wanted);
}

/** A table in Markdown, a row an item. */
export function driftTableOf(outcomes: readonly DriftOutcome[]): string {
  const rows = new Map<string, DriftOutcome[]>();
  for (const outcome of outcomes) {
    const name = `${outcome.site} | ${outcome.item}`;
    rows.set(name, [...(rows.get(name) ?? []), outcome]);
  }
  const count = (list: readonly DriftOutcome[], wanted: DriftOutcome['outcome']): number =>
    list.filter(({ outcome }) => outcome === wanted).length;
  const line = (name: string, list: readonly DriftOutcome[], why: string): string =>
    `| ${name} | ${list.length} | ${count(list, 'found')} | ${count(list, 'version')} | ${count(list, 'neither')} | ${why} |`;
  return [
    '| site | drift | pages | found | shown as a version | neither | why not |',
    '| --- | --- | --: | --: | --: | --: | --- |',
    ...[...rows].map(([name, list]) => line(name, list, count(list, 'neither') > 0 ? (list[0]!.why ?? '') : '')),
    line('**all** |', outcomes, ''),
  ].join('\n');
}

/** Share of the items and pages that are found or shown. */
export function shareOfDrift(outcomes: readonly DriftOutcome[]): number {
  return outcomes.filter(({ outcome }) => outcome !== 'neither').length / outcomes.length;
}
