import type { GroupSummary } from 'templens-shared/labels';
import type { Colors } from './colors.ts';

const examplesShown = 3;

/** The groups as a table for a terminal, the largest group first; empty for no group. */
export function groupsText(groups: readonly GroupSummary[], colors: Colors): string {
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
      pages.slice(0, examplesShown).join(', ') + (pages.length > examplesShown ? ', …' : ''),
    ]);
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]!.length)));
  const right = new Set([1, 2, 3]);
  const line = (row: string[]): string =>
    row
      .map((cell, i) => (right.has(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [colors.bold(line(header)), ...rows.map(line), ''].join('\n');
}

/** The groups as an indented JSON list, as the model has them. */
export function groupsJson(groups: readonly GroupSummary[]): string {
  const ordered = groups.map(({ template, pages, templateShare, spread, nearest }) => ({
    template,
    pages,
    templateShare,
    spread,
    ...(nearest !== undefined && { nearest: { template: nearest.template, distance: nearest.distance } }),
  }));
  return `${JSON.stringify(ordered, null, 2)}\n`;
}
