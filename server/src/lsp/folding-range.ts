import type { Region } from 'templens-shared/labels';
import { type CancellationToken, type FoldingRange, FoldingRangeKind, type FoldingRangeParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { openPage, queryOpenPage, type Session } from './session.ts';

/** Returns a fold for each template region of more than one line; null if the page is not open or folding is off. */
export async function foldingRange(
  session: Session,
  params: FoldingRangeParams,
  token: CancellationToken,
): Promise<FoldingRange[] | null> {
  const open = openPage(session, params.textDocument.uri);
  if (open === undefined) return null;
  const answer = await queryOpenPage(session, open, { kind: 'regions', page: open.page }, token);
  if (answer === null || !open.site.features.folding) return null;
  const { collapsedText, foldingLimit } = session.client;
  return templateFolds(open.document, answer.regions)
    .slice(0, foldingLimit)
    .map(fold => ({ ...fold, kind: FoldingRangeKind.Region, ...(collapsedText ? { collapsedText: '… template …' } : {}) }));
}

/** The lines, from 0, of template regions of more than one line. A fold covers whole lines, so that it never hides content. */
export function templateFolds(document: TextDocument, regions: readonly Region[]): { startLine: number; endLine: number }[] {
  const folds: { startLine: number; endLine: number }[] = [];
  const text = document.getText();
  for (const { start, end, kind } of regions) {
    if (kind !== 'template') continue;
    const { line: startLine } = document.positionAt(start);
    const last = document.positionAt(end);
    const lineEnd = document.offsetAt({ line: last.line, character: Number.MAX_SAFE_INTEGER });
    const ownsLastLine = last.character > 0 && text.slice(end, lineEnd).trim() === '';
    const endLine = ownsLastLine ? last.line : last.line - 1;
    // Two folds cannot begin on one line: the line shows the first one's handle.
    if (endLine > startLine && folds.at(-1)?.startLine !== startLine) folds.push({ startLine, endLine });
  }
  return folds;
}
