import { AgreementTable } from './agreement-table.ts';
import { LinkTable } from './link-table.ts';
import { isOwnLinkRule } from './own-links.ts';
import type { PageStatements } from './page-statements.ts';

/** What the pages of a site agree on, beside their nodes. */
export class SiteAgreement {
  readonly years: AgreementTable;
  readonly menus: AgreementTable;
  readonly locked: AgreementTable;
  readonly numbers: AgreementTable;
  /** Links to files with the name of the page. */
  readonly ownLinks = new AgreementTable(isOwnLinkRule);
  readonly links = new LinkTable();

  constructor(support: number) {
    this.years = AgreementTable.ofMajority(support);
    this.menus = AgreementTable.ofMajority(support);
    this.locked = AgreementTable.ofMajority(support);
    this.numbers = AgreementTable.ofMajority(support);
  }

  /** @param isInPart does a node of the page stand in a shared part? */
  put(page: string, statements: PageStatements, isInPart: (node: number) => boolean): void {
    this.years.put(page, statements.years);
    this.menus.put(page, statements.menus);
    this.locked.put(page, statements.locked);
    this.numbers.put(page, statements.numbers);
    this.ownLinks.put(page, statements.ownLinks);
    this.links.put(page, statements.links, isInPart);
  }

  delete(page: string): void {
    this.years.delete(page);
    this.menus.delete(page);
    this.locked.delete(page);
    this.numbers.delete(page);
    this.ownLinks.delete(page);
    this.links.delete(page);
  }

  /** Brings all up to date. Gives the pages whose findings may have changed. */
  settle(): Set<string> {
    const affected = new Set<string>();
    for (const table of [this.years, this.menus, this.locked, this.numbers, this.ownLinks, this.links])
      for (const page of table.settle()) affected.add(page);
    return affected;
  }
}
