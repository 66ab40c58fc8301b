// Lines for `templens crawl worker`, whole or broken: it ends with a trailer that counts its rows, or with a sentence and without a trailer.
// Whole lines lose no page, and `crawl` gives the rows of `learn` and `apply`.
import fc from 'fast-check';
import { LineTooLong } from '../../../server/src/crawl/lines.ts';
import { placeUrl } from '../../../server/src/crawl/site-key.ts';
import { UnreadableInput } from '../../../server/src/crawl/unreadable-input.ts';
import { runWorker } from '../../../server/src/crawl/worker.ts';
import { WrongLine } from '../../../server/src/crawl/worker-lines.ts';
import { anyPage } from '../../support/any-page.ts';
import { target } from '../target.ts';

type Line = Record<string, unknown>;

/** A change of the lines. `at` and `to` choose lines, by their number. */
type Break =
  | { kind: 'swap'; at: number; to: number }
  | { kind: 'repeat'; at: number; to: number }
  | { kind: 'remove'; at: number }
  | { kind: 'field'; at: number; field: string; value: unknown }
  | { kind: 'insert'; at: number; bytes: Uint8Array }
  | { kind: 'cut'; at: number };

interface Input {
  step: 'read' | 'learn' | 'apply' | 'crawl';
  sample: number;
  pages: { site: number; page: number; html: string; isBytes: boolean }[];
  breaks: Break[];
  /** Bytes of a chunk of the input. */
  chunk: number;
}

