import type { FindingActions } from 'templens-shared/answers';
import type { EngineQuery } from 'templens-shared/stream';
import { repairEdits } from '../core/edits/repair-edits.ts';
import type { Finding } from '../core/findings/finding.ts';
import { partAt } from './answer-corrections.ts';
import { pushed } from './answer-fixes.ts';
import { PageSources } from './page-sources.ts';
import { pushTitle, repairTitle } from './repair-titles.ts';
import type { SiteIndex } from './site-index.ts';

/**
 * Returns the titles of the possible repairs, for each finding that touches a range or has a detail that does, the most confident first;
 * undefined if a page that a repair needs changed since it was indexed.
 */
export function answerActions(
  site: SiteIndex,
  findings: readonly Finding[],
  { page, start, end }: Extract<EngineQuery, { kind: 'actions' }>,
): FindingActions[] | undefined {
  const sources = new PageSources(site);
  const target = sources.editable(page);
  if (!target) return undefined;
  const touched = findings.filter(finding =>
    [finding, ...(finding.details ?? [])].some(place => place.start <= end && start <= place.end),
  );
  const reported = site.findings?.reported(page).diagnostics ?? [];
  const confidences = new Map(reported.map(({ identity, confidence }) => [identity, confidence]));
  const actions = touched.map((finding): FindingActions => {
    const { identity, code, repair } = finding;
    const part = partAt(site, page, finding.start)?.name;
    const named = { identity, code, confidence: confidences.get(identity) ?? 0, ...(part !== undefined && { part }) };
    const edits = repair && repairEdits(repair, target, name => sources.example(name));
    if (!repair || !edits || edits.length === 0) return named;
    const push = pushTitle(repair, pushed(site, finding, target).length, target, name => sources.example(name));
    const take = repairTitle(finding, repair, edits, target, name => sources.example(name));
    return { ...named, take, ...(push !== undefined && { push }) };
  });
  return sources.outOfDate ? undefined : actions.sort((a, b) => b.confidence - a.confidence);
}
