import type { Correction, CorrectionChoices } from 'templens-shared/answers';
import type { LabelRule } from 'templens-shared/settings';
import type { EngineQuery } from 'templens-shared/stream';
import { samplePages } from '../core/counts/page-sample.ts';
import type { Finding } from '../core/findings/finding.ts';
import { bestSelector, differentPages, type SelectorPage, selectorPage } from '../core/labels/rule-selectors.ts';
import { thresholds as labelThresholds } from '../core/labels/thresholds.ts';
import { pageHash } from '../core/layouts/group-id.ts';
import { isLabelled, labelledNodeAt, nodeName } from '../html/access.ts';
import { ELEMENT, type PageTree, TEXT } from '../html/tree.ts';
import { EngineError } from './engine-error.ts';
import { PageSources } from './page-sources.ts';
import type { SiteIndex } from './site-index.ts';
import { thresholds } from './thresholds.ts';

type Query<K> = Extract<EngineQuery, { kind: K }>;

/** An element that can be corrected; or, with `isText`, the texts directly in it. */
interface Target {
  readonly element: number;
  readonly isText: boolean;
}

/**
 * Returns the label of the node in a range and the choices for its correction; null if no node is there, undefined if the page changed since it
 * was indexed.
 */
export function answerCorrections(
  site: SiteIndex,
  { page, start, end }: Query<'corrections'>,
): CorrectionChoices | null | undefined {
  const { model } = site;
  const { tree } = model.shown(page);
  const target = targetOf(tree, start, end);
  if (!target) return null;
  const own = selected(site, new PageSources(site), page);
  if (!own) return undefined;
  const { layout, size } = model.group(page);
  const { label } = model.labels(page);
  const judged = target.isText ? labelledNodeAt(tree, start) : target.element;
  return {
    name: target.isText ? 'text' : `<${nodeName(tree, target.element)}>`,
    label: label[judged] === 1 ? 'template' : 'content',
    isAlike: bestSelector(own, target.element, 'alike', []) !== undefined,
    layout,
    layoutPages: size,
    sitePages: model.pageCount,
  };
}

/**
 * Returns the entry of the setting `labels` for a correction, and its effect on a sample of pages; undefined if a page that this needs
 * changed since it was indexed.
 * @throws EngineError if there is no node, or no selector for it.
 */
export function answerCorrection(site: SiteIndex, query: Query<'correction'>): Correction | undefined {
  const { page, start, end, label, scope, alike } = query;
  const { model } = site;
  const target = targetOf(model.shown(page).tree, start, end);
  if (!target) throw new EngineError('no-answer', 'There is nothing to correct at this place.');
  const sources = new PageSources(site);
  const own = selected(site, sources, page);
  const names = scope === 'page' ? [] : scope === 'layout' ? model.group(page).pages : model.pageNames();
  const others = samplePages(
    names.filter(name => name !== page).map(name => ({ name, hash: pageHash(name) })),
    thresholds.correctionPages,
  ).flatMap(({ name }) => selected(site, sources, name) ?? []);
  if (!own || sources.outOfDate) return undefined;
  const select = bestSelector(own, target.element, alike ? 'alike' : 'one', others.slice(0, labelThresholds.sampledPages));
  if (select === undefined) throw new EngineError('no-answer', 'No selector names this place alone.');
  const matched = others.filter(other => other.matches(select).length > 0);
  const rule: LabelRule = {
    select: target.isText ? `${select}::text` : select,
    ...(scope === 'layout' && { layout: layoutReference(site, page) }),
    ...(scope === 'page' && { pages: [page] }),
    label,
  };
  return {
    rule,
    places: [own, ...matched].reduce((sum, { matches }) => sum + matches(select).length, 0),
    pages: matched.length + 1,
    isPartial: others.length < names.length - 1,
    look: differentPages(select, own, matched, thresholds.reviewedPages),
  };
}

/**
 * Returns an entry of the setting `ignore` that hides findings with the same code on this page, in the part or element of this finding; without
 * a selector for that place, on the whole page. Undefined if the page changed since it was indexed.
 * @throws EngineError if the page no longer has the finding.
 */
export function answerIntended(site: SiteIndex, findings: readonly Finding[], { page, identity }: Query<'intended'>) {
  const finding = findings.find(other => other.identity === identity);
  if (!finding) throw new EngineError('no-answer', `${page} no longer has this finding.`);
  const { tree } = site.model.shown(page);
  const own = selected(site, new PageSources(site), page);
  const part = partAt(site, page, finding.start);
  if (!own) return undefined;
  let element = labelledNodeAt(tree, part ? part.start : finding.start);
  while (element >= 0 && tree.kind[element] !== ELEMENT) element = tree.parent[element]!;
  const selector = element < 0 ? undefined : bestSelector(own, element, 'one', []);
  return { codes: [finding.code], pages: [page], ...(selector !== undefined && { selector }) };
}

/** Returns the part at an offset of a page; undefined if none exists, or if parts are unknown because a page changed since it was indexed. */
export function partAt(site: SiteIndex, page: string, offset: number) {
  return site.parts.onPage(page)?.find(({ start, end }) => start <= offset && offset < end);
}

/** Returns the other page of the layout with the shortest path, for a correction that separates the two; null if there is no other. */
export function answerLayoutMate(site: SiteIndex, { page }: Query<'layoutMate'>): string | null {
  return shortest(site.model.group(page).pages.filter(name => name !== page)) ?? null;
}

/** Returns how a rule names the page's layout: by its name, or, if that ends with a number of pages, by one of its pages. */
function layoutReference(site: SiteIndex, page: string): string {
  const { layout, pages } = site.model.group(page);
  return /^(.*) and \d+\+? more$/.test(layout) ? (shortest(pages) ?? layout) : layout;
}

function shortest(pages: readonly string[]): string | undefined {
  return pages.toSorted((a, b) => a.split('/').length - b.split('/').length || a.length - b.length || (a < b ? -1 : 1))[0];
}

/** Returns the innermost element around a range, or, if the range is in a labelled text, the texts directly in its element. */
function targetOf(tree: PageTree, start: number, end: number): Target | undefined {
  let node = labelledNodeAt(tree, start);
  while (node >= 0 && (tree.end[node]! < end || !isLabelled(tree, node))) node = tree.parent[node]!;
  if (node < 0) return undefined;
  if (tree.kind[node] === ELEMENT) return { element: node, isText: false };
  if (tree.kind[node] !== TEXT) return undefined;
  const element = tree.parent[node]!;
  return element < 0 ? undefined : { element, isText: true };
}

function selected(site: SiteIndex, sources: PageSources, page: string): SelectorPage | undefined {
  const found = sources.example(page);
  return found && selectorPage(page, found.tree, found.source, site.model.places(page));
}