const fields = [
  'contract',
  'step',
  'emit',
  'sample',
  'siteBy',
  'type',
  'url',
  'html',
  'body',
  'charset',
  'site',
  'hash',
  'id',
  'date',
];
const others = ['reason', 'bytes', 'path', '__proto__'];
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    'x'.repeat(300_000),
    Array(5000).fill([0]),
    '\ud800',
    -0,
    1e308,
    '../../nowhere',
    'killed',
    'utf-16',
    'model',
    'file',
  ),
);
const anyBreak: fc.Arbitrary<Break> = fc.oneof(
  fc.record({ kind: fc.constant('swap' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('field' as const), at: fc.nat(), field: fc.constantFrom(...fields, ...others), value: anyValue }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 60 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
);

/** The pages as the contract orders them, each once. */
function ordered(pages: Input['pages']): Line[] {
  const lines = new Map<string, Line>();
  for (const { site, page, html, isBytes } of pages) {
    const url = `https://s${site}.example/${page}`;
    const body = isBytes ? { body: Buffer.from(html).toString('base64'), charset: 'utf-8' } : { html };
    const { hash } = placeUrl(url)!;
    lines.set(`s${site}.example ${hash}`, { type: 'page', url, site: `s${site}.example`, hash, id: `${page}`, ...body });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

function broken(lines: readonly Line[], breaks: readonly Break[]): Buffer {
  const texts: Buffer[] = lines.map(line => Buffer.from(JSON.stringify(line)));
  for (const change of breaks) {
    const at = change.at % Math.max(1, texts.length);
    if (change.kind === 'insert') texts.splice(at, 0, Buffer.from(change.bytes));
    if (texts.length === 0) continue;
    if (change.kind === 'remove') texts.splice(at, 1);
    else if (change.kind === 'repeat') texts.splice(change.to % texts.length, 0, texts[at]!);
    else if (change.kind === 'swap')
      [texts[at], texts[change.to % texts.length]] = [texts[change.to % texts.length]!, texts[at]!];
    else if (change.kind === 'field' && texts[at]![0] === 123) texts[at] = withField(texts[at]!, change.field, change.value);
  }
  const bytes = Buffer.concat(texts.flatMap(text => [text, Buffer.from('\n')]));
  const cut = breaks.find(({ kind }) => kind === 'cut');
  return cut ? bytes.subarray(0, cut.at % (bytes.length + 1)) : bytes;
}

function withField(line: Buffer, field: string, value: unknown): Buffer {
  const end = line.lastIndexOf(125);
  // After the others: the last of two fields with one name counts.
  const more = `${line.length > 2 ? ',' : ''}${JSON.stringify(field)}:${JSON.stringify(value)}}`;
  return Buffer.concat([line.subarray(0, Math.max(1, end)), Buffer.from(more)]);
}

/** From the bundle of the fuzzer. */
const thread = new URL('../../../server/dist/labeller-thread.js', import.meta.url);

interface Run {
  lines: Line[];
  error: unknown;
}

async function run(input: Buffer, chunk: number): Promise<Run> {
  const texts: string[] = [];
  let error: unknown;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < input.length; at += chunk) yield input.subarray(at, at + chunk);
  }
  try {
    await runWorker(chunks(), async text => void texts.push(text), { thread });
  } catch (reason) {
    error = reason;
  }
  const lines = texts.join('').split('\n');
  if (lines.pop() !== '') throw new Error('The last line has no line feed.');
  return { lines: lines.map(line => JSON.parse(line) as Line), error };
}

function expectEnd({ lines, error }: Run): Line[] {
  const trailer = lines.at(-1);
  if (error !== undefined) {
    if (![WrongLine, LineTooLong, UnreadableInput].some(kind => error instanceof kind)) throw error;
    const { message } = error as Error;
    if (!/^[A-Z./].*\.$/s.test(message) || message.length > 1000)
      throw new Error(`This is no sentence: ${message.slice(0, 2000)}`);
    if (trailer?.end === true) throw new Error('A run that failed has a trailer.');
    return lines;
  }
  if (trailer?.end !== true) throw new Error('The trailer is missing.');
  const rows = lines.slice(0, -1);
  const pages = rows.filter(({ type }) => type !== 'model');
  const errors = pages.filter(({ method, reason }) => method === 'error' || reason !== undefined);
  if (rows.length > 0 && rows[0]!.type !== 'model' && trailer.pages !== pages.length)
    throw new Error('The trailer miscounts pages.');
  if (trailer.errors !== errors.length || trailer.models !== rows.length - pages.length)
    throw new Error(`The trailer miscounts: ${JSON.stringify(trailer)}`);
  return rows;
}

const textOf = (lines: readonly Line[]): Buffer => broken(lines, []);

export const crawlWorker = target<Input>({
  name: 'crawl-worker',
  inputs: fc.record({
    step: fc.constantFrom('read', 'learn', 'apply', 'crawl'),
    sample: fc.integer({ min: 3, max: 5 }),
    pages: fc.array(fc.record({ site: fc.nat(2), page: fc.nat(20), html: anyPage, isBytes: fc.boolean() }), { maxLength: 8 }),
    breaks: fc.array(anyBreak, { maxLength: 3 }),
    chunk: fc.integer({ min: 1, max: 5000 }),
  }),
  check: async ({ step, sample, pages, breaks, chunk }) => {
    const header = { contract: 1, step, sample, ...(step !== 'read' && { emit: ['content', 'segments', 'labels', 'template'] }) };
    const lines = ordered(pages);
    let input: Line[] = [header, ...lines];
    if (step === 'apply') {
      const learned = expectEnd(await run(textOf([{ ...header, step: 'learn' }, ...lines]), chunk));
      input = [header, ...learned.flatMap(model => [model, ...lines.filter(({ site }) => site === model.site)])];
    }
    const rows = expectEnd(await run(broken(input, breaks), chunk));
    if (breaks.length > 0 || step === 'learn') return;
    const urls = (list: readonly Line[]): string => list.map(({ url }) => url).join(' ');
    if (urls(rows) !== urls(lines)) throw new Error(`Pages are lost or doubled: ${urls(rows)}`);
    if (step !== 'apply') return;
    const crawled = expectEnd(await run(textOf([{ ...header, step: 'crawl' }, ...lines]), chunk));
    if (JSON.stringify(crawled) !== JSON.stringify(rows)) throw new Error('crawl gives other rows than learn and apply.');
  },
  show: input => JSON.stringify(input),
});
