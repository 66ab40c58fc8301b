import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { linksOf } from '../../statements/version-age.ts';
import { signatureText } from '../comparison/describe.ts';
import type { Difference } from '../comparison/difference.ts';
import type { DifferenceFacts } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

/** Finds the facts of differences between a page and an example page, in time linear in both. */
export class DifferenceFactsFinder {
  readonly #page: ComparedPage;
  readonly #example: ComparedPage;
  readonly #exists: (path: string) => boolean;
  /** True if the files of the site are there; known when somebody asks. */
  #isWhole: boolean | undefined;
  /** Names in quotes or after `#` on the page, with how often each occurs; known when somebody asks. */
  #names: ReadonlyMap<string, number> | undefined;

  /** @param exists true if there is a file or folder at this path from the site's root */
  constructor(page: ComparedPage, example: ComparedPage, exists: (path: string) => boolean) {
    this.#page = page;
    this.#example = example;
    this.#exists = exists;
  }

  of(difference: Difference): DifferenceFacts {
    const { kind } = difference;
    const isAlone = kind === 'extra' || kind === 'duplicated' || kind === 'moved';
    const here = 'node' in difference ? difference.node : -1;
    const there = isAlone ? -1 : difference.example;
    const depth = kind === 'attributes' ? 'tag' : 'all';
    const [page, example, exists] = [this.#page, this.#example, this.#exists];
    const lost = leadsNowhere(page, here, depth, exists) - leadsNowhere(example, there, depth, exists);
    return {
      place: kind === 'extra' ? signatureText(example, 'full', difference.example) : '',
      newer: lost < 0 && this.#isSiteWhole() ? -lost : 0,
      older: Math.max(0, lost),
      used: kind === 'extra' && this.#isReferredTo(here) ? 1 : 0,
    };
  }

  #isSiteWhole(): boolean {
    this.#isWhole ??= isWhole(this.#example, this.#exists);
    return this.#isWhole;
  }

  /** True if a script or an attribute elsewhere on the page names an id of the node. */
  #isReferredTo(node: number): boolean {
    const { tree, source } = this.#page;
    const ids: string[] = [];
    for (let at = node; at < tree.subtreeEnd[node]! && ids.length < thresholds.mostIds; at++) {
      const id = tree.kind[at] === ELEMENT && nodeName(tree, at) !== 'a' ? attributeValue(tree, source, at, 'id') : undefined;
      if (id !== undefined && id !== '') ids.push(id);
    }
    if (ids.length === 0) return false;
    this.#names ??= quotedNames(source);
    const inside = quotedNames(source.slice(tree.start[node]!, tree.end[node]!));
    return ids.some(id => (this.#names!.get(id) ?? 0) > (inside.get(id) ?? 0));
  }
}

/** The names in quotes, or after `#`, in a text, with how often each occurs. */
function quotedNames(text: string): Map<string, number> {
  step(text.length);
  const names = new Map<string, number>();
  for (const { 1: name } of text.matchAll(/["'#]([\w-]+)/g)) names.set(name!, (names.get(name!) ?? 0) + 1);
  return names;
}

/** True if the site is there as a whole: most links of a page to its files lead to some. */
function isWhole(page: ComparedPage, exists: (path: string) => boolean): boolean {
  const files = [...linksOf({ page: page.name, source: page.source, ranges: [{ start: 0, end: page.source.length }] })];
  return files.filter(path => exists(path)).length >= thresholds.mostPages * files.length;
}

/** What authors of templates and generators write where a site puts its own. */
const placeholder = /@@|\{\{|<%|lorem ipsum|example\.(?:com|net|org)/i;

/** Returns the share of the links and texts of a node that lead to no file of the site, to no place, or are placeholders. */
function leadsNowhere(page: ComparedPage, node: number, depth: 'tag' | 'all', exists: (path: string) => boolean): number {
  if (node < 0) return 0;
  const { tree, source, context } = page;
  let all = 0;
  let nowhere = 0;
  for (let at = node; at < (depth === 'tag' ? node + 1 : tree.subtreeEnd[node]!) && all < thresholds.mostLinks; at++) {
    step();
    if (tree.kind[at] === TEXT) {
      if (!placeholder.test(nodeText(tree, source, at))) continue;
      all++;
      nowhere++;
      continue;
    }
    if (tree.kind[at] !== ELEMENT) continue;
    if (depth === 'tag' && placeholder.test(source.slice(tree.start[at]!, tree.tagEnd[at]!))) return 1;
    const address = (attributeValue(tree, source, at, 'href') ?? attributeValue(tree, source, at, 'src'))?.trim();
    if (address === undefined) continue;
    all++;
    const file = fileOf(address, context.base);
    if (/^(?:#?|javascript:.*)$/is.test(address) || (file !== undefined && !exists(file))) nowhere++;
  }
  return all === 0 ? 0 : nowhere / all;
}
