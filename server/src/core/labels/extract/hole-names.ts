import { attributeValue, nodeName } from '../../../html/access.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import type { LabelRun } from '../regions.ts';
import { thresholds } from '../thresholds.ts';
import { readableTexts } from './readable-text.ts';

/** Elements whose name does not describe their content. */
const generic = new Set('html body div span p table tbody thead tfoot tr td th font center b i em strong br hr img'.split(' '));
const wholePage = new Set(['html', 'body']);

/**
 * Returns a readable name for each content run, unique in the page (`main`, `title`, `article-2`), and an empty string for each template run.
 * The name is that of the run's editable region, else it comes from the id, class or tag of the template element that the run fills, else of
 * its first element, else from its first heading.
 */
export function holeNames(tree: PageTree, source: string, runs: readonly LabelRun[]): string[] {
  // The page may itself be an extracted template; names of its holes are taken.
  const given = new Map([...source.matchAll(/templens:hole (\S+)/g)].map(([, name]) => [name!, 1]));
  return runs.map((run, i) => {
    if (run.kind === 'template') return '';
    const marked = slug(run.region?.name ?? '');
    const base = marked || slug(run.first < 0 ? '' : describe(tree, source, run, runs[i - 1], runs[i + 1])) || 'hole';
    let count = given.get(base) ?? 0;
    let name: string;
    do {
      count++;
      name = count === 1 ? base : `${base}-${count}`;
    } while (given.has(name));
    given.set(name, 1);
    given.set(base, count);
    return name;
  });
}

/** Text that the name of a run is made from. */
function describe(
  tree: PageTree,
  source: string,
  run: LabelRun,
  before: LabelRun | undefined,
  after: LabelRun | undefined,
): string {
  const first = run.first;
  const container = tree.parent[first]!;
  const own = tree.kind[first] === ELEMENT ? first : container;
  if (container >= 0 && fills(tree, container, before, after) && !wholePage.has(nodeName(tree, container))) {
    const name = specificName(tree, source, container);
    if (name !== undefined) return name;
  }
  if (own < 0) return 'text';
  return specificName(tree, source, own) ?? headingIn(tree, source, run) ?? nodeName(tree, own);
}

/** True if the run between two template runs extends from the container's start tag to its end tag. */
function fills(tree: PageTree, container: number, before: LabelRun | undefined, after: LabelRun | undefined): boolean {
  const closed = tree.closeStart[container]! < tree.end[container]!;
  return before?.end === tree.tagEnd[container] && (!closed || after?.start === tree.closeStart[container]);
}

/** Id, class or tag of an element; undefined if it has a generic tag only. */
function specificName(tree: PageTree, source: string, element: number): string | undefined {
  const attribute = (name: string): string | undefined => {
    const value = attributeValue(tree, source, element, name)?.trim().split(/\s+/)[0];
    return value !== undefined && slug(value) !== '' ? value : undefined;
  };
  const tag = nodeName(tree, element);
  if (tag === 'meta') return attribute('name') ?? attribute('property') ?? attribute('http-equiv') ?? tag;
  if (tag === 'link') return attribute('rel') ?? tag;
  return attribute('id') ?? attribute('class') ?? (generic.has(tag) ? undefined : tag);
}

/** Text of the first heading in a run. */
function headingIn(tree: PageTree, source: string, run: LabelRun): string | undefined {
  for (let node = run.first; node < tree.size && tree.start[node]! < run.end; node++) {
    if (tree.kind[node] !== ELEMENT || !/^h[1-6]$/.test(nodeName(tree, node))) continue;
    const range = { start: tree.tagEnd[node]!, end: tree.closeStart[node]! };
    const text = readableTexts(tree, source, [range], () => true)[0]!;
    if (slug(text) !== '') return text;
  }
  return undefined;
}

/** Lower-case words of letters and digits of any script, joined by single hyphens, so that the name cannot end an HTML comment. */
function slug(text: string): string {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    if (name !== '' && name.length + 1 + word.length > thresholds.holeName) break;
    name += (name === '' ? '' : '-') + [...word].slice(0, thresholds.holeName).join('');
  }
  return name;
}
