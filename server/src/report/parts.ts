import { counted } from 'templens-shared/counted';
import { firstOf } from 'templens-shared/first-of';
import { partObject } from 'templens-shared/json-shapes';
import {
  isListed,
  type PartInstance,
  type PartSummary,
  type PartVersionDetail,
  type PartWords,
  type ReportedPart,
} from 'templens-shared/parts';
import { printable, printableJson } from 'templens-shared/printable';
import type { Colors } from './colors.ts';
import { textTable } from './text-table.ts';
import { limits } from './thresholds.ts';

/** The parts as a table for a terminal, in their order; empty if there are no parts. Without `all`, only those that `isListed`. */
export function partsText(parts: readonly PartSummary[], { all }: { all: boolean }, colors: Colors): string {
  if (parts.length === 0) return '';
  const shown = all ? parts : parts.filter(isListed);
  const header = ['part', 'pages', 'versions', 'place', 'layouts'];
  const rows = shown.map(({ name, pages, versions, place, layouts }) => [
    printable(name),
    String(pages),
    printable(sizesOf(versions)),
    printable(shortPlace(place)),
    printable(firstOf(layouts, limits.partLayouts)),
  ]);
  const hidden = parts.length - shown.length;
  const lines = shown.length > 0 ? textTable(header, rows, new Set([1]), colors) : [];
  if (hidden > 0)
    lines.push(...(lines.length > 0 ? [''] : []), `${counted(hidden, 'fragment')} without a role not shown; see --all.`);
  return `${lines.join('\n')}\n`;
}

/** The number of versions and of the pages of each: `3: 17, 6, 2`; `1` for one version. */
function sizesOf(versions: PartSummary['versions']): string {
  if (versions.length === 1) return '1';
  const shown = versions.slice(0, limits.partVersions);
  const sizes = shown.map(({ language, pages }) => `${pages.length}${language ? ` ${language}` : ''}`);
  return `${versions.length}: ${sizes.join(', ')}${versions.length > shown.length ? ', …' : ''}`;
}

/** A place, without its outer elements if it is too wide for the table. */
function shortPlace(place: string): string {
  const ellipsis = '… > ';
  if (place.length <= limits.placeWidth) return place;
  const steps = place.split(' > ');
  while (steps.length > 1 && steps.join(' > ').length > limits.placeWidth - ellipsis.length) steps.shift();
  return ellipsis + steps.join(' > ');
}

/**
 * One part for a terminal: each version with its pages and its difference from the most common one.
 * @param dates by the id of a version, the dates (2014-05-31) of the first commits with its words and with those of the most common version
 */
export function partText(
  part: PartSummary,
  versions: readonly PartVersionDetail[],
  dates: ReadonlyMap<string, { own: string; common: string }>,
  colors: Colors,
): string {
  const { id, name, pages, place, layouts, slots } = part;
  const lines = [`${colors.bold(printable(name))}  ${colors.dim(id)}  on ${counted(pages, 'page')}`, `  in ${printable(place)}`];
  lines.push(`  layouts: ${printable(layouts.join(', '))}`);
  if (slots.length > 0) lines.push(`  differs by page: ${printable(slots.map(slot => slot.name).join(', '))}`);
  versions.forEach(({ id, language, templates, pages, difference, words, years, gone }, at) => {
    const title = `Version ${at + 1} of ${versions.length}`;
    lines.push(
      '',
      `${colors.bold(language ? `${title} (${printable(language)})` : title)}  ${colors.dim(id)}  ${counted(pages.length, 'page')}`,
    );
    lines.push(`  ${printable(firstOf(pages, limits.partPages))}`);
    if (templates) lines.push(`  as in ${printable(templates.join(', '))}`);
    lines.push(...ageLines(years, gone, dates.get(id)));
    if (difference.length === 0) return;
    lines.push(
      ...words.slice(0, limits.partPlaces).map(
        place =>
          `    ${place
            .map(run => painted(run, colors))
            .join('')
            .trimStart()}`,
      ),
    );
    if (words.length > limits.partPlaces) lines.push(`    and ${words.length - limits.partPlaces} more places`);
  });
  return `${lines.join('\n')}\n`;
}

/** Lines on whether a version is older or newer than the most common one, each with its evidence. */
function ageLines(
  years: PartVersionDetail['years'],
  gone: PartVersionDetail['gone'],
  dates: { own: string; common: string } | undefined,
): string[] {
  const lines: string[] = [];
  if (years)
    lines.push(
      `  ${years.own < years.common ? 'older' : 'newer'}, by the year ${years.own} in it (${years.common} in the most common one)`,
    );
  if (gone?.own !== undefined) lines.push(`  older, by a link to ${printable(gone.own)}, which does not exist`);
  if (gone?.common !== undefined)
    lines.push(`  newer, by a link of the most common one to ${printable(gone.common)}, which does not exist`);
  if (dates)
    lines.push(
      `  ${dates.own < dates.common ? 'older' : 'newer'}, by git: since ${dates.own} (the most common one since ${dates.common})`,
    );
  return lines;
}

/** A run of words, marked as by `git diff --word-diff`. */
function painted({ kind, text }: PartWords, colors: Colors): string {
  const safe = printable(text);
  if (kind === 'same') return safe;
  const space = /^ ?/.exec(safe)![0];
  const words = safe.slice(space.length);
  return space + (kind === 'missing' ? colors.red(`[-${words}-]`) : colors.green(`{+${words}+}`));
}

/** The parts as indented JSON. */
export function partsJson(site: string, parts: readonly (ReportedPart & { instances?: PartInstance[] })[]): string {
  const ordered = parts.map(part => ({
    ...partObject(part),
    ...(part.instances && {
      instances: part.instances.map(({ page, start, end, version }) => ({ page, start, end, version })),
    }),
  }));
  return `${printableJson({ version: 1, site, parts: ordered }, 2)}\n`;
}
