import type { ComparedPage } from '../keys/compared-page.ts';
import type { Statements } from './agreement-table.ts';
import type { LinkTargets } from './link-table.ts';
import { linkTargets } from './link-targets.ts';
import { lockedStatements } from './locked-parts.ts';
import { menuStatements } from './menu-states.ts';
import { ownLinkStatements } from './own-links.ts';
import { numberStatements } from './variable-numbers.ts';
import { yearStatements } from './years.ts';

/** What a page says about things that its group may agree on, beside its nodes. Plain data: it moves between threads. */
export interface PageStatements {
  readonly years: Statements;
  readonly menus: Statements;
  readonly locked: Statements;
  readonly numbers: Statements;
  readonly ownLinks: Statements;
  readonly links: LinkTargets;
}

const none: Statements = new Float64Array(0);
/** Of a page that does not vote. */
export const noStatements: PageStatements = {
  years: none,
  menus: none,
  locked: none,
  numbers: none,
  ownLinks: none,
  links: { paths: [], nodes: new Int32Array(0) },
};

export function pageStatements(page: ComparedPage): PageStatements {
  return {
    years: yearStatements(page),
    menus: menuStatements(page),
    locked: lockedStatements(page),
    numbers: numberStatements(page),
    ownLinks: ownLinkStatements(page),
    links: linkTargets(page),
  };
}
