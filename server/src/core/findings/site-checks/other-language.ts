import type { OtherLanguage } from '../checks/page-rule.ts';
import { thresholds } from '../thresholds.ts';
import type { ScopeCohorts } from '../votes/scope-cohorts.ts';
import type { CheckedPage, VotingPages } from '../votes/voting-pages.ts';
import { kinOf } from './kin.ts';
import { lackedParts } from './lacked-parts.ts';

/**
 * The language that the pages of one of a page's parts give, if hardly any gives the page's, although the page says nearly all that they
 * do: it may give a wrong one.
 */
export function otherLanguage(page: CheckedPage, voting: VotingPages): OtherLanguage | undefined {
  const { language } = page.digest;
  if (language === '') return undefined;
  let lacking = 0;
  let all = 0;
  let first: ScopeCohorts | undefined;
  for (const scope of page.scopes) {
    const cohorts = voting.cohorts(scope)!;
    const said = typeof scope === 'string' ? undefined : cohorts.saidBy(page.id, language);
    if (!said) continue;
    lacking += said.lacking;
    all += said.all;
    first ??= cohorts;
  }
  if (all < thresholds.fewestSaid || lacking > thresholds.byChance * all) return undefined;
  if (!first || lackedParts(page, voting, kinOf(page, voting)).length > 0) return undefined;
  const spoken = first.mostSpoken(page.id);
  const { name } = voting.byId(spoken.example)!;
  return { language: spoken.language, support: { pages: spoken.pages, of: first.size }, example: name };
}
