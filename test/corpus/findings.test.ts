import { describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import {
  corpusFindings,
  isReviewed,
  missedFindingBars,
  missedSeverityBars,
  reviewedFindings,
  verdictOf,
} from '../support/corpus-findings.ts';
import { LEAST_DRIFT, namedDrift, shareOfDrift } from '../support/named-drift.ts';

const reviewed = reviewedFindings();

describe.runIf(corpusAvailable)('findings on the untouched corpus', () => {
  const found = corpusSites().flatMap(site => corpusFindings(site));
  const judged = found.map(finding => ({ ...finding, verdict: verdictOf(finding, reviewed) }));

  test('all of them are reviewed, and every verdict is on one that is found, if not worth reporting', () => {
    const all = corpusSites().flatMap(site => corpusFindings(site, true));
    const isFound = (verdict: (typeof reviewed)[number]): boolean => all.some(each => isReviewed(each, [verdict]));
    expect(judged.filter(({ verdict }) => verdict === 'none')).toEqual([]);
    expect(reviewed.filter(each => !isFound(each))).toEqual([]);
    expect(reviewed.every(({ why }) => why !== '')).toBe(true);
  });

  test('at most one in twenty is false, and at least half are true', () => {
    expect(missedFindingBars(judged)).toEqual([]);
  });

  test('warnings are true more often than notes, and hardly one is false', () => {
    expect(missedSeverityBars(judged)).toEqual([]);
  });

  test('no message, nor that of a difference, quotes the same twice in a row', () => {
    expect(found.flatMap(({ messages }) => messages.filter(quotesTwice))).toEqual([]);
  });

  test('of the drift that the notes name, at least 70 % is found, or shown as a version', () => {
    const outcomes = namedDrift();
    expect(outcomes.filter(({ outcome, why }) => outcome === 'neither' && why === undefined)).toEqual([]);
    expect(shareOfDrift(outcomes)).toBeGreaterThanOrEqual(LEAST_DRIFT);
  });
});

/** Are the two ends of a difference the same? */
function quotesTwice(message: string): boolean {
  const quoted = [...message.matchAll(/\u201c([^\u201d]*)\u201d/g)].map(([, text]) => text);
  return quoted.some((text, at) => text === quoted[at + 1]);
}
