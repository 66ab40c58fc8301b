import type { Work } from '../counts/work.ts';
import { AgreementTable } from './agreement-table.ts';
import { LinkTable } from './link-table.ts';
import { isOwnLinkRule } from './own-links.ts';
import type { PageStatements } from './page-statements.ts';

/** Share of the pages that show what the site is made for: phones, standards mode. A page without it is a mistake although others are without, too. */
const MOST = 2 / 3;

/** What pages say by values, each in a table of its own. */
const things = ['years', 'menus', 'locked', 'numbers', 'essentials', 'closings', 'ownLinks', 'addresses'] as const;

/** What the pages of a site agree on, beside their nodes. */
export class SiteAgreement {
  readonly years: AgreementTable;
  readonly menus: AgreementTable;
  readonly locked: AgreementTable;
  readonly numbers: AgreementTable;
  /** Links to files with the name of the page. */
  readonly ownLinks: AgreementTable;
  readonly essentials: AgreementTable;
  readonly closings: AgreementTable;
  /** Where relative addresses lead, by how they are written. */
  readonly addresses: AgreementTable;
  readonly links: LinkTable;

  constructor(support: number, work: Work) {
    const ofMajority = (share: number, least?: number) => AgreementTable.ofMajority(share, least, work);
    this.years = ofMajority(support);
    this.menus = ofMajority(support);
    this.locked = ofMajority(support);
    this.numbers = ofMajority(support);
    this.ownLinks = new AgreementTable(isOwnLinkRule, work);
    this.essentials = ofMajority(MOST, MOST);
    this.closings = ofMajority(MOST, MOST);
    this.addresses = ofMajority(support);
    this.links = new LinkTable(work);
  }

  /** @param isInPart does a node of the page stand in a shared part? */
  put(page: string, statements: PageStatements, isInPart: (node: number) => boolean): void {
    for (const thing of things) this[thing].put(page, statements[thing]);
    this.links.put(page, statements.links, isInPart);
  }

  delete(page: string): void {
    for (const thing of things) this[thing].delete(page);
    this.links.delete(page);
  }

  /** Brings all up to date. Gives the pages whose findings may have changed. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const tables = [...things.map(thing => this[thing]), this.links];
    for (const table of tables) for (const page of table.settle()) affected.add(page);
    return affected;
  }
}
