import { isCommonGap, isMajority } from '../counts/majority.ts';
import type { Work } from '../counts/work.ts';
import { AgreementTable } from './agreement-table.ts';
import { ABSENT } from './essentials.ts';
import { isOneTarget } from './labelled-links.ts';
import { LinkTable, type LinkTargets } from './link-table.ts';
import { isMarkedMenu } from './menu-states.ts';
import { isOwnLinkRule } from './own-links.ts';
import type { PackedStatements } from './packed-statements.ts';
import { isRepeated } from './repeated.ts';
import { agreedThings, type ThingName } from './statements.ts';
import { isCopiedTitle } from './titles.ts';
import { UnlinkedPages } from './unlinked-pages.ts';

/** Share of the pages that show what the site is made for: phones, standards mode. A page without it is a mistake although others are without, too. */
const MOST = 2 / 3;

/** What the pages of a site agree on, beside their nodes. */
export class SiteAgreement {
  /** The years in texts, and the runs of a generator. */
  readonly years: AgreementTable;
  readonly menus: AgreementTable;
  /** How many items menus mark on the pages that they have an item for. */
  readonly ownMarks: AgreementTable;
  readonly locked: AgreementTable;
  readonly numbers: AgreementTable;
  /** Links to files with the name of the page. */
  readonly ownLinks: AgreementTable;
  /** Where links with the same label at the same place lead. */
  readonly labels: AgreementTable;
  readonly essentials: AgreementTable;
  readonly closings: AgreementTable;
  /** Where relative addresses lead, by how they are written. */
  readonly addresses: AgreementTable;
  /** What titles are about, by title. */
  readonly titles: AgreementTable;
  /** What several pages have that each should have alone, or not at all. */
  readonly repeated: AgreementTable;
  readonly links: LinkTable;
  readonly unlinkedPages: UnlinkedPages;

  constructor(support: number, work: Work) {
    const ofMajority = (thing: ThingName, share: number, options: { least?: number } = {}) =>
      AgreementTable.ofMajority(share, { ...options, work, thing });
    this.years = ofMajority('years', MOST, { least: MOST });
    this.menus = ofMajority('menus', support);
    this.ownMarks = new AgreementTable(isMarkedMenu, { work, thing: 'ownMarks', isUnanimous: true });
    this.locked = ofMajority('locked', support);
    this.numbers = ofMajority('numbers', support);
    this.ownLinks = new AgreementTable(isOwnLinkRule, { work, thing: 'ownLinks' });
    this.labels = new AgreementTable((_, pages, of) => isOneTarget(pages, of, support), { work, thing: 'labels' });
    this.essentials = new AgreementTable(
      (value, pages, of) => isMajority(pages, of, MOST, MOST) || (value === ABSENT && isCommonGap(pages, of)),
      { work, thing: 'essentials', isUnanimous: true },
    );
    this.closings = ofMajority('closings', MOST, { least: MOST });
    this.addresses = ofMajority('addresses', support);
    this.titles = new AgreementTable(isCopiedTitle, { work, thing: 'titles' });
    this.repeated = new AgreementTable(isRepeated, { work, thing: 'repeated', isUnanimous: true, isOwnUnlessAgreed: true });
    this.links = new LinkTable(work);
    this.unlinkedPages = new UnlinkedPages(MOST, work);
  }

  /** @param isInPart does a node of the page stand in a shared part? */
  put(page: string, said: PackedStatements, links: LinkTargets, isInPart: (node: number) => boolean): void {
    for (const thing of agreedThings) this[thing].put(page, said);
    this.links.put(page, links, isInPart);
  }

  delete(page: string): void {
    for (const thing of agreedThings) this[thing].delete(page);
    this.links.delete(page);
  }

  /** @param links undefined for a page that takes no part in comparisons, whose names count nevertheless; see `pageNames` */
  putNames(page: string, names: Float64Array, links: LinkTargets | undefined): void {
    this.unlinkedPages.put(page, { names, paths: links?.paths ?? [], isCompared: links !== undefined });
  }

  /** Brings all up to date. Gives the pages whose findings may have changed. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const tables = [...agreedThings.map(thing => this[thing]), this.links, this.unlinkedPages];
    for (const table of tables) for (const page of table.settle()) affected.add(page);
    return affected;
  }
}
