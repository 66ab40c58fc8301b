import { attributeValue, nodeName } from '../../html/access.ts';
import { compileSelector } from '../../html/select.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { matchesWithin } from './declared-elements.ts';
import { holdsOrLiesIn, type NamedPart } from './descriptions.ts';
import type { Run } from './instances.ts';
import { largestRun, type SummaryPage, type SummarySource } from './summaries.ts';
import { limits } from './thresholds.ts';

const landmarks = new Set(['nav', 'header', 'footer', 'aside', 'form', 'search']);
const identifier = /^-?[a-z_][\w-]*$/i;

/**
 * Finds a CSS selector by which an entry of the setting `parts` can name this part: the first candidate that matches the part on sample pages
 * and no other part. Undefined if no candidate does.
 */
export function partSelector(part: NamedPart, parts: readonly NamedPart[], source: SummarySource): string | undefined {
  const own = exampleOf(part, part.description.example, source);
  const samples = part.versions.versions
    .slice(0, limits.selectorPages)
    .flatMap(({ pages }) => [...pages].slice(0, 1))
    .map(page => exampleOf(part, page, source));
  const others = parts.filter(other => other !== part).map(other => exampleOf(other, other.description.example, source));
  for (const select of candidates(own.page, own.run)) {
    const selector = compileSelector(select);
    const matches = new Map<SummaryPage, readonly number[]>();
    const names = ({ page, run }: Example): boolean => {
      const { tree, source: text } = page;
      const elements = matches.get(page) ?? matchesWithin(selector, tree, text) ?? [];
      matches.set(page, elements);
      return holdsOrLiesIn(run, elements, tree);
    };
    if ([own, ...samples].every(names) && !others.some(names)) return select;
  }
  return undefined;
}

/** The largest run of a part on a page. */
interface Example {
  page: SummaryPage;
  run: Run;
}

/** Returns the largest run of a part on a page. */
function exampleOf({ part }: NamedPart, page: number, source: SummarySource): Example {
  return { page: source.page(page), run: largestRun(source.runs(part, page), source.sharing(page)) };
}

/** Candidate selectors: ids first, then classes, roles and landmarks, outer elements before inner ones; last the path of the first element. */
function candidates({ tree, source }: SummaryPage, { first, last }: Run): string[] {
  const ids: string[] = [];
  const others: string[] = [];
  let elements = 0;
  for (let node = first; node < tree.subtreeEnd[last]! && elements < limits.selectorElements; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    elements++;
    const name = nodeName(tree, node);
    const id = attributeValue(tree, source, node, 'id')?.trim() ?? '';
    if (identifier.test(id)) ids.push(`#${id}`);
    if (landmarks.has(name)) others.push(name);
    const role = attributeValue(tree, source, node, 'role')?.trim() ?? '';
    if (identifier.test(role)) others.push(`${name}[role=${role}]`);
    for (const word of attributeValue(tree, source, node, 'class')?.trim().split(/\s+/) ?? [])
      if (identifier.test(word)) others.push(`${name}.${word}`);
  }
  return [...new Set([...ids, ...others]), ...placeSelector(tree, first, last)];
}

/** Path of the first element among siblings, with positions; empty if a name on it is no identifier. */
function placeSelector(tree: PageTree, first: number, last: number): string[] {
  let node = first;
  while (node <= last && tree.kind[node] !== ELEMENT) node = tree.subtreeEnd[node]!;
  if (node > last) return [];
  const steps: string[] = [];
  for (; node >= 0 && node !== tree.root; node = tree.parent[node]!) {
    const name = nodeName(tree, node);
    if (!identifier.test(name)) return [];
    const parent = tree.parent[node]!;
    let index = 1;
    for (let other = parent + 1; other < node; other = tree.subtreeEnd[other]!)
      if (tree.kind[other] === ELEMENT && nodeName(tree, other) === name) index++;
    steps.unshift(name === 'body' || name === 'head' ? name : `${name}:nth-of-type(${index})`);
  }
  return [steps.join(' > ')];
}
