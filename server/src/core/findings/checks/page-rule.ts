import type { RequiredNode } from 'templens-shared/findings';
import { compileSelector, type Selector } from '../../../html/select.ts';
import { outermostAround } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Agreement } from '../../statements/agreement-table.ts';
import type { SiteAgreement } from '../../statements/site-agreement.ts';
import type { ThingName } from '../../statements/statements.ts';
import { differencesOf, type Finding } from '../finding.ts';

/** The files of the site, as checks need them. */
export interface CheckWorld {
  /** Text of a page; undefined where it cannot be had. */
  source(page: string): string | undefined;
  /** The page as it was compared when it was parsed, if that was kept. */
  comparedWhenParsed?(page: string): ComparedPage | undefined;
  /** Is there a file or folder at this path from the site's root, with `/`? */
  exists(path: string): boolean;
  /** Returns the text of a style sheet or script of the site; undefined if it does not exist or cannot be read. */
  read(path: string): string | undefined;
  /** Does the page match one of the globs? */
  matches(page: string, globs: readonly string[]): boolean;
}

/** Is a setting about this page: does it name no pages, or match it with one of its globs? */
export function concernsPage(
  { pages }: { readonly pages?: readonly string[] },
  page: string,
  matches: CheckWorld['matches'],
): boolean {
  return !pages || pages.length === 0 || matches(page, pages);
}

/** An element that pages must have, ready to be looked for. */
export interface Requirement {
  readonly required: RequiredNode;
  readonly selector: Selector;
}

/** Compiles the setting `required`. Throws a sentence if a selector is invalid. */
export function compileRequired(required: readonly RequiredNode[]): Requirement[] {
  return required.map(entry => ({ required: entry, selector: compileSelector(entry.selector) }));
}

/** Where a node of a page stands: an element's start tag, all of another node. */
export type PlaceOf = (page: string, node: number) => { page: string; start: number; end: number };

/** A page whose findings may have changed, before its text is read. */
export interface PageInQuestion {
  /** Path from the site's root, with `/`. */
  readonly name: string;
  readonly world: CheckWorld;
  /** What the pages of the site agree on beside nodes. */
  readonly agreement: SiteAgreement;
  /** Does it share its template with no other page, on a site where others do? */
  readonly isAlone: boolean;
  readonly required: readonly Requirement[];
  /** Set where nearly all pages that say the same in their shared parts give another language. */
  readonly otherLanguage: OtherLanguage | undefined;
  /** Its links to other files, with their nodes; none on a large site. */
  readonly fileLinks: () => readonly (readonly [path: string, node: number])[];
  /** Does a node of a page stand in a shared part? */
  readonly isInPart: (page: string, node: number) => boolean;
  /** Other pages that take part in comparisons, of the page's folder or, if it has none, of one around it. */
  readonly pagesAround: () => readonly string[];
}

/** A language, the share of pages that give it, and the path of one of them. */
export interface OtherLanguage {
  readonly language: string;
  readonly support: { readonly pages: number; readonly of: number };
  readonly example: string;
}

/** A page with its text, asked for findings. */
export interface PageUnderCheck extends PageInQuestion {
  readonly compared: ComparedPage;
  /** What the comparison with other pages found. */
  readonly found: readonly Finding[];
  /** Pages that it was compared with. */
  readonly examples: readonly string[];
  readonly placeOf: PlaceOf;
  /** What a person calls the part in which a node of the page stands; undefined outside of parts. */
  partOf(node: number): string | undefined;
  /** Another page, undefined where its text cannot be had. */
  load(page: string): ComparedPage | undefined;
}

/** A rule that looks at one page at a time. */
export interface PageRule {
  /** May the page have findings? Asked before the text of the page is read. Without it, `find` is called for every page. */
  readonly concerns?: (page: PageInQuestion) => boolean;
  /**
   * The findings of a page. Called for every page that takes part in comparisons, `concerns` allows, and whose findings may have changed:
   * it or what is counted of the site about it is not as when it was called last.
   */
  readonly find: (page: PageUnderCheck) => Finding[];
}

/** A rule that looks for one mistake with many consequences. */
export interface CauseRule {
  /** As of `PageRule`. */
  readonly concerns: (page: PageInQuestion) => boolean;
  readonly find: (page: PageUnderCheck) => Cause | undefined;
}

/** A mistake. Its consequences, findings about the template on the start tag of its node and from an offset on, become its details. */
export interface Cause {
  readonly finding: Finding;
  readonly from: number;
  /** True for other consequences. */
  readonly explains?: (finding: Finding) => boolean;
}

/** A condition of rules: the page says something else than the majority about so many things. */
export function dissents(thing: ThingName, things = 1): (page: PageInQuestion) => boolean {
  return ({ agreement, name }) => agreement[thing].dissents(name, things);
}

/**
 * True if a difference from other pages starts in the start tag of a node, or in that of an element with nothing but this node inside. A difference
 * that starts earlier covers a larger block, and does not describe the node.
 */
export function hasDifference({ found, compared: page }: PageUnderCheck, node: number): boolean {
  const first = page.tree.start[outermostAround(page, node)]!;
  return found.flatMap(differencesOf).some(({ start }) => first <= start && start < page.tree.tagEnd[node]!);
}

/**
 * The fields that findings about an agreement have in common.
 * @param here what the place on the example page shows: a sentence
 */
export function agreedFields(
  { pages, of, example }: Agreement,
  placeOf: PlaceOf,
  here: string,
): Pick<Finding, 'support' | 'related' | 'normalisers'> {
  return {
    support: { pages, of },
    related: [{ ...placeOf(example.page, example.node), message: here }],
    normalisers: [],
  };
}
