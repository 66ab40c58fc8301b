import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { decodeVarints, encodeVarints, scratch } from '../../html/packed-numbers.ts';
import { limits } from '../thresholds.ts';

/** First byte of a packed answer: JSON, JSON compressed with Deflate, or labels as numbers. */
const PLAIN = 0;
const DEFLATED = 1;
const LABELS = 2;
/** A packed score is a multiple of 1 / SCORE_UNITS, as `pageLabels` rounds scores. */
const SCORE_UNITS = 1e4;
/** Numbers that a packed node takes. */
const STRIDE = 3;

/** Packs an answer of the engine, any JSON value, into few bytes. */
export function packAnswer(answer: unknown): Buffer {
  const labels = isLabels(answer) ? packLabels(answer) : undefined;
  if (labels) return labels;
  const json = Buffer.from(JSON.stringify(answer));
  return json.length < limits.uncompressedBytes
    ? Buffer.concat([Buffer.of(PLAIN), json])
    : Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(json, { level: 1 })]);
}

/** Inverse of `packAnswer`; keys keep their order. Throws if the bytes are not a packed answer. */
export function unpackAnswer(bytes: Buffer): unknown {
  const rest = bytes.subarray(1);
  if (bytes[0] === LABELS) return unpackLabels(rest);
  return JSON.parse((bytes[0] === DEFLATED ? inflateRawSync(rest) : rest).toString());
}

function isLabels(answer: unknown): answer is PageLabels {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'page,template,layout,pages,nodes';
}

/**
 * Layout: byte length of the head and number of nodes (32 bits each), the head as JSON, then three numbers a node: the distance from the
 * start of the node before, with kind and label as the lowest bits; the length; the score. Undefined if a node does not fit this.
 */
function packLabels({ nodes, ...head }: PageLabels): Buffer | undefined {
  const numbers = scratch(nodes.length * STRIDE);
  let next = 0;
  let lastStart = 0;
  for (const { kind, start, end, label, score } of nodes) {
    const distance = start - lastStart;
    const units = Math.round(score * SCORE_UNITS);
    const isScore = units / SCORE_UNITS === score && units >= 0 && units <= SCORE_UNITS;
    if (distance < 0 || distance >= 2 ** 30 || end < start || !isScore) return undefined;
    numbers[next++] = (distance << 2) | (kind === 'text' ? 2 : 0) | (label === 'template' ? 1 : 0);
    numbers[next++] = end - start;
    numbers[next++] = units;
    lastStart = start;
  }
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(nodes.length, 4);
  return Buffer.concat([Buffer.of(LABELS), lengths, json, encodeVarints(numbers, next)]);
}

function unpackLabels(bytes: Buffer): PageLabels {
  const length = bytes.readUInt32LE(0);
  const count = bytes.readUInt32LE(4);
  const head = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Omit<PageLabels, 'nodes'>;
  const numbers = decodeVarints(bytes.subarray(8 + length));
  const nodes: LabelledNode[] = [];
  for (let at = 0, start = 0; at < count * STRIDE; at += STRIDE) {
    const first = numbers[at]!;
    start += first >>> 2;
    nodes.push({
      kind: first & 2 ? 'text' : 'element',
      start,
      end: start + numbers[at + 1]!,
      label: first & 1 ? 'template' : 'content',
      score: numbers[at + 2]! / SCORE_UNITS,
    });
  }
  return { ...head, nodes };
}
