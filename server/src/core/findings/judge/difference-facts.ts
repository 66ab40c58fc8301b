import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { linksOf } from '../../statements/version-age.ts';
import { signatureText } from '../comparison/describe.ts';
import type { Difference } from '../comparison/difference.ts';
import type { DifferenceFacts } from '../finding.ts';

/** @param exists true if there is a file or folder at this path from the site's root */
export function differenceFacts(
  difference: Difference,
  page: ComparedPage,
  example: ComparedPage,
  exists: (path: string) => boolean,
): DifferenceFacts {
  const { kind } = difference;
  const isAlone = kind === 'extra' || kind === 'duplicated' || kind === 'moved';
  const here = 'node' in difference ? difference.node : -1;
  const there = isAlone ? -1 : difference.example;
  const depth = kind === 'attributes' ? 'tag' : 'all';
  const lost = leadsNowhere(page, here, depth, exists) - leadsNowhere(example, there, depth, exists);
  return {
    place: kind === 'extra' ? signatureText(example, 'full', difference.example) : '',
    newer: lost < 0 && isWhole(example, exists) ? -lost : 0,
    older: Math.max(0, lost),
    own: there >= 0 && here >= 0 && followsFromPath(difference, page, here, example, there) ? 1 : 0,
    used: kind === 'extra' && isReferredTo(page, here) ? 1 : 0,
    block: kind === 'missing' && !difference.isWhole ? 1 : 0,
  };
}

/** Share of the links of a page that must lead to files before a link that leads to none says something of its age. */
const MOST_THERE = 0.8;

/** True if the site is there as a whole: most links of a page to its files lead to some. */
function isWhole(page: ComparedPage, exists: (path: string) => boolean): boolean {
  const files = [...linksOf({ page: page.name, source: page.source, ranges: [{ start: 0, end: page.source.length }] })];
  return files.filter(path => exists(path)).length >= MOST_THERE * files.length;
}

/** Links of a node that are looked at, and ids of an additional node. */
const MOST_LINKS = 50;
const MOST_IDS = 3;

/** What authors of templates and generators write where a site puts its own. */
const placeholder = /@@|\{\{|<%|lorem ipsum|example\.(?:com|net|org)/i;

/** Returns the share of the links and texts of a node that lead to no file of the site, to no place, or are placeholders. */
function leadsNowhere(page: ComparedPage, node: number, depth: 'tag' | 'all', exists: (path: string) => boolean): number {
  if (node < 0) return 0;
  const { tree, source, context } = page;
  let all = 0;
  let nowhere = 0;
  for (let at = node; at < (depth === 'tag' ? node + 1 : tree.subtreeEnd[node]!) && all < MOST_LINKS; at++) {
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

/** True if each of two values holds a part of the path of its own page that is not one of the other page's. */
function followsFromPath(
  difference: Difference,
  page: ComparedPage,
  node: number,
  example: ComparedPage,
  other: number,
): boolean {
  const value = (of: ComparedPage, at: number): string => {
    const { tree, source } = of;
    if (difference.kind === 'attributes')
      return difference.names.map(name => attributeValue(tree, source, at, name) ?? '').join(' ');
    return tree.kind[at] === TEXT ? nodeText(tree, source, at) : source.slice(tree.start[at]!, tree.tagEnd[at]!);
  };
  const [here, there] = [partsOf(page.name), partsOf(example.name)];
  const holds = (text: string, own: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    wordsOf(text).some(word => own.has(word) && !others.has(word));
  return holds(value(page, node), here, there) && holds(value(example, other), there, here);
}

function partsOf(path: string): Set<string> {
  return new Set([
    ...path
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .split('/'),
    ...wordsOf(path.replace(/\.\w+$/, '')),
  ]);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? [];
}

/** True if a script or an attribute elsewhere on the page names an id of the node. */
function isReferredTo({ tree, source }: ComparedPage, node: number): boolean {
  const ids: string[] = [];
  for (let at = node; at < tree.subtreeEnd[node]! && ids.length < MOST_IDS; at++) {
    const id = tree.kind[at] === ELEMENT && nodeName(tree, at) !== 'a' ? attributeValue(tree, source, at, 'id') : undefined;
    if (id !== undefined && id !== '') ids.push(id);
  }
  if (ids.length === 0) return false;
  const [start, end] = [tree.start[node]!, tree.end[node]!];
  step(ids.length * source.length);
  return ids.some(id => ['#', "'", '"'].some(quote => isOutside(source, quote + id, start, end)));
}

/** True if a text occurs outside of a range, not within a longer name. */
function isOutside(source: string, text: string, start: number, end: number): boolean {
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
    if ((at < start || at >= end) && !/[\w-]/.test(source[at + text.length] ?? '')) return true;
  return false;
}
