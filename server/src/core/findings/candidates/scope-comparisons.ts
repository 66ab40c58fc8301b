import { nodeText } from '../../../html/access.ts';
import { isHomePage, isIndexPage } from '../../../html/page-address.ts';
import { extendStepLimit } from '../../../html/steps.ts';
import type { Cohort } from '../../counts/cohort.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { isSpeltOtherwise } from '../../keys/spelling.ts';
import type { SiteModel } from '../../model/site-model.ts';
import type { Part } from '../../parts/part.ts';
import { type NamedRun, partKind } from '../../parts/part-kind.ts';
import { isVariableNumber } from '../../statements/variable-numbers.ts';
import { Majority } from '../agreement/majority.ts';
import { FEWEST_OF_LAYOUT, type Juries } from '../agreement/scope-cohorts.ts';
import { type CheckedPage, heldKeys, runsOf, type VotingPages } from '../agreement/voting-pages.ts';
import type { DifferenceRule, OnePart } from '../checks/check.ts';
import type { CheckWorld } from '../checks/page-rule.ts';
import { type Area, lackedPartArea, layoutArea, partArea } from '../facts/area.ts';
import type { Exempted, PartComparison } from '../facts/exemptions.ts';
import { isInRun, isSmall, largeRuns, type PartRun } from '../facts/page-scopes.ts';
import type { Finding } from '../finding.ts';
import { deadTarget, repairRisk } from '../fixes/repair-risk.ts';
import { comparePages } from './compare-pages.ts';
import type { ComparedPages } from './compared-pages.ts';
import { differenceFindings } from './difference-findings.ts';
import { isNeedless, isOwnPart, isThereOtherwise, lostPart, mayBeLacking, standsSomewhere } from './lost-part.ts';
import { certaintyOf, hasSiblings, type LackedPart, lackedInFolder, lackedParts } from './pages-around.ts';
import { noPart, onePart, versionAge } from './part-findings.ts';

/** A page whose findings are asked for. */
interface Asking {
  readonly page: CheckedPage;
  readonly world: CheckWorld;
  /** Identities of the findings so far. */
  readonly known: Set<string>;
  /** Do the pages of the same folder lack a key, too? */
  readonly isLackedInFolder: (cohort: Cohort, key: number) => boolean;
  /** Takes up the results of comparing each part of the page, if somebody asks for them. */
  readonly compared: Map<Part, PartComparison> | undefined;
}

/** Returns the area in which a page is compared with an example. */
type AreaOf = (page: ComparedPage, example: ComparedPage) => Area;

/** What was found in one part, or in none. */
interface Differences {
  readonly part: OnePart;
  readonly found: Finding[];
}

/** A part that a page lacks, with a page that has it and where. */
interface LackedRuns extends LackedPart {
  readonly has: number;
  /** The first of these places, translated or not. */
  readonly instance: NamedRun['run'];
  readonly runs: readonly PartRun[];
}

/** Compares pages, in each part and outside of parts, with example pages that have what they lack. */
export class ScopeComparisons {
  readonly #model: SiteModel;
  readonly #voting: VotingPages;
  readonly #pages: ComparedPages;
  readonly #rules: readonly DifferenceRule[];
  /** Pages compared with an example since the start. */
  count = 0;

  constructor(model: SiteModel, voting: VotingPages, pages: ComparedPages, rules: readonly DifferenceRule[]) {
    this.#model = model;
    this.#voting = voting;
    this.#pages = pages;
    this.#rules = rules;
  }

