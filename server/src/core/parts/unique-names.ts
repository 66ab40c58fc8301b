import { step } from '../../html/steps.ts';
import { thresholds } from './thresholds.ts';

/** What a part is called before it is told apart from others of that name. */
export interface PartKind {
  /** Such as `footer`, `menu`, `head: styles`. */
  readonly name: string;
  /** A heading in it, or its first words; empty without text. */
  readonly words: string;
  /** A longer name out of its id or class, such as `top header`. */
  readonly phrase?: string;
  readonly links: number;
  /** A name that many parts have needs the words beside it. */
  readonly wantsWords: boolean;
}

/** A part to be named: its kind, the number of its pages and the name that the settings have for it. */
export interface NameWanted extends PartKind {
  readonly pages: number;
  readonly configured?: string | undefined;
}

/**
 * Unique names, in the order of the parts. A name that several parts want goes to the one that is on far more pages than the others; these
 * are told apart by the names of their ids or classes, by the words in them, and at last by a number.
 */
export function uniqueNames(parts: readonly NameWanted[]): string[] {
  const main = mainMenu(parts);
  const kinds = parts.map(({ name }, at) => (at === main ? 'main menu' : name));
  const withWords = kinds.map((kind, at) => (parts[at]!.words === '' ? kind : `${kind} “${parts[at]!.words}”`));
  const names = new Array<string | undefined>(parts.length).fill(undefined);
  const taken = new Set<string>();
  // The settings' names come first, so that no other part takes one.
  const rounds: ((part: NameWanted, at: number) => string | undefined)[] = [
    ({ configured }) => configured,
    ({ wantsWords }, at) => (wantsWords ? undefined : kinds[at]),
    ({ phrase }) => phrase,
    (_, at) => withWords[at],
  ];
  for (const round of rounds) {
    const wanted = new Map<string, number[]>();
    parts.forEach((part, at) => {
      const name = names[at] === undefined ? round(part, at) : undefined;
      if (name === undefined || taken.has(name)) return;
      const wanting = wanted.get(name);
      if (wanting) wanting.push(at);
      else wanted.set(name, [at]);
    });
    for (const [name, wanting] of wanted) {
      const [first, second] = wanting.toSorted((a, b) => parts[b]!.pages - parts[a]!.pages || a - b);
      if (second !== undefined && parts[first!]!.pages < thresholds.nameClaim * parts[second]!.pages) continue;
      names[first!] = name;
      taken.add(name);
    }
  }
  /** The first number of each name that may be free: those before it are taken. */
  const numbers = new Map<string, number>();
  return names.map((name, at) => {
    if (name !== undefined) return name;
    const base = parts[at]!.configured ?? withWords[at]!;
    let own = base;
    let number = numbers.get(base) ?? 2;
    for (; taken.has(own); number++) {
      step();
      own = `${base} ${number}`;
    }
    numbers.set(base, number);
    taken.add(own);
    return own;
  });
}

/** Index of the main menu: a long menu on nearly all pages, not the three links above it on all. */
function mainMenu(parts: readonly NameWanted[]): number | undefined {
  const menus = parts.map((part, at) => ({ ...part, at })).filter(({ name, links }) => name === 'menu' && links >= 3);
  return menus.sort((a, b) => b.pages * b.links - a.pages * a.links || a.at - b.at)[0]?.at;
}
