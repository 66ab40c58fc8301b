import { combine, hash53, hi, lo, number53 } from '../../html/hash.ts';
import { ByteReader, ByteWriter, DamagedBytes } from '../counts/byte-stream.ts';
import { committedWeights } from '../labels/default-extractor.ts';
import type { LabelModel } from '../labels/label-model.ts';
import type { FrozenPart } from '../parts/frozen-parts.ts';
import type { FrozenSite } from './frozen-site.ts';

/** First bytes of a model file. */
const magic = [0x54, 0x6c, 0x48, 0x6d];
const versions = {
  /** Order and meaning of bytes. */
  format: 1,
  /** Normalisation of texts and attributes, and hashes. Raise it whenever a node of an unchanged page gets another key; a test notices that. */
  keys: 2,
} as const;

/** Thrown for bytes that are no model, or one of another version. The message is a sentence. */
export class NotAHostModel extends Error {}

const weightsVersions = new WeakMap<LabelModel, number>();

/** Hash of the weights of a label model. */
function weightsVersion(weights: LabelModel = committedWeights): number {
  const version = weightsVersions.get(weights) ?? hash53(JSON.stringify(weights));
  weightsVersions.set(weights, version);
  return version;
}

/**
 * A frozen site as bytes.
 * @param labelModel the weights that the pooled scores are from; default: the committed weights
 */
export function encodeHost(site: FrozenSite, labelModel?: LabelModel): Uint8Array {
  const to = new ByteWriter();
  to.number(versions.format);
  to.number(versions.keys);
  to.number(weightsVersion(labelModel));
  to.words(site.nodes);
  to.raw(new Uint8Array(site.nodeMeans.buffer, site.nodeMeans.byteOffset, site.nodeMeans.length));
  to.words(site.places);
  to.raw(new Uint8Array(site.placeMeans.buffer, site.placeMeans.byteOffset, site.placeMeans.length));
  to.list(site.groups, ({ template, layout }) => {
    to.text(template);
    to.text(layout);
  });
  to.list(site.pages, ({ identity, group, nodes }) => {
    to.words(Int32Array.from(identity));
    to.number(group);
    to.ascending(nodes);
  });
  const keys = new Map<number, number>();
  for (const { sets } of site.layouts.levels)
    for (const set of sets) for (const key of set) if (!keys.has(key)) keys.set(key, keys.size);
  to.list([...keys.keys()], key => to.double(key));
  to.list(site.layouts.levels, ({ sets, pages, cut, components }) => {
    to.list(sets, set => to.ascending(Int32Array.from(set, key => keys.get(key)!).sort()));
    to.list(pages, count => to.double(count));
    to.double(cut.height);
    to.list(cut.clusters, items => to.list(items, item => to.number(item)));
    to.list(components, component => to.number(component));
  });
  to.list(site.layouts.byKey, ([key, component]) => {
    to.double(key);
    to.number(component);
  });
  const { minimumPages, containers, translated, places } = site.parts;
  to.number(minimumPages);
  to.ascending(containers);
  to.list(translated, ({ hash, rootHash, few, slots }) => {
    to.number(hash);
    to.number(rootHash);
    to.list(few, language => to.text(language));
    to.list(slots, slot => to.number(slot));
  });
  const numbers = new Map<number, number>();
  for (let node = 0; node * 2 < site.nodes.length; node++)
    numbers.set(number53(site.nodes[node * 2]!, site.nodes[node * 2 + 1]!), node);
  to.list(places, ({ path, parts }) => {
    to.number(path);
    to.list(parts, part => {
      for (const name of ['size', 'instances', 'outside', 'locked'] as const) to.number(part[name]);
      to.text(part.declared ?? '');
      to.list(part.variants, ({ hash, keys: ofVariant, pages }) => {
        to.number(hash);
        to.number(pages);
        to.ascending(Int32Array.from(ofVariant, key => numbers.get(key)!).sort());
      });
    });
  });
  const body = to.bytes;
  const bytes = new Uint8Array(magic.length + body.length + CHECKSUM_BYTES);
  bytes.set(magic);
  bytes.set(body, magic.length);
  bytes.set(checksum(body), magic.length + body.length);
  return bytes;
}

