import { isLabelled } from '../../../html/access.ts';
import { TEXT } from '../../../html/tree.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';

/** Loads a page with its labels; undefined if its text cannot be read. */
type Load = (page: string) => ExamplePage | undefined;

/** Returns why a repair must not be made, even if a person looks at it: it copies content of another page, or removes content of this one. */
export function contentLoss(page: ExamplePage, repair: Repair, load: Load): string | undefined {
  const repairs = repair.kind === 'all' ? repair.repairs : [repair];
  const brought = new Set<string>();
  for (const each of repairs) {
    const copied = copiedNode(each);
    const example = copied && load(copied.page);
    if (!example) continue;
    for (const text of textsIn(example, copied.node)) {
      brought.add(wordsOf(example, text));
      if (!example.labels.label[text]) return `The fix would copy content of ${example.name}.`;
    }
  }
  for (const each of repairs) {
    if (each.kind !== 'remove' && !(each.kind === 'replace' && each.part === 'node')) continue;
    const lost = textsIn(page, each.node).find(text => !page.labels.label[text] && !brought.has(wordsOf(page, text)));
    if (lost !== undefined) return 'The fix would remove content of this page.';
  }
  return undefined;
}

/** The node of another page that a repair copies whole. */
function copiedNode(repair: Repair): { readonly page: string; readonly node: number } | undefined {
  return repair.kind === 'insert' || (repair.kind === 'replace' && repair.part === 'node') ? repair.from : undefined;
}

function textsIn({ tree }: ExamplePage, node: number): number[] {
  const texts: number[] = [];
  for (let inner = node; inner < tree.subtreeEnd[node]!; inner++)
    if (tree.kind[inner] === TEXT && isLabelled(tree, inner)) texts.push(inner);
  return texts;
}

function wordsOf({ tree, source }: ExamplePage, text: number): string {
  return source.slice(tree.start[text]!, tree.end[text]!).trim().replace(/\s+/g, ' ');
}
