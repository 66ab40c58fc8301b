import {
  type GroupingSummary,
  type GroupSummary,
  type LayoutLevel,
  type LayoutTreeNode,
  layoutLevels,
} from 'templens-shared/labels';
import { printable, printableJson } from 'templens-shared/printable';
import type { Colors } from './colors.ts';
import type { Agreement } from './group-agreement.ts';
import { textTable } from './text-table.ts';
import { limits } from './thresholds.ts';

/**
 * The groups as a tree in a table for a terminal, the largest first, then sentences on the grouping; empty if there is no group.
 * @param verbose true for measures of the grouping, too.
 */
export function groupsText(
  summary: GroupingSummary,
  { agreement, verbose }: { agreement: Agreement | undefined; verbose: boolean },
  colors: Colors,
): string {
  const { groups, level, tree } = summary;
  if (groups.length === 0) return '';
  const listed = new Map(groups.map(group => [group.template, group]));
  const header = [level, 'pages', 'template', 'spread', `nearest ${level}`, `pages of the ${level}`];
  const rows = tree.flatMap(node => treeRows(node, level, listed, 0));
  const lines = [...(verbose ? measures(summary) : []), ...sentences(summary, agreement)];
  return [...textTable(header, rows, new Set([1, 2, 3]), colors), ...(lines.length > 0 ? ['', ...lines] : []), ''].join('\n');
}

/** Rows of a node and of its descendants. A node above the level is a row only if it has several children. */
function treeRows(
  node: LayoutTreeNode,
  level: LayoutLevel,
  groups: ReadonlyMap<string, GroupSummary>,
  depth: number,
): string[][] {
  const indent = '  '.repeat(depth);
  if (node.level === level) return [groupRow(groups.get(node.template)!, groups, indent)];
  const several = node.children.length > 1;
  const below = node.children.flatMap(child => treeRows(child, level, groups, several ? depth + 1 : depth));
  return several
    ? [[`${indent}${node.level} ${printable(node.layout)}`, String(node.pages.length), '', '', '', ''], ...below]
    : below;
}

/** The cells of a group's row. */
function groupRow(
  { layout, pages, templateShare, spread, nearest }: GroupSummary,
  groups: ReadonlyMap<string, GroupSummary>,
  indent: string,
): string[] {
  return [
    `${indent}${printable(layout)}`,
    String(pages.length),
    `${Math.round(templateShare * 100)} %`,
    spread.toFixed(2),
    nearest === undefined ? '-' : `${printable(groups.get(nearest.template)!.layout)} at ${nearest.distance.toFixed(2)}`,
    printable(pages.slice(0, limits.groupExamples).join(', ')) + (pages.length > limits.groupExamples ? ', …' : ''),
  ];
}

/** Sentences on how well the groups are separated, each for one line. */
function measures({ groups, level, heights, dunn, threshold, gapThreshold }: GroupingSummary): string[] {
  const lines: string[] = [];
  if (dunn !== null) {
    lines.push(`Dunn index ${dunn.toFixed(3)}: the smallest distance between ${level}s by the largest within one.`);
  } else lines.push(`Dunn index -: ${groups.length === 1 ? `there is one ${level}` : `no distances within ${level}s`}.`);
  if (heights !== null) {
    const cuts = layoutLevels.map(each => `${each}s at ${heights[each].toFixed(2)}`).join(', ');
    const gap = gapThreshold === null ? '' : `; the widest gap in all distances is around ${gapThreshold.toFixed(2)}`;
    lines.push(`The tree is cut into ${cuts}${gap}.`);
  } else if (threshold !== null) {
    const gap = gapThreshold === null ? '' : `; the widest gap in all distances is around ${gapThreshold.toFixed(2)}`;
    lines.push(`Threshold ${threshold.toFixed(2)}: pages at most so far apart are linked${gap}.`);
  }
  return lines;
}

/** Sentences on the grouping as a whole, each for one line. */
function sentences({ sampled }: GroupingSummary, agreement: Agreement | undefined): string[] {
  const lines: string[] = [];
  if (sampled) lines.push('There are many layouts: spreads and distances are those of a sample.');
  if (agreement) {
    const { rand, adjustedRand, best, pages } = agreement;
    lines.push(`Rand index ${rand.toFixed(3)}, adjusted ${adjustedRand.toFixed(3)}, over ${pages} pages of known layout.`);
    if (best) {
      lines.push(
        `Best cut of the tree: at ${best.height.toFixed(2)}, with ${best.groups} groups, adjusted Rand index ${best.adjustedRand.toFixed(3)}.`,
      );
    }
  }
  return lines;
}

/** The groups, the measures of the grouping, and the trees, as indented JSON. */
export function groupsJson(
  { level, groups, tree, heights, merges, ...wholeSite }: GroupingSummary,
  agreement: Agreement | undefined,
): string {
  const ordered = groups.map(({ template, layout, pages, templateShare, spread, diameter, nearest }) => ({
    template,
    layout,
    pages,
    templateShare,
    spread,
    diameter,
    ...(nearest !== undefined && { nearest: { template: nearest.template, distance: nearest.distance } }),
  }));
  const all = { level, groups: ordered, ...wholeSite, heights, ...(agreement && { agreement }), tree, merges };
  return `${printableJson(all, 2)}\n`;
}
