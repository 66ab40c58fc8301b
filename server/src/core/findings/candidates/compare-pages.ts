import { nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import { type Gap, gapsIn } from '../../counts/align-lists.ts';
import { addressAttributes } from '../../edits/address-attributes.ts';
import { comparedChildren, isSame, sameName } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { wordingAttributes } from '../../keys/signatures.ts';
import { isCommentedOut } from '../../statements/commented-out.ts';
import {
  firstLink,
  firstLinks,
  hasClassesOf,
  hasWords,
  holdsLink,
  isBreadcrumb,
  isItem,
  isLoadedElsewhere,
  isOtherCode,
  isPicture,
  isSeparator,
  isSpacer,
  isSpanned,
  leadsToLinkedFile,
  standsElsewhere,
} from '../../statements/kinds-of-nodes.ts';
import { isSameAround, sharedWordsIn } from '../../statements/node-leaves.ts';
import { isSaidAgain, sameNodes, signatureKey } from '../../statements/page-lookup.ts';
import { saysTitle } from '../../statements/titles.ts';
import type { Difference } from '../agreement/difference.ts';
import type { Majority } from '../agreement/majority.ts';
import { type ExamplePage, TemplateNodes } from '../agreement/template-nodes.ts';
import type { Area } from '../facts/area.ts';
import type { Exempted, Exemption } from '../facts/exemptions.ts';
import { Likeness, SAME_ENTRY } from '../facts/likeness.ts';
import { leadsToMissingPlaces, leadsToNamesake, leadsToPage, leadsToTranslation, leadToOtherFiles } from '../facts/own-item.ts';
import { thresholds } from '../thresholds.ts';
import { differingAttributes } from './differing-attributes.ts';
import { type Lacked, lackedWholes, pairInOtherOrder } from './other-order.ts';
import { type Extra, type Missing, withoutRearranged } from './rearranged.ts';
import { withoutWrappers } from './wrappers.ts';

/** Elements that come and go with what a page needs: never extra. */
const pageOwn = new Set(['base', 'iframe', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

/**
 * Where a page differs from the template: the trees of the page and of an example page are aligned from their roots down, and
 * of their differences those are kept that part the page from the majority. A difference is named at the highest node.
 */
export function comparePages(
  page: ComparedPage,
  example: ExamplePage,
  majority: Majority,
  area: Area,
): { differences: Difference[]; partners: ReadonlyMap<number, number>; exempted: () => Exempted } {
  const comparison = new Comparison(page, example, majority, area);
  if (!area.parents) comparison.pair(page.tree.root, example.tree.root);
  for (const [node, other] of area.parents ?? []) comparison.children(node, other);
  const isAnother = area.parents !== undefined && (area.isOwn ? comparison.isOtherPart() : comparison.isPartlyAnother());
  if (isAnother) comparison.exempted.add('another');
  const isOther = isAnother || (area.isOwn && comparison.isPartInOtherState());
  return {
    differences: isOther ? [] : comparison.differences(),
    partners: comparison.partners,
    exempted: () => comparison.allExempted(),
  };
}

class Comparison {
  readonly #page: ComparedPage;
  readonly #example: ComparedPage;
  readonly #area: Area;
  readonly #template: TemplateNodes;
  readonly #likeness: Likeness;
  readonly #found: Difference[] = [];
  /** Nodes of the page by those of the example that they were paired with, where their children were compared. */
  readonly partners = new Map<number, number>();
  /** By element of the example: does one of its children lead to the example? */
  readonly #listsItself = new Map<number, boolean>();
  /** By element of the page: does it lead to the page itself? */
  readonly #leadHere = new Map<number, boolean>();
  /** Children of the example that the page lacks, and of the page that the example lacks, below paired parents. */
  readonly #missing: Missing[] = [];
  readonly #extra: Extra[] = [];
  /** Child nodes of the page that were paired with no node of the example. */
  readonly #leftOver = new Set<number>();
  /** Child nodes of the example that were paired with no node of the page. */
  readonly #leftOverThere = new Set<number>();
  /** Why differences are not reported, as far as it was noted. */
  readonly exempted: Exempted = new Set();

  constructor(page: ComparedPage, example: ExamplePage, majority: Majority, area: Area) {
    this.#page = page;
    this.#example = example;
    this.#area = area;
    this.#template = new TemplateNodes(example, majority, area, this.exempted);
    this.#likeness = new Likeness(page, example);
  }

  /** Is it another part, or an age of it that has little in common? A part of the body that only lacks something is the same. */
  isOtherPart(): boolean {
    const isInHead = this.#area.parents?.some(([, other]) => nodeName(this.#example.tree, other) === 'head');
    const isShorter =
      !isInHead && this.#extra.length === 0 && this.#found.every(({ kind }) => kind === 'missing' || kind === 'moved');
    return !isShorter && this.#template.isAnother(this.#page);
  }

  /** Does something else stand in the place of the part, with little of it? All of it missing is another matter. */
  isPartlyAnother(): boolean {
    return this.#found.some(({ kind }) => kind !== 'missing' && kind !== 'moved') && this.#template.isAnother(this.#page);
  }

  /** N8: does the part say the same, with other items marked, linked or first? */
  isPartInOtherState(): boolean {
    if (this.#page.context.off.has('N8')) return false;
    const isOfWords = (difference: Difference): boolean =>
      difference.kind === 'text' || (difference.kind === 'missing' && hasWords(this.#example, difference.example));
    if (![...this.#found, ...this.#missing, ...this.#extra].some(isOfWords)) return false;
    const words = (page: ComparedPage, side: 0 | 1, has: (node: number) => boolean): string => {
      const found: number[] = [];
      for (const { [side]: parent } of this.#area.parents ?? [])
        for (let node = parent + 1; node < page.tree.subtreeEnd[parent]!; node++)
          if (page.tree.kind[node] === TEXT && has(node)) found.push(page.signatures.own[node * 2]!);
      step(found.length);
      return found.sort((a, b) => a - b).join();
    };
    const here = words(this.#page, 0, node => this.#area.hasOwn(node));
    const there = words(this.#example, 1, node => this.#area.has(node));
    return this.#isExempt('state', here === there);
  }

  /** Notes why something is not reported; returns `is`. @param other the node of the example, if that matters only where pages agree on it. */
  #isExempt(why: Exemption, is: boolean, other?: number): boolean {
    if (is && (other === undefined || this.#template.isLacked(other))) this.exempted.add(why);
    return is;
  }

  /** Why differences are not reported. If nothing was noted, what most pages have and the page lacks is there, or differs inside. */
  allExempted(): Exempted {
    if (this.exempted.size > 0) return this.exempted;
    for (let other = 0; other < this.#example.tree.size; other++) {
      step();
      if (!this.#area.has(other) || !this.#template.isLacked(other)) continue;
      const isThere = sameNodes('full', this.#page, this.#example, other).length > 0;
      this.exempted.add(isThere ? 'elsewhere' : 'inside');
    }
    return this.exempted.size > 0 ? this.exempted : this.exempted.add('beside');
  }

  /** All that was found. */
  differences(): Difference[] {
    const compared = {
      page: this.#page,
      example: this.#example,
      likeness: this.#likeness,
      template: this.#template,
      leftOver: this.#leftOver,
      leftOverThere: this.#leftOverThere,
      isExempt: (is: boolean): boolean => this.#isExempt('elsewhere', is),
    };
    // A separator alone is no difference: it counts if something else of its parent is missing, too.
    const incomplete = new Set(this.#missing.flatMap(each => (isSeparator(this.#example, each.example) ? [] : each.parent)));
    const missing = this.#missing.filter(each => incomplete.has(each.parent));
    return [...this.#found, ...withoutRearranged(compared, missing, this.#extra)];
  }

  /** Compares two nodes that stand at the same place, and what is below them. */
  pair(node: number, other: number): void {
    if (!this.#area.has(other) || isSame('full', this.#page, node, this.#example, other)) return;
    if (!sameName(this.#page, node, this.#example, other)) return this.#replaced(node, other);
    if (this.#page.tree.kind[node] === TEXT) return this.#text(node, other);
    if (this.#isExempt('state', this.#isInOtherState(node, other), other)) return;
    if (this.#isExempt('another', this.#beginsOtherSection(node, other), other)) return;
    this.#attributes(node, other);
    this.children(node, other);
  }

  #text(node: number, other: number): void {
    if (this.#isExempt('others', this.#isVariant(node) || this.#template.isAsCommon(this.#page, node, other), other)) return;
    if (this.#isExempt('another', isOtherCode(this.#page, node, this.#example, other), other)) return;
    if (this.#isExempt('own', saysTitle(this.#page, node) && saysTitle(this.#example, other), other)) return;
    const saidAgain = isSaidAgain(this.#page, node);
    const isSpelling = this.#likeness.isSpeltOtherwise(node, other);
    if (this.#isExempt('elsewhere', saidAgain && !isSpelling, other)) return;
    const verdict = this.#template.lackedWhole(other) ?? (isSpelling ? this.#template.lackedByNoOther(other) : undefined);
    if (!verdict) return;
    if (this.#isExempt('elsewhere', isSameAround(this.#page, node, this.#example, other))) return;
    if (this.#isExempt('language', verdict.isForeign === true && !this.#likeness.isMisspelt(node, other))) return;
    this.#found.push({ kind: 'text', node, example: other, verdict, ...(saidAgain && { isSaidAgain: true }) });
  }

  /** True if two elements are headings that share no word, and their sections share next to nothing. */
  #beginsOtherSection(node: number, other: number): boolean {
    if (!/^h[1-6]$/.test(nodeName(this.#page.tree, node)) || sharedWordsIn(this.#page, node, this.#example, other) > 0)
      return false;
    return this.#likeness.shared(this.#page.tree.parent[node]!, this.#example.tree.parent[other]!) < thresholds.byChance;
  }

  /** Outside of parts, what some other pages have in the same way is an option of the layout. */
  #isVariant(node: number): boolean {
    return !this.#area.parents && this.#template.isOption(this.#page, node);
  }

  /** Another element at the place of one that has the same inside, or a text in the place of a link. */
  #replaced(node: number, other: number): void {
    if (this.#isExempt('state', this.#isOwnItem(other), other)) return;
    if (this.#isExempt('own', leadsToNamesake(this.#page, node), other)) return;
    const isLinkLost = holdsLink(this.#example, other) && !holdsLink(this.#page, node);
    // An item without its link: where the reader is, or where nothing comes before or after the page.
    if (this.#isExempt('state', isLinkLost && this.#template.isCommonTag(this.#page, node), other)) return;
    const verdict = isLinkLost
      ? this.#template.lackedWhole(other)
      : (this.#template.lacked(other) ?? this.#template.lackedStructure(other));
    const isWhole = this.#template.lackedWhole(other) !== undefined;
    if (verdict) this.#found.push({ kind: 'replaced', node, example: other, isWhole, verdict });
    else if (!isLinkLost && this.#page.tree.kind[node] === ELEMENT && this.#example.tree.kind[other] === ELEMENT)
      this.children(node, other);
  }

  /** N8, learned from the site: the same words, or none, in another tag that many pages have there, as the items and icons of a menu by turns. */
  #isInOtherState(node: number, other: number): boolean {
    if (this.#page.context.off.has('N8') || isSame('structure', this.#page, node, this.#example, other)) return false;
    const isEmpty = this.#page.tree.subtreeEnd[node] === node + 1 && this.#example.tree.subtreeEnd[other] === other + 1;
    return (isEmpty || this.#likeness.saysTheSame(node, other)) && this.#template.isCommonTag(this.#page, node);
  }

  #attributes(node: number, other: number): void {
    if (isSame('own', this.#page, node, this.#example, other)) return;
    if (this.#isExempt('others', this.#isVariant(node) || this.#template.isAsCommon(this.#page, node, other), other)) return;
    const whole = this.#template.lackedOwn(other);
    const verdict = whole ?? this.#template.lackedStructure(other);
    if (!verdict) return;
    const isSaid = (name: string): boolean => wordingAttributes.has(name) && !addressAttributes.has(name);
    const counts = (name: string): boolean =>
      whole === undefined ? !wordingAttributes.has(name) : !whole.isForeign || !isSaid(name);
    if (this.#isExempt('another', this.#isOtherEntry(node, other))) return;
    const [page, example] = [this.#page, this.#example];
    const isInPart = this.#area.parents !== undefined;
    const names = differingAttributes(page, node, example, other, this.#likeness, isInPart).filter(counts);
    if (names.length > 0) this.#found.push({ kind: 'attributes', node, example: other, names, verdict });
    else this.exempted.add('own');
  }

  /** Have two elements few words and addresses in common, and do they lead to files with different names? They are two entries of a list. */
  #isOtherEntry(node: number, other: number): boolean {
    if (this.#likeness.leaves(node) === 0 || this.#likeness.shared(node, other) >= SAME_ENTRY) return false;
    // Without words it is its place that says which link it is.
    if (!hasWords(this.#page, node) || !hasWords(this.#example, other)) return false;
    return leadToOtherFiles(this.#page, node, this.#example, other);
  }

  #isOwnItem(other: number): boolean {
    return leadsToPage(this.#example, other, this.#page.context);
  }

  /** Compares the children of two nodes. */
  children(parent: number, otherParent: number): void {
    this.partners.set(otherParent, parent);
    const [nodes, others] = [comparedChildren(this.#page, parent), comparedChildren(this.#example, otherParent)];
    const { left, right, isUnwrapped } = withoutWrappers(this.#page, this.#example, nodes, others);
    if (isUnwrapped) this.exempted.add('wrapper');
    const partner = this.#likeness.align(left, right);
    const paired = new Int32Array(right.length).fill(-1);
    partner.forEach((j, i) => {
      if (j >= 0) paired[j] = i;
    });
    const own = { parent, left, partner };
    const { taken, moved } = pairInOtherOrder(this.#page, own, this.#example, { right, paired }, this.#template);
    for (const difference of moved) this.#found.push(difference);
    let before = -1;
    let linked: ReadonlySet<string> | undefined;
    const leads = () =>
      (linked ??= firstLinks(
        this.#page,
        left.filter((_, i) => partner[i]! < 0),
      ));
    for (let j = 0; j < right.length; j++) {
      if (paired[j]! >= 0) {
        before = paired[j]!;
        continue;
      }
      this.#leftOverThere.add(right[j]!);
      const verdict = this.#template.lacked(right[j]!);
      if (!verdict) continue;
      const [page, example, other] = [this.#page, this.#example, right[j]!];
      const isOfPage =
        leadsToMissingPlaces(example, other, page) || isBreadcrumb(example, other) || isSpacer(example, other, !this.#area.isOwn);
      if (this.#isExempt('own', isOfPage)) continue;
      if (this.#isExempt('state', this.#isOfOthersOnly(other, otherParent))) continue;
      const isElsewhere =
        isLoadedElsewhere(page, example, other) ||
        isCommentedOut(page, example, other) ||
        isSpanned(page, parent, example, other) ||
        leads().has(firstLink(example, other) ?? '');
      if (this.#isExempt('elsewhere', isElsewhere)) continue;
      const after = before < 0 ? -1 : left[before]!;
      const isWhole = this.#template.lackedWhole(right[j]!) !== undefined;
      // Of what is partly each page's own, all others must have one.
      if (this.#isExempt('agreement', !isWhole && verdict.pages < verdict.of - 1)) continue;
      if (this.#isExempt('elsewhere', !isWhole && standsElsewhere(page, example, other))) continue;
      this.#missing.push({
        kind: 'missing',
        parent: after < 0 ? parent : this.#page.tree.parent[after]!,
        after,
        example: right[j]!,
        isWhole,
        verdict,
        ...this.#placeOfMissing({ left, partner, taken, before }, { right, paired, at: j }),
      });
    }
    const gaps = gapsIn(partner, right.length);
    let wholes: ReadonlyMap<number, Lacked> | undefined;
    for (let i = 0; i < left.length; i++) {
      if (partner[i]! >= 0) this.pair(left[i]!, right[partner[i]!]!);
      else if (!taken.has(left[i]!)) {
        this.#leftOver.add(left[i]!);
        wholes ??= lackedWholes(this.#example, right, this.#template);
        const copied = isSeparator(this.#page, left[i]!)
          ? undefined
          : wholes.get(signatureKey(this.#page.signatures.full, left[i]!));
        if (copied) this.#found.push({ kind: 'duplicated', node: left[i]!, ...copied });
        else this.#addExtra(left[i]!, left[i - 1], gaps[i]!, right, otherParent);
      }
    }
  }

  /** What stands where a child of the example is missing: nothing of a section, or one element with nothing in common. */
  #placeOfMissing(
    {
      left,
      partner,
      taken,
      before,
    }: { left: readonly number[]; partner: Int32Array; taken: ReadonlySet<number>; before: number },
    { right, paired, at }: { right: readonly number[]; paired: Int32Array; at: number },
  ): { instead?: number; isSection?: true } {
    const own: number[] = [];
    // Two say as much as many.
    for (let i = before + 1; i < left.length && partner[i]! < 0 && own.length < 2; i++)
      if (!taken.has(left[i]!)) own.push(left[i]!);
    const isFree = (j: number): boolean => j >= 0 && j < right.length && paired[j]! < 0;
    if (own.length === 0)
      return isFree(at + 1) && /^h[1-6]$/.test(nodeName(this.#example.tree, right[at]!)) ? { isSection: true } : {};
    const [instead] = own;
    const isOne = own.length === 1 && !isFree(at - 1) && !isFree(at + 1);
    const isAlike =
      sameName(this.#page, instead!, this.#example, right[at]!) || hasClassesOf(this.#page, instead!, this.#example, right[at]!);
    return isOne && isAlike ? { instead: instead! } : {};
  }

  /** Is it the page's own entry in a list that skips the page it stands on, as it does on the example page? */
  #isOfOthersOnly(other: number, parent: number): boolean {
    if (!this.#isOwnItem(other)) return false;
    return !known(this.#listsItself, parent, () =>
      comparedChildren(this.#example, parent).some(entry => leadsToPage(this.#example, entry, this.#example.context)),
    );
  }

  /** Does an element of the page lead to the page itself? */
  #leadsHere(node: number): boolean {
    return known(this.#leadHere, node, () => leadsToPage(this.#page, node, this.#page.context));
  }

  /** N8: is it a list of links inside, or right after, the entry of a menu that leads to this page, or to the section it lies in? */
  #isOpenBranch(node: number, before: number | undefined): boolean {
    const { tree, context } = this.#page;
    if (context.off.has('N8') || !holdsLink(this.#page, node)) return false;
    // One more entry of the same kind is not a branch.
    return before !== undefined && nodeName(tree, before) !== nodeName(tree, node) && this.#leadsHere(before);
  }

  /** A child of the page without a partner, after a sibling: something between two that belong side by side. */
  #addExtra(node: number, before: number | undefined, { from, to }: Gap, right: readonly number[], otherParent: number): void {
    const name = nodeName(this.#page.tree, node);
    if (this.#isExempt('own', pageOwn.has(name) || leadsToTranslation(this.#page, node))) return;
    // What says "you are here" in the link to the page itself (N8).
    const parent = this.#page.tree.parent[node]!;
    const isMark = isItem(nodeName(this.#page.tree, parent)) && this.#leadsHere(parent);
    if (this.#isExempt('state', isMark || this.#isOpenBranch(node, before))) return;
    if (this.#isExempt('place', to !== from + 1 || (from < 0 && to === right.length))) return;
    if (!this.#area.parents && isPicture(this.#page, node)) return;
    const isEntry = this.#likeness.leaves(node) <= thresholds.mostOfEntry;
    const unpaired = right.filter(other => this.#leftOverThere.has(other));
    if (this.#isExempt('elsewhere', isEntry && leadsToLinkedFile(this.#page, node, this.#example, unpaired))) return;
    // Headings outside of parts are about what the page says.
    if (!this.#area.hasOwn(node) && /^h[1-6]$/.test(name)) return;
    const verdict = this.#template.lackedNeighbours(right, from, to, otherParent);
    if (!verdict) return void this.exempted.add('place');
    const example = to < right.length ? right[to]! : right[from]!;
    this.#extra.push({ kind: 'extra', node, example, verdict });
  }
}

function known(answers: Map<number, boolean>, node: number, ask: () => boolean): boolean {
  const answer = answers.get(node) ?? ask();
  answers.set(node, answer);
  return answer;
}
