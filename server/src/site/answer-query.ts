import type { OutlineNode, PageEdits } from 'templens-shared/answers';
import type { PagePart } from 'templens-shared/parts';
import type { EngineAnswers, EngineQuery } from 'templens-shared/stream';
import { movedLinkEdits } from '../core/edits/moved-links.ts';
import type { Finding } from '../core/findings/finding.ts';
import { extractContent } from '../core/labels/extract/content.ts';
import { contentLines } from '../core/labels/extract/content-lines.ts';
import { extractTemplate } from '../core/labels/extract/template-parts.ts';
import { pageLabels } from '../core/labels/page-labels.ts';
import { labelledNodeAt } from '../html/access.ts';
import { answerActions } from './answer-actions.ts';
import { answerAdoption } from './answer-adoption.ts';
import { answerCorrection, answerCorrections, answerIntended, answerLayoutMate } from './answer-corrections.ts';
import { answerCounterparts } from './answer-counterparts.ts';
import { answerEvidence } from './answer-evidence.ts';
import { answerFixes, answerRepair } from './answer-fixes.ts';
import { EngineError } from './engine-error.ts';
import type { KnownFindings } from './known-findings.ts';
import { layoutTemplate } from './layout-template.ts';
import { outline } from './outline.ts';
import type { PageChecker } from './page-checker.ts';
import { PageSources } from './page-sources.ts';
import type { SiteIndex } from './site-index.ts';

/** Returns the edits that keep all links working when files are moved; undefined if a page changed since it was indexed. */
function answerMoves(site: SiteIndex, { moves }: Extract<EngineQuery, { kind: 'moves' }>): PageEdits[] | undefined {
  const isPage = (path: string): boolean => site.model.has(path);
  const context = { moves, isPage };
  const edited: PageEdits[] = [];
  for (const { page, state } of site.store.statuses()) {
    if (state === 'skipped' || !isPage(page)) continue;
    // One for each page, so that the texts of a large site are not all in memory.
    const sources = new PageSources(site);
    const source = sources.editable(page);
    if (!source) return undefined;
    const edits = movedLinkEdits(source, context);
    if (edits.length > 0) edited.push({ page, text: source.source, edits });
  }
  return edited;
}

/** The questions about a site: all except `idle`, which is about the engine. */
export type SiteQuery = Exclude<EngineQuery, { kind: 'idle' }>;

/** The answer to any of these questions. */
type Answer = EngineAnswers[SiteQuery['kind']];

/** An answer, or what the question waits for: changed pages to be indexed again (`index`), or more calls that each do a slice of work (`slices`). */
export type Outcome = { readonly answer: Answer } | { readonly waitsFor: 'index' | 'slices' };

/**
 * Answers a question about a site, or does one slice of the work that the answer needs.
 * @param soon true if the site may have work left; details that depend on pages that changed meanwhile are then skipped.
 * @throws EngineError if there is no answer.
 */
export function answerQuery(site: SiteIndex, query: SiteQuery, soon = false): Outcome {
  if (site.findings?.areComplete === false && restOnAllFindings.has(query.kind) && !(soon && 'page' in query)) {
    site.finish();
    return { waitsFor: 'slices' };
  }
  const needsAllLabels = query.kind === 'groups' || query.kind === 'grouping';
  if (needsAllLabels && site.countLabels()) return { waitsFor: 'slices' };
  const answer = answerNow(site, query, soon);
  return answer === undefined ? { waitsFor: 'index' } : { answer };
}

/** Answers a question; undefined where a file that the answer needs is no longer what was indexed. */
type Answerer<K extends SiteQuery['kind']> = (
  site: SiteIndex,
  query: Extract<SiteQuery, { kind: K }>,
  soon: boolean,
) => EngineAnswers[K] | undefined;

/** Questions whose answers depend on confidences, and so on the findings of all pages. */
const restOnAllFindings: ReadonlySet<SiteQuery['kind']> = new Set([
  'check',
  'judgements',
  'unusedIgnores',
  'diagnostics',
  'fixes',
  'actions',
  'intended',
  'repair',
  'regions',
  'evidence',
  'outline',
  'layoutTemplate',
]);

