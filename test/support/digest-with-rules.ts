// A page's digest as the engine makes it where there are rules about labels.
import type { LabelRule } from 'templens-shared/settings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import type { PageDigest } from '../../server/src/core/digest/page-digest.ts';
import { compileLabelRules, matchRules } from '../../server/src/core/labels/label-rules.ts';

export function digestWithRules(
  page: string,
  source: string,
  rules: readonly LabelRule[],
  matches: (page: string, globs: readonly string[]) => boolean,
): PageDigest {
  const digest = digestText(source, 'default', { path: page });
  const { ruleMatches } = matchRules(compileLabelRules(rules), { tree: digest.tree, source, page }, matches);
  return ruleMatches.length > 0 ? { ...digest, ruleMatches } : digest;
}
