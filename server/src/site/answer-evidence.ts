import type { NodeDifference, NodeEvidence } from 'templens-shared/answers';
import type { Detail, Finding } from '../core/findings/finding.ts';
import { differencesOf } from '../core/findings/finding.ts';
import { labelledNodeAt } from '../html/access.ts';
import type { PageTree } from '../html/tree.ts';
import type { SiteIndex } from './site-index.ts';
import { thresholds } from './thresholds.ts';
import { holds } from './verdicts.ts';

const { evidenceLines, evidenceLineLength } = thresholds;

/** Returns source text for people: without the common indentation of its lines, and with long lines and long texts cut. */
function snippet(source: string, start: number, end: number): string {
  // Bounds the work; blank lines and indentation that are removed fit into the factor.
  const text = source.slice(start, Math.min(end, start + evidenceLines * evidenceLineLength * 4)).trim();
  const [first = '', ...rest] = text.split(/\r\n|\n|\r/).filter(line => line.trim() !== '');
  const indents = rest.map(line => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  const lines = [first, ...rest.map(line => line.slice(shared))].map(cut);
  return lines.length > evidenceLines ? [...lines.slice(0, evidenceLines - 1), '…'].join('\n') : lines.join('\n');
}

function cut(line: string): string {
  const characters = [...line.trimEnd()];
  return characters.length > evidenceLineLength
    ? `${characters.slice(0, evidenceLineLength - 1).join('')}…`
    : characters.join('');
}

type Difference = Finding | Detail;
type Range = Pick<Difference, 'start' | 'end'>;

/**
 * Returns the verdict, the evidence and the part of the innermost labelled node at an offset; null if no node is there. `details` adds the
 * node's importance. Undefined if the parts are unknown, because a page changed since it was indexed; `soon` omits the part instead.
 */
export function answerEvidence(
  site: SiteIndex,
  page: string,
  { offset, details }: { offset: number; details?: boolean },
  soon: boolean,
): NodeEvidence | null | undefined {
  const { tree } = site.model.shown(page);
  const node = labelledNodeAt(tree, offset);
  if (node < 0) return null;
  const verdicts = site.verdicts(page);
  const parts = site.parts.onPage(page);
  if (!parts && !soon) return undefined;
  const evidence = site.model.evidence(page, node, details);
  const part = parts?.find(({ start, end }) => start <= evidence.start && evidence.start < end);
  const here = rangeAt(tree, node, offset);
  const isAbout = ({ absent, start, end }: Difference): boolean =>
    absent === undefined ? start < here.end && here.start < end : start <= offset && offset <= end;
  const findings = verdicts.deviating.length + verdicts.absences.length > 0 ? (site.findings?.of(page) ?? []) : [];
  return {
    ...evidence,
    verdict: holds(verdicts.deviating, offset) ? 'deviating' : evidence.label,
    differences: findings
      .flatMap(differencesOf)
      .filter(isAbout)
      .map(difference => nodeDifference(site, page, difference)),
    ...(part && {
      part: {
        id: part.id,
        name: part.name,
        pages: part.pages,
        version: part.version,
        versionPages: part.versionPages,
      },
    }),
  };
}

/** Codes whose first related place shows what the example page has instead. */
const withExample: ReadonlySet<string> = new Set([
  'dreamweaver/locked-region',
  'template/changed-attribute',
  'template/changed-text',
  'template/missing-node',
  'template/stale-year',
  'template/wrong-target',
]);

/** Returns the range of the node's start tag, end tag or text that holds the offset; an empty one between its children. */
function rangeAt({ start, tagEnd, closeStart, end }: PageTree, node: number, offset: number): Range {
  if (offset < tagEnd[node]!) return { start: start[node]!, end: tagEnd[node]! };
  return offset >= closeStart[node]! ? { start: closeStart[node]!, end: end[node]! } : { start: offset, end: offset };
}

function nodeDifference(site: SiteIndex, page: string, difference: Difference): NodeDifference {
  const { code, absent, support, normalisers } = difference;
  const [other] = difference.related;
  const kind = absent !== undefined ? 'missing' : (kindByCode[code] ?? 'changed');
  const example = withExample.has(code) && other ? { page: other.page, start: other.start, end: other.end } : undefined;
  const here = kind === 'missing' ? undefined : textAt(site.source(page), shownRange(site.model.shown(page).tree, difference));
  const template = example && textAt(site.indexedText(example.page), example);
  return {
    kind,
    ...(here !== undefined && { here }),
    ...(template !== undefined && { template }),
    ...(example && { example }),
    ...(support && { support: { ...support } }),
    normalisers: [...normalisers],
  };
}

/** Kinds of differences by code; nodes with another code are `changed`. */
const kindByCode: { readonly [code: string]: NodeDifference['kind'] } = {
  'template/extra-node': 'extra',
  'template/duplicated-node': 'extra',
  'template/moved-node': 'moved',
};

/** Extends a difference to the range that is shown: an attribute to its tag, a year to its text, a replaced node to its whole subtree. */
function shownRange(tree: PageTree, { code, start, end }: Difference): Range {
  const node = labelledNodeAt(tree, start);
  if (node < 0) return { start, end };
  const last = code === 'template/missing-node' ? tree.end[node]! : Math.max(end, tree.tagEnd[node]!);
  return { start: tree.start[node]!, end: last };
}

/** See `snippet`; undefined if the page changed since it was indexed. */
function textAt(source: string | undefined, { start, end }: Range): string | undefined {
  return source === undefined ? undefined : snippet(source, start, end);
}
