import type { GroupingSummary } from 'templens-shared/labels';
import type { Colors } from './colors.ts';
import { printable, printableJson } from './printable.ts';

const examplesShown = 3;

/** How well groups agree with known ones. */
export interface Agreement {
  /** Rand index and adjusted Rand index over the pages that both know. */
  rand: number;
  adjustedRand: number;
  pages: number;
}

/** The groups as a table for a terminal, the largest group first, and what holds for all; empty for no group. */
export function groupsText(summary: GroupingSummary, agreement: Agreement | undefined, colors: Colors): string {
  const { groups } = summary;
  if (groups.length === 0) return '';
  const header = ['group', 'pages', 'template', 'spread', 'nearest group', 'pages of the group'];
  const rows = [...groups]
    .sort((a, b) => b.pages.length - a.pages.length || (a.pages[0]! < b.pages[0]! ? -1 : 1))
    .map(({ template, pages, templateShare, spread, nearest }) => [
      template,
      String(pages.length),
      `${Math.round(templateShare * 100)} %`,
      spread.toFixed(2),
      nearest === undefined ? '-' : `${nearest.template} at ${nearest.distance.toFixed(2)}`,
      printable(pages.slice(0, examplesShown).join(', ')) + (pages.length > examplesShown ? ', …' : ''),
    ]);
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]!.length)));
  const right = new Set([1, 2, 3]);
  const line = (row: string[]): string =>
    row
      .map((cell, i) => (right.has(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [colors.bold(line(header)), ...rows.map(line), '', ...sentences(summary, agreement), ''].join('\n');
}

/** What holds for all groups together, a sentence a line. */
function sentences(
  { groups, dunn, threshold, gapThreshold, sampled }: GroupingSummary,
  agreement: Agreement | undefined,
): string[] {
  const lines: string[] = [];
  if (dunn !== null) {
    lines.push(`Dunn index ${dunn.toFixed(3)}: the smallest distance between groups by the largest within one.`);
  } else lines.push(`Dunn index -: ${groups.length === 1 ? 'there is one group' : 'no distances within groups'}.`);
  if (threshold !== null) {
    const gap = gapThreshold === null ? '' : `; the widest gap in all distances is around ${gapThreshold.toFixed(2)}`;
    lines.push(`Threshold ${threshold.toFixed(2)}: pages at most so far apart are linked${gap}.`);
  }
  if (sampled) lines.push('There are many layouts: spreads and distances are those of a sample.');
  if (agreement) {
    const { rand, adjustedRand, pages } = agreement;
    lines.push(`Rand index ${rand.toFixed(3)}, adjusted ${adjustedRand.toFixed(3)}, over ${pages} pages of known group.`);
  }
  return lines;
}

/** The groups, and what holds for all, as indented JSON. */
export function groupsJson({ groups, ...wholeSite }: GroupingSummary, agreement: Agreement | undefined): string {
  const ordered = groups.map(({ template, pages, templateShare, spread, diameter, nearest }) => ({
    template,
    pages,
    templateShare,
    spread,
    diameter,
    ...(nearest !== undefined && { nearest: { template: nearest.template, distance: nearest.distance } }),
  }));
  return `${printableJson({ groups: ordered, ...wholeSite, ...(agreement && { agreement }) }, 2)}\n`;
}
