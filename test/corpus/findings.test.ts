import { describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { corpusFindings, missedFindingBars, reviewedFindings, verdictOf } from '../support/corpus-findings.ts';

const reviewed = reviewedFindings();

/** Pages that the notes of the corpus say have drifted, as far as that is found. */
const named: [site: string, page: string][] = [
  ['adminlte2', 'pages/examples/blank.html'],
  ['adminlte2', 'pages/examples/pace.html'],
  ['adminlte2', 'pages/UI/modals.html'],
  ['adminlte2', 'pages/calendar.html'],
  ['adminlte2', 'pages/UI/general.html'],
  ['adminlte2', 'pages/tables/simple.html'],
  ['adminlte2', 'index2.html'],
  ['adminlte2', 'index.html'],
  ['adminlte2', 'pages/examples/invoice.html'],
  ['ant-1.6', 'manual/OptionalTasks/BorlandGenerateClient.html'],
  ['ant-1.6', 'manual/CoreTasks/sleep.html'],
  ['ant-1.6', 'manual/CoreTasks/loadfile.html'],
  ['ant-1.6', 'manual/OptionalTasks/jlink.html'],
  ['aria-practices', 'patterns/button/examples/button_idl.html'],
  ['aria-practices', 'patterns/feed/examples/feed.html'],
  ['aria-practices', 'patterns/radio/examples/radio.html'],
  ['aria-practices', 'patterns/landmarks/examples/main.html'],
  ['libxml2', 'searches.html'],
];

describe.runIf(corpusAvailable)('findings on the untouched corpus', () => {
  const found = corpusSites().flatMap(site => corpusFindings(site));
  const judged = found.map(finding => ({ ...finding, verdict: verdictOf(finding, reviewed) }));

  test('all of them are reviewed, and every verdict is on one that is found', () => {
    expect(judged.filter(({ verdict }) => verdict === 'none')).toEqual([]);
    expect(reviewed.filter(each => verdictOf(each, reviewed) !== 'none' && !isFound(each))).toEqual([]);
    expect(reviewed.every(({ why }) => why !== '')).toBe(true);
  });

  test('at most one in twenty is false, and at least half are true', () => {
    expect(missedFindingBars(judged)).toEqual([]);
  });

  test.each(named)('the drift that the notes name of %s, %s', (site, page) => {
    expect(found.filter(each => each.site === site && each.page === page)).not.toEqual([]);
  });

  function isFound({ site, page, identity }: { site: string; page: string; identity: string }): boolean {
    return found.some(each => each.site === site && each.page === page && each.identity === identity);
  }
});
