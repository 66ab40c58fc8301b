import type { ComparedPage } from '../keys/compared-page.ts';
import { closingStatements } from './closings.ts';
import { essentialStatements } from './essentials.ts';
import { labelStatements } from './labelled-links.ts';
import type { LinkTargets } from './link-table.ts';
import { linkTargets } from './link-targets.ts';
import { lockedStatements } from './locked-parts.ts';
import { allMenus, menuStatements, ownMarkStatements } from './menu-states.ts';
import { ownLinkStatements } from './own-links.ts';
import { addressStatements } from './relative-addresses.ts';
import { repeatedStatements } from './repeated.ts';
import type { Statements } from './statements.ts';
import { titleStatements } from './titles.ts';
import { numberStatements } from './variable-numbers.ts';
import { yearStatements } from './years.ts';

/** What a page says about things that its group may agree on, beside its nodes. Plain data: it moves between threads. */
export interface PageStatements {
  readonly years: Statements;
  readonly menus: Statements;
  readonly ownMarks: Statements;
  readonly locked: Statements;
  readonly numbers: Statements;
  readonly essentials: Statements;
  readonly closings: Statements;
  readonly ownLinks: Statements;
  readonly labels: Statements;
  readonly addresses: Statements;
  readonly titles: Statements;
  readonly repeated: Statements;
  readonly links: LinkTargets;
}

const none: Statements = new Float64Array(0);
/** Of a page that does not vote. */
export const noStatements: PageStatements = {
  years: none,
  menus: none,
  ownMarks: none,
  locked: none,
  numbers: none,
  essentials: none,
  closings: none,
  ownLinks: none,
  labels: none,
  addresses: none,
  titles: none,
  repeated: none,
  links: { paths: [], nodes: new Int32Array(0), resources: 0, alive: 0 },
};

export function pageStatements(page: ComparedPage): PageStatements {
  const menus = allMenus(page);
  return {
    years: yearStatements(page),
    menus: menuStatements(page, menus),
    ownMarks: ownMarkStatements(page, menus),
    locked: lockedStatements(page),
    numbers: numberStatements(page),
    essentials: Float64Array.from(essentialStatements(page)),
    closings: closingStatements(page),
    ownLinks: ownLinkStatements(page),
    labels: labelStatements(page),
    addresses: addressStatements(page),
    titles: titleStatements(page),
    repeated: repeatedStatements(page),
    links: linkTargets(page),
  };
}
