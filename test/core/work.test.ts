// The subject here is the work that an edit makes, not its result.
import '../../server/src/lab/index.ts';
import { type ExtractorName, extractorNames } from 'templens-shared/settings';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestPage, type PageDigest } from '../../server/src/core/digest/page-digest.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { prepareExtractor } from '../../server/src/core/labels/extractors.ts';
import type { PageFeatures } from '../../server/src/core/labels/page-features.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { SingleLinkage } from '../../server/src/lab/grouping/linkage.ts';
import { pathSet } from '../../server/src/lab/grouping/path-set.ts';
import { allFeatures } from '../support/all-features.ts';
import { isDeep } from '../support/deep.ts';
import { generatedPage, generatedPath, type SiteShape } from '../support/generated-site.ts';

const shape: SiteShape = { pages: 1000, layouts: 4, seed: 3 };
// Small articles: the counts are what matters.
const articleScale = 0.1;
const pages: { name: string; digest: PageDigest; features: PageFeatures }[] = [];

function digestOf(text: string, name: string): { digest: PageDigest; features: PageFeatures } {
  const tree = parsePage(text);
  return { digest: digestPage(tree), features: allFeatures(tree, text, name) };
}

beforeAll(() => {
  for (let index = 0; index < shape.pages; index++) {
    const name = generatedPath(shape, index);
    pages.push({ name, ...digestOf(generatedPage(shape, index, { articleScale }), name) });
  }
}, 120_000);

function siteOf(extractor: ExtractorName, size: number): SiteModel {
  const model = new SiteModel({ extractor, groupThreshold: 0.4 });
  for (const { name, digest, features } of pages.slice(0, size)) model.upsert(name, digest, features);
  model.settle();
  return model;
}

/** The work of a text change of one page in sites of two sizes. */
function editWork(extractor: ExtractorName, size: number, edited: number) {
  const model = siteOf(extractor, size);
  const text = generatedPage(shape, edited, { articleScale, revision: 1 });
  const { digest, features } = digestOf(text, pages[edited]!.name);
  model.upsert(pages[edited]!.name, digest, features);
  return { ...model.settle(), size: digest.tree.size };
}

// All of them in a deep run: the sites are large.
const extractors = isDeep ? extractorNames : (['default'] as const);

describe.each(extractors)('a change of one text, labels by %s', extractor => {
  test('touches as many nodes in a site of 1,000 pages as in one of 100, and relabels few pages', () => {
    const small = editWork(extractor, 100, 42);
    const large = editWork(extractor, 1000, 42);
    // For the default labels it depends on which pages are sampled, and on who has the same text; the bound below holds all the same.
    if (extractor !== 'default') expect(large.work.nodesTouched).toBe(small.work.nodesTouched);
    // The page goes out and comes in: twice its nodes, and twice its keys in two counts; and so again where it is compared with all pages.
    const counted = prepareExtractor({ extractor }).candidates.kind === 'group' ? 1 : 2;
    // The default labels look again at some pages that have the text, and score the sampled ones of those that are labelled anew.
    const more = extractor === 'default' ? 10 * large.size : 0;
    for (const { work } of [small, large]) expect(work.nodesTouched).toBeLessThanOrEqual(6 * counted * large.size + more);
    expect(large.relabel).toContain(pages[42]!.name);
    // The clusters of TEXT depend on sums over all pages; what one page lacks is template of none by RBM-TD.
    if (!['text-mdl', 'text-hash', 'rbm-td'].includes(extractor)) expect(large.relabel.length).toBeLessThanOrEqual(10);
    expect([large.regrouped, large.groups]).toEqual([[], []]);
  });

  test('nothing changed: the page alone', () => {
    const model = siteOf(extractor, 100);
    model.upsert(pages[7]!.name, pages[7]!.digest, pages[7]!.features);
    expect(model.settle().relabel).toEqual([pages[7]!.name]);
    const nothing = {
      relabel: [],
      regrouped: [],
      renamed: [],
      groups: [],
      reshared: [],
      reparted: [],
      parts: false,
      work: { nodesTouched: 0 },
    };
    expect(model.settle()).toEqual(nothing);
  });
});

test('a change of one text compares no layouts, a change of layout compares with each layout once', () => {
  const linkage = new SingleLinkage(0.4);
  const pathsOf = (index: number, revision: number) =>
    pathSet(parsePage(generatedPage(shape, index, { articleScale, revision })));
  const layouts = pages.slice(0, 100).map((_, index) => linkage.add(pathsOf(index, 0)));
  const before = linkage.comparisons;
  const edited = pathsOf(42, 1);
  linkage.add(edited);
  linkage.remove(layouts[42]!);
  expect(linkage.comparisons).toBe(before);
  linkage.add(Float64Array.of(1, ...edited));
  expect(linkage.comparisons - before).toBeLessThanOrEqual(linkage.layoutCount);
});
