import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { bytesOf, numbersOf, scratch } from '../../html/packed-numbers.ts';

/** First byte of a packed answer: how the rest is packed. */
const PLAIN = 0;
const DEFLATED = 1;
const LABELS = 2;
/** Shorter answers are not worth being compressed. */
const SHORT = 200;
/** Parts of 1 that scores are counted in, as `pageLabels` rounds them. */
const SCORES = 1e4;
/** Numbers of a node. */
const STRIDE = 3;

/** An answer of the engine in few bytes. */
export function packAnswer(answer: unknown): Buffer {
  const labels = isLabels(answer) ? packLabels(answer) : undefined;
  if (labels) return labels;
  const json = Buffer.from(JSON.stringify(answer));
  return json.length < SHORT
    ? Buffer.concat([Buffer.of(PLAIN), json])
    : Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(json, { level: 1 })]);
}

/** What `packAnswer` packed: equal, with the same keys in the same order. Throws where it is something else. */
export function unpackAnswer(bytes: Buffer): unknown {
  const rest = bytes.subarray(1);
  if (bytes[0] === LABELS) return unpackLabels(rest);
  return JSON.parse((bytes[0] === DEFLATED ? inflateRawSync(rest) : rest).toString());
}

function isLabels(answer: unknown): answer is PageLabels {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'page,template,layout,pages,nodes';
}

/**
 * The lengths of the head and of the list of nodes, and the head as JSON; then, by node, the way from the start of the last one with kind
 * and label as its lowest bits, the length, and the score. Undefined where a node does not fit this.
 */
function packLabels({ nodes, ...head }: PageLabels): Buffer | undefined {
  const numbers = scratch(nodes.length * STRIDE);
  let next = 0;
  let before = 0;
  for (const { kind, start, end, label, score } of nodes) {
    const way = start - before;
    const parts = Math.round(score * SCORES);
    if (way < 0 || way >= 2 ** 30 || end < start || parts / SCORES !== score || parts < 0 || parts > SCORES) return undefined;
    numbers[next++] = (way << 2) | (kind === 'text' ? 2 : 0) | (label === 'template' ? 1 : 0);
    numbers[next++] = end - start;
    numbers[next++] = parts;
    before = start;
  }
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(nodes.length, 4);
  return Buffer.concat([Buffer.of(LABELS), lengths, json, bytesOf(numbers, next)]);
}

function unpackLabels(bytes: Buffer): PageLabels {
  const length = bytes.readUInt32LE(0);
  const count = bytes.readUInt32LE(4);
  const head = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Omit<PageLabels, 'nodes'>;
  const numbers = numbersOf(bytes.subarray(8 + length));
  const nodes: LabelledNode[] = [];
  for (let at = 0, start = 0; at < count * STRIDE; at += STRIDE) {
    const first = numbers[at]!;
    start += first >>> 2;
    nodes.push({
      kind: first & 2 ? 'text' : 'element',
      start,
      end: start + numbers[at + 1]!,
      label: first & 1 ? 'template' : 'content',
      score: numbers[at + 2]! / SCORES,
    });
  }
  return { ...head, nodes };
}
