import type { PageEdits } from 'templens-shared/answers';
import type { EngineAnswers, EngineQuery } from 'templens-shared/stream';
import { ignoreEdit } from '../core/edits/ignore-edit.ts';
import type { PageSource } from '../core/edits/page-source.ts';
import { type PageRepair, pushRepairs } from '../core/edits/push-repairs.ts';
import { repairEdits } from '../core/edits/repair-edits.ts';
import type { Finding } from '../core/findings/finding.ts';
import { isSafe, pageFixes } from '../core/findings/fixes/page-fixes.ts';
import { EngineError } from './engine-error.ts';
import { PageSources } from './page-sources.ts';
import type { SiteIndex } from './site-index.ts';

type Query<K> = Extract<EngineQuery, { kind: K }>;

/** Reason in the comment that ignores a finding; its author should replace it. */
const ignoreReason = 'differs on purpose';

/**
 * Returns edits that fix the selected findings of a page. Skips edits that would overlap.
 * Undefined if a page that the edits need changed since it was indexed.
 */
export function answerFixes(
  site: SiteIndex,
  findings: readonly Finding[],
  { page, unsafe, codes, only, except = [] }: Query<'fixes'>,
): EngineAnswers['fixes'] | undefined {
  const sources = new PageSources(site);
  const target = sources.editable(page);
  if (!target) return undefined;
  const wanted = findings.filter(
    finding =>
      (unsafe || isSafe(finding)) &&
      (codes?.includes(finding.code) ?? true) &&
      (only?.includes(finding.identity) ?? true) &&
      !except.includes(finding.identity) &&
      finding.refusal === undefined,
  );
  const { edits, fixedFindings } = pageFixes(wanted, target, name => sources.example(name));
  return sources.outOfDate
    ? undefined
    : { page, text: target.source, edits, fixedFindings: fixedFindings.map(({ identity }) => identity) };
}

/**
 * Returns edits for one finding: its fix (`take`), changes of other pages to what this page has (`push`), or a comment that ignores it
 * (`ignore`). Undefined if a page that they need changed since it was indexed.
 * @throws EngineError if the page no longer has the finding, or there are no such edits.
 */
export function answerRepair(
  site: SiteIndex,
  findings: readonly Finding[],
  { page, identity, how }: Query<'repair'>,
): PageEdits[] | undefined {
  const finding = findings.find(other => other.identity === identity);
  if (!finding) throw new EngineError('no-answer', `${page} no longer has this finding.`);
  const sources = new PageSources(site);
  const target = sources.editable(page);
  if (!target) return undefined;
  if (how === 'ignore') return [{ page, text: target.source, edits: [ignoreEdit(finding, target, ignoreReason)] }];
  const repairs = how === 'push' ? pushed(site, finding, target) : finding.repair ? [{ page, repair: finding.repair }] : [];
  const edited = repairs.flatMap(({ page: name, repair }): PageEdits[] => {
    const source = sources.editable(name);
    const edits = source && repairEdits(repair, source, other => sources.example(other));
    return edits && edits.length > 0 ? [{ page: name, text: source.source, edits }] : [];
  });
  if (sources.outOfDate) return undefined;
  if (edited.length === 0) throw new EngineError('no-answer', 'There is no edit that does this.');
  return edited;
}

/** Returns repairs of other pages that change them to what this page has at the finding. */
export function pushed({ model }: SiteIndex, finding: Finding, { page, tree }: PageSource): readonly PageRepair[] {
  return pushRepairs(
    finding,
    page,
    tree,
    of => model.counterparts(of.page, of.node),
    name => model.tree(name),
  );
}
