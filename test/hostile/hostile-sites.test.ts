// Sites that are built to take long, and settings. As for single pages, the work is counted in steps: twice the site must be twice the work.
import { defaultCheckSettings } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteChecks } from '../../server/src/core/findings/candidates/site-checks.ts';
import { compileLabelRules, matchRules } from '../../server/src/core/labels/label-rules.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { declaredElements } from '../../server/src/core/parts/declared-elements.ts';
import { compileSelector } from '../../server/src/html/select.ts';
import { countSteps, StepBudget } from '../../server/src/html/steps.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';
import { parseText } from '../../server/src/site/parse-text.ts';
import { chosen } from '../support/chosen.ts';
import { isDeep } from '../support/deep.ts';
import { type HostileSite, hostileSites } from '../support/hostile-sites.ts';

/** A logarithm more, and what a site costs anyway. */
const MOST_GROWTH = 2.3;
const BASE = 20_000;
/** Pieces of the smaller site of a pair. */
const SIZE = isDeep ? 1000 : 150;

const key = { k0: 1, k1: 2 };

/** Indexes a site, labels, compares and describes all of it, edits a page and takes it out again. */
function workOf({ pages, parts = [], labels = [], checks: given = {} }: HostileSite): number {
  const settings = { ...defaultCheckSettings, ...given };
  const model = new SiteModel({ extractor: 'default', grouping: 'default', groupThreshold: null });
  model.setLabelRules(
    labels,
    labels.map(() => -1),
  );
  const checks = new SiteChecks(model, settings, key);
  const source = (page: string) => pages.get(page);
  const world = { source, exists: (path: string) => pages.has(path), read: () => undefined, matches: matchesGlobs };
  const put = (page: string, text: string): void => {
    const compared = { settings, key };
    const parsed = parseText(page, text, { ...parseSettings, parts, labels, compared }, undefined);
    if (parsed.kind !== 'tree') throw new Error(`${page} was not parsed`);
    model.upsert(page, parsed.digest, parsed.features);
  };
  return countSteps(() => {
    for (const [page, text] of pages) put(page, text);
    checks.settle(model.settle(), new Set(pages.keys()));
    for (const page of pages.keys()) {
      model.labels(page);
      checks.check(page, world);
    }
    model.parts.named(page => pages.get(page)!);
    const [page, text] = [...pages][0]!;
    put(page, text.replace('Acme', 'Other'));
    checks.settle(model.settle(), new Set([page]));
    model.remove(page);
    checks.settle(model.settle(), new Set([page]));
  });
}

const parseSettings = {
  maxDepth: 512,
  extractor: 'default',
  extractorOptions: {},
  candidates: null,
  grouping: 'default',
} as const;

describe('a site of one shape, twice as large, takes twice the steps', () => {
  test.each(chosen(Object.keys(hostileSites), 6))('%s', name => {
    const [smaller, larger] = [SIZE, 2 * SIZE].map(n => workOf(hostileSites[name]!(n)));
    expect(larger).toBeLessThan(MOST_GROWTH * smaller! + BASE);
  });
});

describe('the selectors of the settings on a page', () => {
  const source = '<div><p>a</p></div>'.repeat(2000);
  const { tree } = digestText(source, 'default', { path: 'a.html' });
  const slow = (j: number) => `x${j} ~ div ~ div`;
  const rules = (selects: string[]) => compileLabelRules(selects.map(select => ({ select, label: 'content' as const })));
  const matched = (selects: string[], budget?: StepBudget) =>
    matchRules(rules(selects), { tree, source, page: 'a.html' }, matchesGlobs, budget);

  test('share one budget, however many they are', () => {
    const steps = (n: number) => countSteps(() => matched(Array.from({ length: n }, (_, j) => slow(j))));
    expect(steps(20)).toBeLessThan(steps(1) + 10_000);
  });

  test('name the one that used it up; those before it match, those after it do not', () => {
    const { ruleMatches: found, usedUpBy } = matched(['p', slow(0), 'div']);
    expect(usedUpBy).toBe(slow(0));
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set([0]));
    expect(found).toHaveLength(2000);
  });

  test('leave nothing to the next setting once it is used up', () => {
    const budget = new StepBudget(source.length);
    const declaration = { name: 'x', select: slow(0), selector: compileSelector(slow(0)) };
    expect(declaredElements([declaration], tree, source, budget)).toEqual({ elements: [], usedUpBy: slow(0) });
    expect(matched(['p'], budget)).toEqual({ ruleMatches: [], usedUpBy: 'p' });
  });

  test('name the one that used up the steps of the phase that it is part of', () => {
    const search = () => new StepBudget(0).spend(() => compileSelector(slow(0)).all(parsePage(source), source));
    expect(search).toThrow('with the selector "x0 ~ div ~ div" it takes more than 2,000,000 steps');
  });
});
