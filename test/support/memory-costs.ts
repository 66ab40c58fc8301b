// What the model of a generated site holds in memory, by structure: from a heap snapshot, and by its own arithmetic.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/site-model.ts';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';
import { heapByOwner, heapSnapshot } from './heap-owners.ts';

/** A typed array beside its bytes: the view, its buffer, and what V8 notes of the buffer. */
const ARRAY_BYTES = 280;

/** Structures by the owners of their objects, see `heapByOwner`; the first that matches. */
const structures: readonly (readonly [name: string, owners: RegExp])[] = [
  ['page trees, packed', /^PackedTree(?:\.#bytes)?$/],
  ['page trees, the last ones unpacked', /^PackedTree\./],
  ['key ids of pages', /^PackedKeys(?:\.#bytes)?$/],
  ['key ids of pages, the last ones unpacked', /^PackedKeys\./],
  ['keys of the site and their pages', /^(?:PageCounts|KeyTable|PageSets|WordPool)\b/],
  ['key counts of groups', /^PagedCounts\b/],
  ['links of pages', /^SiteModel\.\S+\/links\b/],
  ['layouts', /^(?:DefaultGrouping|Layout|SiteGroups|SiteGroup)/],
  ['scores that are pooled', /^(?:PooledScores|LearnedScores|BandCrossings)/],
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

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Builds the model of a generated site and measures it. */
export async function memoryCosts(shape: SiteShape): Promise<MemoryCosts> {
  // Loads the code, so that it does not count.
  siteModel({ ...shape, pages: 30 });
  const before = usedMemory();
  const { model, sourceBytes } = siteModel(shape);
  const used = usedMemory() - before;
  const owned = heapByOwner(await heapSnapshot(), 'SiteModel');
  const bytes = new Map<string, number>();
  for (const { owner, bytes: own } of owned) {
    const [name] = structures.find(([, owners]) => owners.test(owner))!;
    bytes.set(name, (bytes.get(name) ?? 0) + own);
  }
  const { trees, keys, counts } = model.bytes;
  const counted: Readonly<Record<string, number>> = {
    'page trees, packed': trees + shape.pages * ARRAY_BYTES,
    'key ids of pages': keys + shape.pages * 2 * ARRAY_BYTES,
    'keys of the site and their pages': counts,
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

function siteModel(shape: SiteShape): { model: SiteModel; sourceBytes: number } {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  let sourceBytes = 0;
  for (let page = 0; page < shape.pages; page++) {
    const text = generatedPage(shape, page);
    const path = generatedPath(shape, page);
    sourceBytes += Buffer.byteLength(text);
    model.upsert(path, digestText(text, 'default', { path }));
  }
  model.settle();
  return { model, sourceBytes };
}

function usedMemory(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
