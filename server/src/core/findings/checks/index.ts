import { type CheckCode, checkCodes } from 'templens-shared/findings';
import { brokenLinkCheck } from './broken-link/rule.ts';
import { changedAttributeCheck } from './changed-attribute/rule.ts';
import { changedTextCheck } from './changed-text/rule.ts';
import type { Check } from './check.ts';
import { copiedTitleCheck } from './copied-title/rule.ts';
import { currentItemCheck } from './current-item/rule.ts';
import { duplicatedNodeCheck } from './duplicated-node/rule.ts';
import { extraNodeCheck } from './extra-node/rule.ts';
import { lockedRegionCheck } from './locked-region/rule.ts';
import { missingNodeCheck } from './missing-node/rule.ts';
import { missingPartCheck } from './missing-part/rule.ts';
import { mistakenDirectiveCheck } from './mistaken-directive/rule.ts';
import { movedNodeCheck } from './moved-node/rule.ts';
import { noTemplateCheck } from './no-template/rule.ts';
import { partVersionCheck } from './part-version/rule.ts';
import { requiredNodeCheck } from './required-node/rule.ts';
import { staleYearCheck } from './stale-year/rule.ts';
import { unusedIgnoreCheck } from './unused-ignore/rule.ts';
import { wrongTargetCheck } from './wrong-target/rule.ts';

/** The check of every code. */
export const checks: { readonly [Code in CheckCode]: Check<Code> } = {
  'template/missing-part': missingPartCheck,
  'template/part-version': partVersionCheck,
  'template/missing-node': missingNodeCheck,
  'template/extra-node': extraNodeCheck,
  'template/duplicated-node': duplicatedNodeCheck,
  'template/moved-node': movedNodeCheck,
  'template/changed-text': changedTextCheck,
  'template/wrong-target': wrongTargetCheck,
  'template/changed-attribute': changedAttributeCheck,
  'template/current-item': currentItemCheck,
  'template/broken-link': brokenLinkCheck,
  'template/stale-year': staleYearCheck,
  'template/required-node': requiredNodeCheck,
  'page/no-template': noTemplateCheck,
  'page/copied-title': copiedTitleCheck,
  'dreamweaver/locked-region': lockedRegionCheck,
  'templens/unused-ignore': unusedIgnoreCheck,
  'templens/config': mistakenDirectiveCheck,
};

/** All checks, in the order of their codes. */
export const allChecks: readonly Check[] = checkCodes.map(code => checks[code]);
