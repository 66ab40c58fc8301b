import { attributeValue, nodeName } from '../../html/access.ts';
import { combine53, number53 } from '../../html/hash.ts';
import { step } from '../../html/steps.ts';
import { BLANK, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { normalAddress } from '../keys/normal-form/address.ts';
import { idsOf } from './page-anchors.ts';
import { pageReferences } from './page-references.ts';

type Signature = 'structure' | 'full';

/** What a page has anywhere, by what it is asked for. Each index is made once a page, in one pass over it, when it is first asked for. */
class PageLookup {
  readonly #page: ComparedPage;
  readonly #made = new Map<string, unknown>();

  constructor(page: ComparedPage) {
    this.#page = page;
  }

  /** Nodes by 53-bit signature, in document order. */
  nodes(by: Signature): ReadonlyMap<number, readonly number[]> {
    return this.#index(by, () => grouped(this.#page, node => signatureKey(this.#page.signatures[by], node)));
  }

  /** Nodes by the 53-bit hash of their path and structure, in document order. */
  places(): ReadonlyMap<number, readonly number[]> {
    return this.#index('places', () => grouped(this.#page, node => placeKey(this.#page, node)));
  }

  /** Names of the elements that have no attributes to be told apart by. */
  bareNames(): ReadonlySet<string> {
    return this.#index('bare names', () => {
      const names = new Set<string>();
      this.#elements(node => {
        if (this.#page.signatures.bare[node]) names.add(nodeName(this.#page.tree, node));
      });
      return names;
    });
  }

  /** How often the page loads each script or style library, in whatever versions. */
  libraries(): ReadonlyMap<string, number> {
    return this.#index('libraries', () => {
      const libraries = new Map<string, number>();
      for (const [address, times] of pageReferences(this.#page).loaded) {
        const library = libraryOf(address);
        if (library !== undefined) libraries.set(library, (libraries.get(library) ?? 0) + times);
      }
      return libraries;
    });
  }

  /** Ids, and names of anchors, of the elements in the body that begin before its first text: addresses of the page's top. */
  topIds(): ReadonlySet<string> {
    return this.#index('top ids', () => {
      const { tree } = this.#page;
      const ids = new Set<string>();
      let isInBody = false;
      for (let node = 0; node < tree.size; node++) {
        step();
        if (tree.kind[node] === TEXT && isInBody && !(tree.flags[node]! & BLANK)) break;
        if (tree.kind[node] !== ELEMENT) continue;
        isInBody ||= nodeName(tree, node) === 'body';
        if (isInBody) for (const id of idsOf(this.#page, node)) ids.add(id);
      }
      return ids;
    });
  }

  /** How many texts stand directly in a link, by their signature and the link's address. */
  linkTexts(): ReadonlyMap<string, number> {
    return this.#index('link texts', () => {
      const { tree, source, context } = this.#page;
      const texts = new Map<string, number>();
      step(tree.size);
      for (let node = 0; node < tree.size; node++) {
        const href = tree.kind[node] === TEXT ? attributeValue(tree, source, tree.parent[node]!, 'href') : undefined;
        if (href === undefined) continue;
        const key = linkTextKey(this.#page, node, normalAddress(href, context));
        texts.set(key, (texts.get(key) ?? 0) + 1);
      }
      return texts;
    });
  }

  #index<Index>(name: string, make: () => Index): Index {
    if (!this.#made.has(name)) this.#made.set(name, make());
    return this.#made.get(name) as Index;
  }

  #elements(visit: (node: number) => void): void {
    const { tree } = this.#page;
    step(tree.size);
    for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT) visit(node);
  }
}

/**
 * The name of a script or style sheet without its version: `bootstrap.css` for `/css/bootstrap-3.3.7.min.css`.
 * @param address in normal form
 */
export function libraryOf(address: string): string | undefined {
  const path = address.toLowerCase().replace(/[?#].*/s, '');
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (!/\.(?:js|css)$/.test(file)) return undefined;
  return file
    .split(/[-._@]/)
    .filter(word => !/^(?:v?\d+|min|slim|pack|bundle)$/.test(word))
    .join('.');
}

const lookups = new WeakMap<ComparedPage['signatures'], PageLookup>();

export function lookup(page: ComparedPage): PageLookup {
  let known = lookups.get(page.signatures);
  if (!known) {
    known = new PageLookup(page);
    lookups.set(page.signatures, known);
  }
  return known;
}

/** The nodes of `page` that are as a node of another page by one of their signatures, in document order. */
export function sameNodes(by: Signature, page: ComparedPage, other: ComparedPage, otherNode: number): readonly number[] {
  return lookup(page).nodes(by).get(signatureKey(other.signatures[by], otherNode)) ?? none;
}

/** The nodes of `page` that have the same path and attributes as a node of another page, in document order. */
export function sameNodesAtPath(page: ComparedPage, other: ComparedPage, otherNode: number): readonly number[] {
  return lookup(page).places().get(placeKey(other, otherNode)) ?? none;
}

/** How often a text stands directly in a link to an address of the page. */
function timesLinked(page: ComparedPage, text: number, address: string): number {
  return (
    lookup(page)
      .linkTexts()
      .get(linkTextKey(page, text, address)) ?? 0
  );
}

const none: readonly number[] = [];

function grouped({ tree }: ComparedPage, keyOf: (node: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  step(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

/** The 53-bit number of a node in lists of lanes. */
export function signatureKey(lanes: Int32Array, node: number): number {
  return number53(lanes[node * 2]!, lanes[node * 2 + 1]!);
}

function placeKey({ tree, signatures }: ComparedPage, node: number): number {
  return combine53(signatureKey(tree.hashes.path, node), signatureKey(signatures.structure, node));
}

function linkTextKey({ signatures }: ComparedPage, text: number, address: string): string {
  return `${signatures.own[text * 2]} ${address}`;
}

/** Does another link of the page to the same place have the same words? */
export function isSaidAgain(page: ComparedPage, node: number): boolean {
  const { tree, source, context } = page;
  const link = tree.parent[node]!;
  const href =
    tree.kind[link] === ELEMENT && nodeName(tree, link) === 'a' ? attributeValue(tree, source, link, 'href') : undefined;
  return href !== undefined && timesLinked(page, node, normalAddress(href, context)) > 1;
}
