import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LabelledNode, PageLabels } from 'templens-shared/labels';

/** First byte of a packed answer: how the rest is packed. */
const PLAIN = 0;
const DEFLATED = 1;
const LABELS = 2;
/** Shorter answers are not worth being compressed. */
const SHORT = 200;
/** Parts of 1 that scores are counted in, as `pageLabels` rounds them. */
const SCORES = 1e4;
/** The most bytes of a node: two numbers of 32 bits and one of 16, seven bits a byte. */
const MOST_OF_NODE = 13;

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
 * The head as JSON with its length; then, by node, the way from the start of the last one with kind and label as its lowest bits, the length,
 * and the score. Undefined where a node does not fit this.
 */
function packLabels({ nodes, ...head }: PageLabels): Buffer | undefined {
  const json = Buffer.from(JSON.stringify(head));
  const bytes = Buffer.allocUnsafe(1 + 4 + json.length + nodes.length * MOST_OF_NODE);
  bytes[0] = LABELS;
  bytes.writeUInt32LE(json.length, 1);
  json.copy(bytes, 5);
  let at = 5 + json.length;
  const put = (number: number): void => {
    let left = number;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes[at++] = (left % 0x80) | 0x80;
    bytes[at++] = left;
  };
  let before = 0;
  for (const { kind, start, end, label, score } of nodes) {
    const way = start - before;
    const parts = Math.round(score * SCORES);
    if (way < 0 || way >= 2 ** 30 || end < start || parts / SCORES !== score || parts < 0 || parts > SCORES) return undefined;
    put(way * 4 + (kind === 'text' ? 2 : 0) + (label === 'template' ? 1 : 0));
    put(end - start);
    put(parts);
    before = start;
  }
  return bytes.subarray(0, at);
}

function unpackLabels(bytes: Buffer): PageLabels {
  const length = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Omit<PageLabels, 'nodes'>;
  let at = 4 + length;
  const take = (): number => {
    let number = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++]!;
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
    }
  };
  const nodes: LabelledNode[] = [];
  for (let start = 0; at < bytes.length; ) {
    const first = take();
    start += Math.floor(first / 4);
    const end = start + take();
    nodes.push({
      kind: first & 2 ? 'text' : 'element',
      start,
      end,
      label: first & 1 ? 'template' : 'content',
      score: take() / SCORES,
    });
  }
  return { ...head, nodes };
}