/**
 * Reads the result of `encodeHost`. Throws `NotAHostModel`.
 * @param labelModel the weights that the model is applied with; default: the committed weights
 */
export function decodeHost(bytes: Uint8Array, labelModel?: LabelModel): FrozenSite {
  if (magic.some((byte, at) => bytes[at] !== byte)) throw new NotAHostModel('This is not a model of Templens.');
  const body = bytes.subarray(magic.length, Math.max(magic.length, bytes.length - CHECKSUM_BYTES));
  const from = new ByteReader(body);
  try {
    const found = [from.number(), from.number(), from.number()];
    const expected = [versions.format, versions.keys, weightsVersion(labelModel)];
    const names = ['format', 'normalisation', 'label weights'];
    const other = found.findIndex((version, at) => version !== expected[at]);
    if (checksum(body).some((byte, at) => byte !== bytes[magic.length + body.length + at]))
      throw new DamagedBytes('its checksum is wrong');
    if (other >= 0)
      throw new NotAHostModel(`The model was made by a Templens with another version of the ${names[other]}; learn it again.`);
    return readSite(from);
  } catch (error) {
    if (error instanceof DamagedBytes) throw new NotAHostModel(`The model is damaged: ${error.message}.`);
    throw error;
  }
}

const CHECKSUM_BYTES = 8;

/** Hash of bytes, as bytes. */
function checksum(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let a = bytes.length;
  let b = 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    combine(a, b, view.getInt32(at, true), at);
    a = lo;
    b = hi;
  }
  for (; at < bytes.length; at++) {
    combine(a, b, bytes[at]!, at);
    a = lo;
    b = hi;
  }
  const sum = new DataView(new ArrayBuffer(CHECKSUM_BYTES));
  sum.setInt32(0, a, true);
  sum.setInt32(4, b, true);
  return new Uint8Array(sum.buffer);
}

function readSite(from: ByteReader): FrozenSite {
  const nodes = from.words();
  const nodeMeans = Int8Array.from(from.raw());
  const places = from.words();
  const placeMeans = Int8Array.from(from.raw());
  const groups = from.list(() => ({ template: from.text(), layout: from.text() }));
  const pages = from.list(() => {
    const [lo = 0, hi = 0] = from.words();
    return { identity: [lo, hi] as const, group: from.number(), nodes: from.ascending() };
  });
  const keys = from.list(() => from.double());
  const levels = from.list(() => {
    const sets = from.list(() => Float64Array.from(from.ascending(), key => keys[key]!).sort());
    const counts = from.list(() => from.double());
    const height = from.double();
    const clusters = from.list(() => from.list(() => from.number()));
    const components = from.list(() => from.number());
    return { sets, pages: counts, cut: { height, clusters }, components };
  });
  const byKey = from.list((): [number, number] => [from.double(), from.number()]);
  const minimumPages = from.number();
  const containers = [...from.ascending()];
  const translated = from.list(() => ({
    hash: from.number(),
    rootHash: from.number(),
    few: from.list(() => from.text()),
    slots: from.list(() => from.number()),
  }));
  const keyOf = (node: number): number => number53(nodes[node * 2]!, nodes[node * 2 + 1]!);
  const partPlaces = from.list(() => ({
    path: from.number(),
    parts: from.list((): FrozenPart => {
      const [size, instances, outside, locked] = [from.number(), from.number(), from.number(), from.number()];
      return {
        size,
        instances,
        outside,
        locked,
        declared: from.text() || undefined,
        configured: undefined,
        variants: from.list(() => ({
          hash: from.number(),
          pages: from.number(),
          keys: Float64Array.from(from.ascending(), keyOf).sort(),
        })),
      };
    }),
  }));
  const parts = { minimumPages, containers, translated, places: partPlaces };
  return { pages, nodes, nodeMeans, places, placeMeans, groups, layouts: { levels, byKey }, parts };
}
