import type { OutlineNode, PageRegions } from 'templens-shared/answers';
import { printable } from 'templens-shared/printable';
import type { Colors } from './colors.ts';

/** For each entry of the outline, sentences that explain its label. */
export type Explanations = Map<OutlineNode, string[]>;

/** The line that explains the letters of `pageText`. */
export function legend(colors: Colors): string {
  return `${colors.cyan('T')} template: shared with other pages of the layout   ${colors.yellow('C')} content: of this page\n`;
}

/** The page for a terminal: a headline, then an indented outline of its template and content regions, one line each. */
export function pageText(page: string, summary: PageRegions, outline: OutlineNode[], why: Explanations, colors: Colors): string {
  const { layout, pages, templateShare } = summary;
  const size = pages === 1 ? 'the only page of its layout' : `one of ${pages} pages`;
  const headline = `${colors.bold(printable(page))}  ${printable(layout)}, ${size}, ${Math.round(templateShare * 100)} % template\n`;
  const lines: string[] = [];
  const add = (nodes: OutlineNode[], depth: number): void => {
    for (const first of nodes) {
      const chain = [first];
      // A chain of wrappers, each the only child of the one before, takes one line.
      for (let only = first.children; only.length === 1 && hasChildren(only[0]!, chain.at(-1)!); only = only[0]!.children) {
        chain.push(only[0]!);
      }
      const last = chain.at(-1)!;
      const name = printable(chain.map(node => node.name).join(' > '));
      const detail = last.detail === '' ? '' : `  ${colors.dim(printable(last.detail))}`;
      const [letter, paint] = last.label === 'content' ? ['C', colors.yellow] : ['T', colors.cyan];
      const indent = '  '.repeat(depth);
      lines.push(`${paint(letter)} ${indent}${paint(name)}${detail}\n`);
      for (const reason of why.get(last) ?? []) lines.push(`  ${indent}  ${colors.dim(printable(reason))}\n`);
      add(last.children, depth + 1);
    }
  };
  add(outline, 1);
  return headline + lines.join('');
}

/** True if an entry has children and the same label as its parent. */
function hasChildren(node: OutlineNode, parent: OutlineNode): boolean {
  return node.children.length > 0 && node.label === parent.label;
}