  /** What differs on a page. Notes the examples that it was compared with. @param compared takes up the result of each part. */
  of(page: CheckedPage, world: CheckWorld, compared?: Map<Part, PartComparison>): Differences[] {
    this.#voting.examples.clear(page.id);
    this.#voting.folders.forget(page.name);
    const asking: Asking = { page, world, known: new Set(), isLackedInFolder: lackedInFolder(page, this.#voting), compared };
    // What is outside of parts comes last: what it shares with small parts is known by then.
    return [...page.scopes]
      .reverse()
      .flatMap(scope => (typeof scope === 'string' ? this.#compareFrame(asking) : this.#comparePart(asking, scope)));
  }

  /** What differs in a part of the page. */
  #comparePart(asking: Asking, part: Part): Differences[] {
    const { page, isLackedInFolder } = asking;
    const exempted: Exempted = new Set();
    asking.compared?.set(part, { exempted, found: [] });
    if (this.#voting.frame.isApart(page.id, part)) {
      exempted.add('apart');
      return [];
    }
    const cohorts = this.#voting.cohorts(part)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#voting.keys, juries, (cohort, key) => {
      const isLacked = isLackedInFolder(cohort, key);
      if (isLacked) exempted.add('folder');
      return isLacked;
    });
    if (!majority.lacksAny) exempted.add(juries.wording.some(({ isForeign }) => isForeign) ? 'language' : 'agreement');
    const example = majority.lacksAny ? cohorts.exampleFor(page.id, juries) : undefined;
    if (example === undefined) {
      if (exempted.size === 0) exempted.add('alone');
      return [];
    }
    this.#voting.examples.set(page.id, part, example);
    const runs = runsOf(this.#voting.byId(example)!, part);
    const area: AreaOf = () => partArea(runsOf(page, part), runs);
    const compared = this.#compareWith(asking, example, majority, area, runs);
    const differences = accepted(asking, compared?.differences);
    if (compared && asking.compared) {
      for (const why of compared.exempted()) exempted.add(why);
      asking.compared.set(part, { exempted, found: differences.flatMap(({ found }) => found.map(({ identity }) => identity)) });
    }
    return differences;
  }

  /** What differs in no part, and the parts that the page lacks. */
  #compareFrame(asking: Asking): Differences[] {
    const { page } = asking;
    const cohorts = this.#voting.cohorts(page.layout)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#voting.keys, juries, asking.isLackedInFolder);
    // A home page is like no other outside of the parts.
    const nearest = majority.lacksAny && !isHomePage(page.name) ? cohorts.exampleFor(page.id, juries) : undefined;
    const example = cohorts.size >= FEWEST_OF_LAYOUT ? nearest : undefined;
    const all: Differences[] = [];
    const partners = new Map<number, ReadonlyMap<number, number>>();
    const compareOutside = (id: number, judges: Majority) => {
      const area = layoutArea(largeRuns(this.#voting.byId(id)!.runs));
      return this.#compareWith(asking, id, judges, () => area, []);
    };
    const compareLayout = (id: number, judges: Majority): void => {
      const compared = compareOutside(id, judges);
      if (!compared) return;
      partners.set(id, compared.partners);
      // A page that lacks much of what the others have is of another kind.
      const isAlike = cohorts.isAlike(page.id);
      all.push(...accepted(asking, isAlike ? compared.differences : this.#misspellings(asking, id, compared.differences)));
    };
    if (nearest !== undefined) this.#voting.examples.set(page.id, page.layout, nearest);
    if (example !== undefined) compareLayout(example, majority);
    else if (nearest !== undefined) {
      const compared = compareOutside(nearest, majority);
      all.push(...accepted(asking, this.#misspellings(asking, nearest, compared?.differences ?? [])));
    }
    const isForeign = juries.wording.some(jury => jury.isForeign);
    for (const lacked of this.#lacked(asking, isForeign ? undefined : example, juries)) {
      const { part, has } = lacked;
      this.#voting.examples.set(page.id, part, has);
      if (!partners.has(has)) compareLayout(has, Majority.none(this.#voting.keys));
      const isThere = this.#standsSomewhere(asking, has, lacked.instance);
      const paired = partners.get(has);
      if (!paired || (isThere && (isForeign || !lacked.isAlike))) continue;
      if (isThere) {
        const versions = this.#compareLacked(asking, lacked, paired);
        all.push(...accepted(asking, this.#withoutMoved(asking, lacked, versions)));
        continue;
      }
      const said = (finding: Finding): boolean => this.#saysMissing(finding, lacked);
      if (this.#isNeedless(asking, lacked)) {
        all.splice(0, all.length, ...without(all, said));
        continue;
      }
      const known = all.findIndex(({ found }) => found.some(said));
      const aligned = this.#compareLacked(asking, lacked, paired);
      if (aligned.length === 0 && known >= 0) all[known] = marked(all[known]!, lacked, said);
      const found = aligned.length > 0 || known >= 0 ? aligned : this.#lostPart(asking, lacked, paired);
      all.push(
        ...accepted(
          asking,
          found.map(each => marked(each, lacked)),
        ),
      );
    }
    return all;
  }

  /** What the page lacks of a part, compared with a page that has it. */
  #compareLacked(asking: Asking, { part, has, runs, isAlike }: LackedRuns, partners: ReadonlyMap<number, number>): Differences[] {
    const juries = this.#voting.cohorts(part)?.juriesOfGuest(asking.page.digest.language, heldKeys(asking.page));
    const judges = juries && new Majority(this.#voting.keys, juries, asking.isLackedInFolder);
    if (runs.length === 0 || !judges?.lacksAny) return [];
    const area: AreaOf = (page, example) => lackedPartArea(page, example, runs, this.#voting.byId(has)!.runs, partners);
    const differences = this.#compareWith(asking, has, judges, area, runs)?.differences ?? [];
    // On a page that is not like the other one, something else than a version of the part may stand in its place.
    const saysMissing = differences.some(({ found }) => found.some(({ absent }) => absent !== undefined));
    return isAlike || saysMissing ? differences : [];
  }

  /** Does a finding say that some of a part is missing that the page lacks as a whole? */
  #saysMissing({ repair }: Finding, { has, instance: { first, last }, runs }: LackedRuns): boolean {
    const { name } = this.#voting.byId(has)!;
    if (repair?.kind !== 'insert' || repair.from.page !== name) return false;
    const { subtreeEnd } = this.#model.tree(name);
    const { node } = repair.from;
    return (node < subtreeEnd[last]! && first < subtreeEnd[node]!) || isInRun(runs, node);
  }

  /** Differences of a part without those that miss what the page has at another place, as behind an end tag too many. */
  #withoutMoved(asking: Asking, { has }: LackedRuns, differences: readonly Differences[]): Differences[] {
    const stands = ({ repair }: Finding): boolean =>
      repair?.kind === 'insert' && this.#standsSomewhere(asking, has, { first: repair.from.node, last: repair.from.node });
    return without(differences, stands);
  }

  /** True if the page has most of what stands in some nodes of another page, at another place or in another version. */
  #standsSomewhere(asking: Asking, other: number, { first, last }: Pick<NamedRun['run'], 'first' | 'last'>): boolean {
    const both = this.#both(asking, other);
    return both !== undefined && standsSomewhere(...both, first, last);
  }

  #isNeedless(asking: Asking, { has, instance }: LackedRuns): boolean {
    const both = this.#both(asking, has);
    return both !== undefined && isNeedless(...both, instance);
  }

  /** The page and another one; undefined where the text of one cannot be had. */
  #both({ page, world }: Asking, other: number): [ComparedPage, ComparedPage] | undefined {
    const compared = this.#pages.get(page.name, world);
    const example = this.#pages.get(this.#voting.byId(other)!.name, world);
    return compared && example && [compared, example];
  }

  /** A part that the page lacks as a whole. */
  #lostPart(
    { page, world }: Asking,
    { part, has, expected, instance, runs }: LackedRuns,
    partners: ReadonlyMap<number, number>,
  ): Differences[] {
    const compared = this.#pages.get(page.name, world);
    const { name } = this.#voting.byId(has)!;
    const example = this.#pages.get(name, world);
    if (!expected || !compared || !example) return [];
    if (isThereOtherwise(compared, example, instance.first) || isOwnPart(compared, example, instance)) return [];
    const isSmallPart = runs.length > 0 && runs.every(isSmall);
    // A home page is like no other.
    const isHome = isHomePage(page.name);
    if (!expected.isUnanimous && (isHome || isSmallPart)) return [];
    // The only page of a folder is of its own kind, unless each page has a folder.
    const isAlone = !isIndexPage(page.name) && !hasSiblings(page, this.#voting);
    if (isSmallPart && (isHome || isAlone || mayBeLacking(compared, example, instance, partners))) return [];
    const lost = {
      name: partKind(example, this.#namedRun(name, instance)).name,
      first: instance.first,
      last: instance.last,
      pages: this.#voting.cohorts(part)?.size,
      certainty: certaintyOf(expected),
    };
    return [{ part: noPart(), found: [lostPart(compared, example, lost, partners)] }];
  }

  /** The parts that the page lacks, with a page that has each and where; by page and place, which do not depend on the order of edits. */
  #lacked({ page }: Asking, example: number | undefined, juries: Juries): LackedRuns[] {
    const lacked = lackedParts(page, this.#voting, juries).flatMap(({ part, expected, isAlike }) => {
      const hasPart = example !== undefined && runsOf(this.#voting.byId(example)!, part).length > 0;
      const has = hasPart ? example : expected?.example;
      if (has === undefined) return [];
      const { name } = this.#voting.byId(has)!;
      const { instance } = this.#model.partInstances(name).find(each => each.part === part)!;
      return [{ part, expected, isAlike, has, instance, runs: runsOf(this.#voting.byId(has)!, part) }];
    });
    const nameOf = ({ has }: LackedRuns): string => this.#voting.byId(has)!.name;
    return lacked.sort((a, b) =>
      nameOf(a) === nameOf(b) ? a.instance.first - b.instance.first : nameOf(a) < nameOf(b) ? -1 : 1,
    );
  }

  /**
   * Compares a page with an example; undefined where the text of one cannot be had.
   * @param runs where the example has the part; none for what is in no part.
   */
  #compareWith(
    { page, world, known }: Asking,
    id: number,
    judges: Majority,
    areaOf: AreaOf,
    runs: readonly PartRun[],
  ): { differences: Differences[]; partners: ReadonlyMap<number, number>; exempted: () => Exempted } | undefined {
    const compared = this.#pages.get(page.name, world);
    const example = this.#voting.byId(id)!;
    const other = compared && this.#pages.labelled(example.name, world, this.#model);
    if (!other) return undefined;
    this.count++;
    extendStepLimit(other.source.length);
    const { differences, partners, exempted } = comparePages(compared, other, judges, areaOf(compared, other));
    const findings = differenceFindings(differences, { page: compared, example: other }, this.#rules, world.exists);
    const isCounter = (node: number) => isVariableNumber(compared, node, this.#voting.agreement.numbers);
    const counted = findings.filter(
      ({ code, node, identity }) => !known.has(identity) && (code !== 'template/changed-text' || !isCounter(node)),
    );
    const copying = { page: compared, example: other, exists: world.exists };
    const found = counted.map(finding => {
      const risk = repairRisk(finding, copying);
      const dead = deadTarget(finding, copying);
      const message = dead === undefined ? finding.message : `${finding.message.slice(0, -1)}; ${dead} does not exist.`;
      return { ...finding, message, ...(risk !== undefined && { risk }) };
    });
    if (found.length === 0) return { differences: [], partners, exempted };
    // One difference says enough.
    const age = found.length > 1 ? versionAge(found, compared, other, runs, world.exists) : undefined;
    return { differences: [{ part: this.#onePart(example, other, runs, age), found }], partners, exempted };
  }

  /** Those differences that are most likely typing mistakes: so much alike are no two texts by chance. */
  #misspellings({ page, world }: Asking, example: number, differences: readonly Differences[]): Differences[] {
    const [own, other] = [page, this.#voting.byId(example)!].map(({ name }) => this.#pages.get(name, world));
    const text = ({ tree, source }: ComparedPage, node: number): string => nodeText(tree, source, node).toLowerCase();
    const isOne = ({ repair }: Finding): boolean =>
      repair?.kind === 'replace' &&
      repair.part === 'node' &&
      isSpeltOtherwise(text(own!, repair.node), text(other!, repair.from.node));
    return without(differences, finding => !isOne(finding));
  }

  #onePart({ name }: CheckedPage, example: ComparedPage, runs: readonly PartRun[], age: OnePart['age']): OnePart {
    const [run] = runs;
    if (!run) return noPart();
    const { instance } = this.#model.partInstances(name).find(({ instance: { first } }) => first === run.first)!;
    return onePart(example, runs, this.#namedRun(name, instance), age);
  }

  /** What a person calls the part in which a node of a page stands; undefined outside of parts. */
  partName(page: ComparedPage, node: number): string | undefined {
    const { tree } = page;
    const found = this.#model
      .partInstances(page.name)
      .find(({ instance: { first, last } }) => first <= node && node < tree.subtreeEnd[last]!);
    return found && partKind(page, this.#namedRun(page.name, found.instance)).name;
  }

  #namedRun(page: string, run: NamedRun['run']): NamedRun {
    const sharing = this.#model.sharing(page);
    return { run, isShared: node => sharing.informative[node] === 2, side: run.side };
  }
}

/** Differences about a part that the page lacks; those that say that something is missing are marked if the part is lost. */
function marked(
  { part, found }: Differences,
  { expected }: LackedPart,
  isAbout: (finding: Finding) => boolean = () => true,
): Differences {
  if (!expected) return { part, found };
  const isMissing = (each: Finding): boolean => each.absent !== undefined && isAbout(each);
  return { part, found: found.map(each => (isMissing(each) ? { ...each, lostPart: certaintyOf(expected) } : each)) };
}

/** Returns the differences without the findings that match, and without parts that have no finding left. */
function without(differences: readonly Differences[], isLeftOut: (finding: Finding) => boolean): Differences[] {
  return differences.flatMap(({ part, found }) => {
    const kept = found.filter(finding => !isLeftOut(finding));
    return kept.length > 0 ? [{ part, found: kept }] : [];
  });
}

/** These differences, noted as known: they are not reported again. */
function accepted({ known }: Asking, differences: Differences[] = []): Differences[] {
  for (const { identity } of differences.flatMap(({ found }) => found)) known.add(identity);
  return differences;
}
