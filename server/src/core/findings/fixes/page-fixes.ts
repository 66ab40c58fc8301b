import { nodeName } from '../../../html/access.ts';
import type { PageSource } from '../../edits/page-source.ts';
import { repairEdits } from '../../edits/repair-edits.ts';
import { overlap, type TextEdit } from '../../edits/text-edit.ts';
import type { Finding } from '../finding.ts';

/** Can a finding be fixed without a person looking at it? */
export function isSafe({ repair, risk }: Finding): boolean {
  return repair !== undefined && risk === undefined;
}

/** Edits of one page, and the findings that they fix. */
export interface PageFixes {
  edits: TextEdit[];
  fixedFindings: Finding[];
}

/** A page is written in the encoding that it has: what it says of that is not for others to change. */
export function declaresEncoding(
  { node }: Pick<Finding, 'node'>,
  edits: readonly TextEdit[],
  { tree, source }: Pick<PageSource, 'tree' | 'source'>,
): boolean {
  const tag = nodeName(tree, node) === 'meta' ? source.slice(tree.start[node]!, tree.tagEnd[node]!) : '';
  return [tag, ...edits.map(({ text }) => text)].some(text => /<meta\b[^<>]*\bcharset\b/i.test(text));
}

/** Carries out the repairs of a page's findings, as far as they do not touch each other, in the order of the findings. */
export function pageFixes(
  findings: readonly Finding[],
  target: PageSource,
  pageOf: (page: string) => PageSource | undefined,
): PageFixes {
  const fixes: PageFixes = { edits: [], fixedFindings: [] };
  for (const finding of findings) {
    const edits = finding.repair && repairEdits(finding.repair, target, pageOf);
    if (!edits || edits.length === 0 || declaresEncoding(finding, edits, target)) continue;
    if (edits.some(edit => fixes.edits.some(other => overlap(edit, other)))) continue;
    fixes.edits.push(...edits);
    fixes.fixedFindings.push(finding);
  }
  return fixes;
}
