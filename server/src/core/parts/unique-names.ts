import { step } from '../../html/steps.ts';
import { thresholds } from './thresholds.ts';

/** What a part is called before names are made unique. */
export interface PartKind {
  /** Kind, such as `footer`, `menu`, `head styles`. */
  readonly name: string;
  /** Text of a heading in it, or its first words; empty without text. */
  readonly words: string;
  /** More specific name from its id or class, such as `top header`. */
  readonly phrase?: string;
  /** Kind by its structure alone, if `name` is only a guess from its place on the page: only the part on the most pages gets the guess. */
  readonly structure?: string;
  /** Number of links in it. */
  readonly links: number;
  /** True if the kind alone is too general for a name: the words are added. */
  readonly wantsWords: boolean;
}

/** A part that needs a name. */
export interface NameWanted extends PartKind {
  /** Number of pages that have the part. */
  readonly pages: number;
  /** Name that the settings give the part. */
  readonly configured?: string | undefined;
}

/** The name of a part in its site. */
export interface UniqueName {
  readonly name: string;
  /** True for a piece without a role, such as a text or a heading, and for one of several parts that differ in nothing that has a name. */
  readonly isFragment: boolean;
}

/** Kinds of pieces that people do not call a part: they have no role, and words at most. */
const fragments = new Set(['heading', 'link', 'text', 'block']);

/**
 * Returns unique names, in the order of the parts. Of several parts of one kind, a part on many more pages than the others gets the plain name;
 * of the menus, the main one. The others get a phrase from their id or class, else the kind with their words, else a number.
 */
export function uniqueNames(parts: readonly NameWanted[]): UniqueName[] {
  const main = mainMenu(parts);
  const names = new Array<string | undefined>(parts.length).fill(undefined);
  const taken = new Set<string>();
  const withWords = ({ name, structure = name, words }: NameWanted): string | undefined =>
    words === '' ? undefined : `${structure} “${words}”`;
  // Names in the settings come first, so that no other part takes one.
  const rounds: ((part: NameWanted, at: number) => string | undefined)[] = [
    ({ configured }) => configured,
    (_, at) => (at === main ? 'menu' : undefined),
    ({ wantsWords, name }) => (wantsWords ? undefined : name),
    ({ phrase }) => phrase,
    withWords,
  ];
  for (const round of rounds) {
    const claims = new Map<string, number[]>();
    parts.forEach((part, at) => {
      const name = names[at] === undefined ? round(part, at) : undefined;
      if (name === undefined || taken.has(name)) return;
      const claimants = claims.get(name);
      if (claimants) claimants.push(at);
      else claims.set(name, [at]);
    });
    for (const [name, claimants] of claims) {
      const [first, second] = claimants.toSorted((a, b) => parts[b]!.pages - parts[a]!.pages || a - b);
      if (second !== undefined && parts[first!]!.pages < thresholds.nameClaim * parts[second]!.pages) continue;
      names[first!] = name;
      taken.add(name);
    }
  }
  /** By name, the least number that may be free. */
  const numbers = new Map<string, number>();
  return names.map((name, at) => {
    const part = parts[at]!;
    const isOnlyStructure = part.configured === undefined && fragments.has(part.structure ?? part.name);
    if (name !== undefined) return { name, isFragment: isOnlyStructure && name !== part.name && name !== part.phrase };
    const base = part.configured ?? withWords(part) ?? part.name;
    let own = base;
    let number = numbers.get(base) ?? 2;
    for (; taken.has(own); number++) {
      step();
      own = `${base} ${number}`;
    }
    numbers.set(base, number);
    taken.add(own);
    return { name: own, isFragment: isOnlyStructure || part.words === '' };
  });
}

/** Index of the main menu: the menu with the greatest number of pages times links, so that a few links on all pages do not win over a long menu. */
function mainMenu(parts: readonly NameWanted[]): number | undefined {
  const menus = parts
    .map((part, at) => ({ ...part, at }))
    .filter(({ name, links }) => name === 'menu' && links >= thresholds.menuLinks);
  return menus.sort((a, b) => b.pages * b.links - a.pages * a.links || a.at - b.at)[0]?.at;
}
