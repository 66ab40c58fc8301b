import '../../server/src/lab/index.ts';
import fc from 'fast-check';
import {
  type ExtractorName,
  extractorNames,
  type GroupingName,
  groupingNames,
  type LabelRule,
  type LayoutStatement,
} from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { digestPage } from '../../server/src/core/digest/page-digest.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { keptRules } from '../../server/src/core/labels/kept-rules.ts';
import { compileLabelRules, matchRules } from '../../server/src/core/labels/label-rules.ts';
import { pageLabels } from '../../server/src/core/labels/page-labels.ts';
import { type SiteChange, SiteModel, type SiteModelOptions } from '../../server/src/core/model/site-model.ts';
import { allFeatures } from '../support/all-features.ts';
import { chosen } from '../support/chosen.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageText, type Step, steps } from './random-pages.ts';

// Most are what the menus of the pages link to.
const names = [
  'Home',
  'Products',
  'docs/0',
  'About',
  'Index',
  'docs/Home',
  'Next',
  'docs/Next',
  '8',
  'Contents',
  'docs/Index',
  '11',
].map(name => `${name}.html`);

function put(model: SiteModel, name: string, text: string, { grouping, labelRules = [] }: SiteModelOptions): void {
  const digest = digestPage(parsePage(text), grouping);
  const { ruleMatches } = matchRules(compileLabelRules(labelRules), { tree: digest.tree, source: text, page: name }, matches);
  model.upsert(name, { ...digest, ...(ruleMatches.length > 0 && { ruleMatches }) }, allFeatures(digest.tree, text, name));
}

/** A model that never saw anything but these pages, in another order. */
function freshModel(options: SiteModelOptions, texts: ReadonlyMap<string, string>): SiteModel {
  const model = new SiteModel(options);
  for (const [name, text] of [...texts].reverse()) put(model, name, text, options);
  model.settle();
  return model;
}

/** All that a model answers about one page, and about the groups. */
function answers(model: SiteModel, name: string): string {
  const { label, score } = model.labels(name);
  const evidence = Array.from({ length: label.length }, (_, node) => model.evidence(name, node));
  return JSON.stringify({ label: [...label], score: [...score], group: model.group(name), evidence });
}

/** A page as it is reported to the outside. */
function line(model: SiteModel, name: string): string {
  const { template, layout, pages } = model.group(name);
  return JSON.stringify(pageLabels(name, { template, layout, pages: pages.length }, model.tree(name), model.labels(name)));
}

function apply(model: SiteModel, texts: Map<string, string>, step: Step, options: SiteModelOptions): void {
  if (step.kind === 'settle') return;
  const name = names[step.page]!;
  if (step.kind === 'put') {
    texts.set(name, step.text);
    put(model, name, step.text, options);
    return;
  }
  const text = texts.get(name);
  texts.delete(name);
  model.remove(name);
  if (step.kind === 'rename' && text !== undefined) {
    texts.set(names[step.to]!, text);
    put(model, names[step.to]!, text, options);
  }
}

/** Other rules about labels in the model, and what they match on its pages. */
function changeRules(model: SiteModel, texts: ReadonlyMap<string, string>, old: readonly LabelRule[], now: readonly LabelRule[]) {
  const kept = keptRules(old, now);
  model.setLabelRules(now, kept);
  if (!kept.includes(-1)) return;
  const compiled = compileLabelRules(now);
  for (const [page, source] of texts)
    model.setRuleMatches(page, matchRules(compiled, { tree: model.tree(page), source, page }, matches).ruleMatches);
}

/** Runs the steps, with `check` after every settle; before each the next of the lists of rules takes effect. */
function run(
  model: SiteModel,
  given: SiteModelOptions,
  sequence: readonly Step[],
  check: (change: SiteChange, texts: ReadonlyMap<string, string>, options: SiteModelOptions) => void,
  ruleLists: readonly LabelRule[][] = [],
): Map<string, string> {
  const texts = new Map<string, string>();
  const next = ruleLists.values();
  let options = given;
  for (const step of sequence) {
    apply(model, texts, step, options);
    if (step.kind !== 'settle') continue;
    const { value: labelRules } = next.next();
    if (labelRules) {
      changeRules(model, texts, options.labelRules ?? [], labelRules);
      options = { ...options, labelRules };
    }
    check(model.settle(), texts, options);
  }
  return texts;
}

const threshold = fc.constantFrom(0.7, 0.7, 0.4, 1, 0);
const matches = (page: string, globs: readonly string[]) =>
  globs.some(glob => page === glob || page.startsWith(glob.slice(0, -1)));
const statements = fc.constantFrom<LayoutStatement[]>(
  [],
  [{ name: 'manual', pages: ['docs/*'] }],
  [{ pages: ['Home.html', '8.html', 'Index.html'], same: true }],
  [
    { pages: ['Home.html', 'About.html', 'docs/*'], same: false },
    { name: 'start', pages: ['Home.html', '11.html'], same: true },
  ],
);
const rules = fc.constantFrom<LabelRule[]>(
  [],
  [
    { select: 'ul', label: 'content' },
    { select: 'h2', layout: 'Home.html', label: 'template' },
  ],
  [
    { select: 'p::text', layout: 'docs/*', label: 'template' },
    { select: 'li', pages: ['docs/*'], label: 'content' },
  ],
  [
    { select: 'li', pages: ['docs/*'], label: 'template' },
    { select: 'ul', label: 'content' },
  ],
);
const settings = fc.record({
  groupThreshold: threshold,
  layouts: statements.map(list => ({ corrections: list, matches })),
  labelRules: rules,
});
const runs = { numRuns: inputs(5) };

