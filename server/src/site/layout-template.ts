import type { LayoutTemplate } from 'templens-shared/stream';
import type { PageDirectives } from '../core/directives/page-directives.ts';
import type { TextEdit } from '../core/edits/text-edit.ts';
import { lineCounter } from '../core/labels/extract/content-lines.ts';
import { type Hole, type TemplatePart, templateParts } from '../core/labels/extract/template-parts.ts';
import type { PageTree } from '../html/tree.ts';

/** A range of a text: UTF-16 code units, `end` exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A piece of a layout's template: a text or a named hole, and the range of the page's source that it stands for. */
type Piece = Range & ({ readonly text: string; readonly isChanged: boolean } | { readonly hole: string });

/** A page with its labels, and how it deviates. */
interface DeviatingPage {
  readonly tree: PageTree;
  readonly source: string;
  /** By tree node, 1 for template. */
  readonly label: Uint8Array;
  readonly directives: PageDirectives | undefined;
  /** The edits that take the layout's version, without overlap. */
  readonly edits: readonly TextEdit[];
  /** Ranges of the page that deviate. */
  readonly deviating: readonly Range[];
}

/** Returns the template of a page's layout: that of the page, with the layout's version where the page deviates. */
export function layoutTemplate(page: DeviatingPage): LayoutTemplate {
  const pieces = piecesOf(page);
  const lineOf = lineCounter(page.source);
  const lines: number[] = [];
  const differences: LayoutTemplate['differences'] = [];
  let [text, snippet, stops, atLineStart] = ['', '', 0, true];
  for (const piece of pieces) {
    const shown = 'hole' in piece ? `<!-- templens:hole ${piece.hole} -->` : piece.text;
    snippet += 'hole' in piece ? `\${${++stops}:${piece.hole}}` : piece.text.replace(/[\\$}]/g, '\\$&');
    if ('text' in piece && piece.isChanged)
      differences.push({ start: text.length, end: text.length + shown.length, own: page.source.slice(piece.start, piece.end) });
    const isCopy = 'text' in piece && !piece.isChanged;
    for (let at = 0; at < shown.length; ) {
      if (atLineStart) lines.push(lineOf(piece.start + (isCopy ? at : 0)));
      const lineEnd = shown.indexOf('\n', at);
      atLineStart = lineEnd >= 0;
      at = atLineStart ? lineEnd + 1 : shown.length;
    }
    text += shown;
  }
  return { text, snippet, lines, differences };
}

/** The page's template and holes, with the layout's version where the page deviates; in source order. */
function piecesOf({ tree, source, label, directives, edits, deviating }: DeviatingPage): Piece[] {
  const holes = templateParts(tree, source, label, directives).filter((part: TemplatePart): part is Hole => 'hole' in part);
  // A deviating hole is no content: it stands where the layout has something else.
  const kept = holes.filter(
    hole => ![...deviating, ...edits].some(({ start, end }) => start < end && start <= hole.start && hole.end <= end),
  );
  const touchesContent = ({ start, end }: Range): boolean =>
    kept.some(hole => hole.start < end && start < hole.end && !(start === end && start === hole.start));
  const changes: Piece[] = [
    ...kept.map(({ hole, start, end }) => ({ hole, start, end })),
    ...edits.filter(edit => !touchesContent(edit)).map(edit => ({ ...edit, isChanged: true })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Piece[] = [];
  let done = 0;
  const copyUntil = (end: number): void => {
    if (done < end) pieces.push({ text: source.slice(done, end), start: done, end, isChanged: false });
    done = Math.max(done, end);
  };
  for (const change of changes) {
    copyUntil(change.start);
    pieces.push(change);
    done = Math.max(done, change.end);
  }
  copyUntil(source.length);
  return pieces;
}