/** One entry for each kind of question. */
const answerers: { readonly [K in SiteQuery['kind']]: Answerer<K> } = {
  pages: site => site.store.statuses(),
  templates,
  groups: site => site.model.groups(),
  grouping: (site, { level }) => site.model.grouping(level),
  check: (site, { all }) => findingsOf(site).allReported(all),
  judgements: (site, { page }) => {
    const rare = site.parts.rareOnPage(page);
    return rare && checkerOf(site).judgements(page, rare);
  },
  unusedIgnores: site => checkerOf(site).unusedIgnores,
  parts: site => site.parts.summaries(),
  splits: site => site.parts.splits(),
  translationGaps: site => site.parts.translationGaps(),
  partVersions: (site, query) => site.parts.versions(query.part, query),
  partSelector: (site, { part }) => site.parts.selector(part),
  adoption: answerAdoption,
  moves: answerMoves,
  partInstances: site => site.parts.instances(pagesOf(site)),
  unusedParts: site => site.parts.unused(),
  unusedLabels: site => site.model.unusedLabelRules(),
  unusedLayouts: site => site.model.unusedLayouts(),
  classify: (site, { page }) => {
    const { template, layout, size } = site.model.group(page);
    return pageLabels(page, { template, layout, pages: size }, site.model.shown(page).tree, site.model.labels(page));
  },
  regions: (site, { page }, soon) => (checkForVerdicts(site, page, soon) || soon ? site.regions(page) : undefined),
  diagnostics: (site, { page }) => (checkerOf(site).check(page) ? findingsOf(site).reported(page) : undefined),
  fixes: withFindings(answerFixes),
  actions: withFindings(answerActions),
  intended: withFindings(answerIntended),
  repair: withFindings(answerRepair),
  corrections: answerCorrections,
  correction: answerCorrection,
  layoutMate: answerLayoutMate,
  evidence: (site, query, soon) =>
    checkForVerdicts(site, query.page, soon) || soon ? answerEvidence(site, query.page, query, soon) : undefined,
  counterparts: (site, { page, offset, like }) => answerCounterparts(site, page, offset, like),
  repetitions: (site, { page, offset }) => {
    const { tree } = site.model.shown(page);
    const node = labelledNodeAt(tree, offset);
    const nodes = node < 0 ? [] : site.model.repetitions(page, node);
    return nodes.map(other => ({ start: tree.start[other]!, end: tree.tagEnd[other]! }));
  },
  outline: (site, { page }, soon) => {
    const source = site.source(page);
    if (source === undefined || (!checkForVerdicts(site, page, soon) && !soon)) return undefined;
    const nodes = outline(site.model.shown(page).tree, source, site.verdicts(page).verdict);
    return outlineWithParts(site, page, nodes) ?? (soon ? nodes : undefined);
  },
  extract: (site, { page, what, format }) => {
    const labelled = labelledPage(site, page);
    if (!labelled) return undefined;
    const { tree, source, label, directives } = labelled;
    return what === 'template'
      ? extractTemplate(tree, source, label, directives)
      : extractContent(tree, source, label, format, directives);
  },
  layoutTemplate: (site, { page }) => {
    const labelled = labelledPage(site, page);
    if (!labelled || !checkForVerdicts(site, page, false)) return undefined;
    const fixes = site.findings && answerFixes(site, site.findings.of(page), { kind: 'fixes', page, unsafe: true });
    if (site.findings && !fixes) return undefined;
    const { deviating } = site.verdicts(page);
    return layoutTemplate({ ...labelled, edits: fixes?.edits ?? [], deviating });
  },
  contentLines: (site, { page }) => {
    const labelled = labelledPage(site, page);
    return labelled && contentLines(labelled.tree, labelled.source, labelled.label, labelled.directives);
  },
};

/** The answer; undefined where a file that it needs is no longer what was indexed. */
function answerNow(site: SiteIndex, query: SiteQuery, soon: boolean): Answer | undefined {
  if ('page' in query) requirePage(site, query.page);
  const answer = answerers[query.kind] as Answerer<SiteQuery['kind']>;
  return answer(site, query, soon);
}

/** Answers from the findings of the question's page, once it is checked. */
function withFindings<Query extends { page: string }, Value>(
  answer: (site: SiteIndex, findings: readonly Finding[], query: Query) => Value,
): (site: SiteIndex, query: Query) => Value | undefined {
  return (site, query) => (checkerOf(site).check(query.page) ? answer(site, findingsOf(site).of(query.page), query) : undefined);
}

/** A page with its source and labels; undefined where its file changed. */
function labelledPage(site: SiteIndex, page: string) {
  const source = site.source(page);
  if (source === undefined) return undefined;
  const { tree, directives } = site.model.shown(page);
  return { tree, source, label: site.model.labels(page).label, directives };
}

/** Returns the layout id of every page, which JSON calls `template`. */
function templates(site: SiteIndex): EngineAnswers['templates'] {
  return pagesOf(site).map(page => ({ page, template: site.model.group(page).template }));
}

/** Returns the pages of the model, sorted by path. */
function pagesOf({ store, model }: SiteIndex): string[] {
  return store.statuses().flatMap(({ page }) => (model.has(page) ? [page] : []));
}

function checkerOf({ checker }: SiteIndex): PageChecker {
  if (!checker) throw checksError();
  return checker;
}

function findingsOf({ findings }: SiteIndex): KnownFindings {
  if (!findings) throw checksError();
  return findings;
}

function checksError(): EngineError {
  return new EngineError('no-answer', 'The site was opened without checks.');
}

/** Throws an EngineError that says why, if the model does not have the page. */
function requirePage(site: SiteIndex, page: string): void {
  if (site.model.has(page)) return;
  const reason = site.store.get(page)?.reason;
  const sentence = reason ?? `${page} is not a page of this site; "include", "exclude" and .gitignore files say what is.`;
  throw new EngineError('not-a-page', sentence);
}

/** Checks the page, on which its verdicts depend. False if it cannot be checked yet: a page changed, or, with `soon`, votes are being counted. */
function checkForVerdicts({ checker, findings }: SiteIndex, page: string, soon: boolean): boolean {
  if (!checker) return true;
  return !(soon && findings?.isSettling) && checker.check(page);
}

/** Adds to the nodes of an outline the names of parts that begin there; undefined if a page that names depend on changed. */
function outlineWithParts(site: SiteIndex, page: string, nodes: OutlineNode[]): OutlineNode[] | undefined {
  const parts = site.parts.onPage(page);
  const named = (node: OutlineNode, outer: readonly PagePart[]): OutlineNode => {
    const isLeaf = node.children.length === 0;
    const here = (parts ?? []).filter(({ start, end }) => {
      const holdsNode = start <= node.start && node.end <= end;
      return holdsNode || (isLeaf && start < node.end && end > node.start);
    });
    const begun = here.filter(part => !outer.includes(part)).map(({ name }) => name);
    return { ...node, ...(begun.length > 0 && { parts: begun }), children: node.children.map(child => named(child, here)) };
  };
  return parts && nodes.map(node => named(node, []));
}