// Labels and groups are independent of each other, so not every pair of both is tried.
// So it is with candidates.
type Combination = [ExtractorName, GroupingName, string | null];
const combinations: Combination[] = [
  ...extractorNames.map((extractor): Combination => [extractor, 'default', null]),
  ...groupingNames.slice(1).map((grouping): Combination => ['iwptd', grouping, null]),
  ['default', 'default', 'links:2'],
  ['iwptd', 'default', 'all'],
  ['rbm-td', 'default', 'links'],
  ['rtdm-td', 'default', 'random:3'],
  ['sst', 'default', 'random:4'],
  ['temex', 'default', 'group'],
];
// Fewer than there are pages, so that pages come into the sample and leave it.
const extractorOptions = { 'rtdm-td.sample': 3 };

describe.each(chosen(combinations, 8))(
  'the model of a site, labels by %s, groups by %s, candidates %s',
  (extractor, grouping, candidates) => {
    const options = { extractor, extractorOptions, pooledPages: 3, grouping, candidates };

    test('after any changes, every answer is that of a fresh model fed in another order', () => {
      fc.assert(
        fc.property(settings, steps(names.length, 14), fc.array(rules), (given, sequence, ruleLists) => {
          const all = { ...options, ...given };
          const model = new SiteModel(all);
          const check = (_: SiteChange, texts: ReadonlyMap<string, string>, now: SiteModelOptions) => {
            const fresh = freshModel(now, texts);
            expect(model.grouping()).toEqual(fresh.grouping());
            for (const name of texts.keys()) {
              expect(answers(model, name)).toBe(answers(fresh, name));
              expect(model.digest(name).ruleMatches).toEqual(fresh.digest(name).ruleMatches);
            }
            expect(model.sizes).toEqual(fresh.sizes);
            expect(model.pageCount).toBe(texts.size);
          };
          run(model, all, sequence, check, ruleLists);
        }),
        runs,
      );
    });

    test('every page whose labels, scores or group changed is named, and every group that changed', () => {
      fc.assert(
        fc.property(settings, steps(names.length, 14), fc.array(rules), (given, sequence, ruleLists) => {
          const all = { ...options, ...given };
          const model = new SiteModel(all);
          let before = new Map<string, { line: string; labels: string; group: string }>();
          const groups = new Map<string, string>();
          const check = (change: SiteChange, texts: ReadonlyMap<string, string>) => {
            const now = new Map<string, { line: string; labels: string; group: string }>();
            for (const name of texts.keys()) {
              const { template, layout, pages } = model.group(name);
              const labels = [...model.labels(name).label].join('');
              now.set(name, { line: line(model, name), labels, group: `${template} ${layout} ${pages.length}` });
            }
            const renamed = change.renamed.flatMap(({ pages }) => pages);
            for (const [name, is] of now) {
              const was = before.get(name);
              if (was?.labels !== is.labels) expect(change.relabel).toContain(name);
              if (was?.group !== is.group) expect([...change.regrouped, ...renamed]).toContain(name);
              if (was?.line !== is.line) expect([...change.relabel, ...change.regrouped, ...renamed]).toContain(name);
            }
            for (const name of [...change.relabel, ...change.regrouped, ...renamed]) expect(texts.has(name)).toBe(true);
            before = now;

            for (const { template, layout, change: kind, pages } of change.groups) {
              expect(groups.has(template), `${kind} of ${template}`).toBe(kind !== 'add');
              if (kind === 'remove') groups.delete(template);
              else groups.set(template, `${layout}: ${pages.join()}`);
            }
            expect(groups).toEqual(
              new Map(model.groups().map(group => [group.template, `${group.layout}: ${group.pages.join()}`])),
            );
          };
          run(model, all, sequence, check, ruleLists);
        }),
        runs,
      );
    });

    test('a page that comes and goes leaves nothing behind, and no page leaves nothing at all', () => {
      fc.assert(
        fc.property(steps(names.length, 8), pageText, (sequence, text) => {
          const all = { ...options, groupThreshold: 0.7, labelRules: [{ select: 'p', label: 'content' as const }] };
          const model = new SiteModel(all);
          const texts = run(model, all, sequence, () => {});
          const before = model.sizes;
          const answered = [...texts.keys()].map(name => answers(model, name));
          put(model, 'passing.html', text, all);
          model.settle();
          model.remove('passing.html');
          model.settle();
          expect(model.sizes).toEqual(before);
          expect([...texts.keys()].map(name => answers(model, name))).toEqual(answered);
          for (const name of texts.keys()) model.remove(name);
          const { relabel, regrouped } = model.settle();
          expect([relabel, regrouped, model.groups()]).toEqual([[], [], []]);
          expect(model.sizes).toEqual({ nodes: 0, places: 0, layouts: 0, styles: 0, groups: 0, parts: 0 });
        }),
        runs,
      );
    });
  },
);
