// What the model of a generated site, and its checks, hold in memory, by structure: from a heap snapshot, and by their own arithmetic.
import { defaultCheckSettings } from 'templens-shared/findings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteChecks } from '../../server/src/core/findings/candidates/site-checks.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { garbageCollector, liveBytes } from '../../server/src/site/garbage-collector.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';
import { heapByOwner, heapSnapshot } from './heap-owners.ts';

/** Something packed beside its bytes: the object and the head of its string; and a typed array: the view, its buffer, and what V8 notes of it. */
const PACKED_BYTES = 72;
const ARRAY_BYTES = 280;

/** Structures by the owners of their objects, see `heapByOwner`; the first that matches. */
const structures: readonly (readonly [name: string, owners: RegExp])[] = [
  ['page trees, packed', /^PackedTree(?:\.#packed)?$/],
  ['page trees, the last ones unpacked', /^PackedTree\./],
  ['key ids of pages', /^PackedKeys(?:\.#packed)?$/],
  ['key ids of pages, the last ones unpacked', /^PackedKeys\./],
  ['tables of keys and their pages', /^(?:PageCounts|KeyTable|KeySegment|PageSets|WordPool)\b/],
  ['styles, links and compared keys of pages', /^_?Packed(?:Entries|Hashes|Checks|Statements)\b/],
  ['key counts of groups and voting pages', /^_?ChunkedCounts\b/],
  ['layouts', /^(?:DefaultGrouping|Layout|SiteGroups|SiteGroup)/],
  ['scores that are pooled', /^(?:PooledScores|LearnedScores|BandCrossings)/],
  [
    'votes',
    /^_?(?:Cohort|KeyList|ScopeCohorts|VotingPages|Variants|SharedKeys|PageOrders|FrequentKeys|ExpectedParts|ExpectedValues|MainValues)\b/,
  ],
  ['statements', /^_?(?:AgreementTable|LoneThings|LinkTable|SiteAgreement)\b/],
  ['parts and everything else', /^/],
];

/** Bytes of a structure, by the snapshot and, where all of it is arrays, by arithmetic. */
export interface StructureCost {
  readonly name: string;
  readonly bytes: number;
  readonly counted?: number;
}

export interface MemoryCosts {
  readonly sourceBytes: number;
  /** What the heap and buffers hold beyond what they held before. */
  readonly used: number;
  readonly structures: readonly StructureCost[];
}

const collectGarbage = garbageCollector();

/**
 * Builds the model of a generated site and measures it.
 * @param withChecks its pages are labelled and checked, too.
 */
export async function memoryCosts(shape: SiteShape, withChecks: boolean): Promise<MemoryCosts> {
  // Loads the code, so that it does not count.
  siteModel({ ...shape, pages: 30 }, withChecks);
  const before = liveBytes(collectGarbage);
  const { model, checks, sourceBytes } = siteModel(shape, withChecks);
  const used = liveBytes(collectGarbage) - before;
  const owned = heapByOwner(await heapSnapshot(), 'SiteModel', 'SiteChecks');
  checks?.takeWork();
  const bytes = new Map<string, number>();
  for (const { owner, bytes: own } of owned) {
    const [name] = structures.find(([, owners]) => owners.test(owner))!;
    bytes.set(name, (bytes.get(name) ?? 0) + own);
  }
  const { trees, keys, hashes, checks: compared, tables } = model.bytes;
  const counted: Readonly<Record<string, number>> = {
    'page trees, packed': trees + shape.pages * PACKED_BYTES,
    'key ids of pages': keys + shape.pages * 2 * PACKED_BYTES,
    'tables of keys and their pages': tables,
    'styles, links and compared keys of pages': hashes + compared + besideBytes(model),
  };
  return {
    sourceBytes,
    used,
    structures: structures.map(([name]) => ({
      name,
      bytes: bytes.get(name) ?? 0,
      ...(counted[name] !== undefined && { counted: counted[name] }),
    })),
  };
}

/** Share by which the snapshot and the arithmetic may differ. */
const TOLERANCE = 0.1;

/** Do the snapshot and the arithmetic agree on every structure that both measure? */
export function agrees({ structures: all }: MemoryCosts): boolean {
  return all.every(({ bytes, counted = bytes }) => Math.abs(counted - bytes) <= TOLERANCE * bytes);
}

/** The costs in bytes a source byte, as a Markdown table. */
export function memoryTable({ sourceBytes, used, structures: all }: MemoryCosts): string {
  const share = (bytes: number | undefined): string => (bytes === undefined ? '' : (bytes / sourceBytes).toFixed(3));
  const rows = [...all]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes, counted }) => `| ${name} | ${share(bytes)} | ${share(counted)} |`);
  const sum = all.reduce((bytes, structure) => bytes + structure.bytes, 0);
  return [
    '| structure | bytes a source byte, by heap snapshot | by arithmetic |',
    '| --- | --: | --: |',
    ...rows,
    `| all | ${share(sum)} | |`,
    `| heap and buffers after, less before | ${share(used)} | |`,
  ].join('\n');
}

/** What styles, links and compared keys take beside their bytes. */
function besideBytes(model: SiteModel): number {
  const bytes = model.pageNames().map(name => {
    const checks = model.checks(name);
    const arrays = checks && checks.links.nodes.length > 0 ? 1 : 0;
    return (checks ? 3 : 1) * 2 * PACKED_BYTES + arrays * ARRAY_BYTES;
  });
  return bytes.reduce((sum, count) => sum + count, 0);
}

function siteModel(
  shape: SiteShape,
  withChecks: boolean,
): { model: SiteModel; checks: SiteChecks | undefined; sourceBytes: number } {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  const key = { k0: 1, k1: 2 };
  const pages = new Map(Array.from({ length: shape.pages }, (_, page) => [generatedPath(shape, page), page]));
  const textOf = (path: string): string => generatedPage(shape, pages.get(path)!);
  const compared = withChecks ? { settings: defaultCheckSettings, key } : undefined;
  let sourceBytes = 0;
  for (const path of pages.keys()) {
    const text = textOf(path);
    sourceBytes += Buffer.byteLength(text);
    model.upsert(path, digestText(text, 'default', { path }, compared));
  }
  const change = model.settle();
  if (!withChecks) return { model, checks: undefined, sourceBytes };
  const checks = new SiteChecks(model, defaultCheckSettings, key);
  checks.settle(change, pages.keys());
  const world = { source: textOf, exists: (path: string) => pages.has(path), read: () => undefined, matches: matchesGlobs };
  for (const path of pages.keys()) {
    model.labels(path);
    checks.check(path, world);
  }
  return { model, checks, sourceBytes };
}
