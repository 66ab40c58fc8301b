import { brokenLinks } from '../checks/broken-link/rule.ts';
import { currentItems } from '../checks/current-item/rule.ts';
import { changedLockedParts } from '../checks/locked-region/rule.ts';
import { withoutTemplate } from '../checks/no-template/rule.ts';
import type { PageCheck } from '../checks/page-check.ts';
import { missingRequired } from '../checks/required-node/rule.ts';
import { staleYears } from '../checks/stale-year/rule.ts';

/** The checks beside the comparison with the template group, in the order in which they are asked. */
export const pageChecks: readonly PageCheck[] = [
  ({ compared, agreement, placeOf }) => currentItems(compared, agreement.menus, placeOf),
  ({ compared, agreement, world, placeOf }) => brokenLinks(compared, agreement.links, world.exists, placeOf),
  ({ compared, agreement, placeOf }) => staleYears(compared, agreement.years, placeOf),
  ({ compared, agreement, load }) => changedLockedParts(compared, agreement.locked, load),
  ({ compared, required, world }) => missingRequired(compared, required, world.matches),
  ({ compared, isAlone }) => (isAlone ? [withoutTemplate(compared.tree)] : []),
];
