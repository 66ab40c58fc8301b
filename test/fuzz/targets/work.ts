// Pages of one piece again and again: twice as many take at most twice the steps, and a logarithm.
import * as features from '../../../server/src/lab/features.ts';
import '../../../server/src/lab/index.ts';
import fc from 'fast-check';
import { digestText } from '../../../server/src/core/digest/digest-text.ts';
import { pageFeatures } from '../../../server/src/core/labels/page-features.ts';
import { countSteps, TooManySteps, withStepLimit } from '../../../server/src/html/steps.ts';
import { CheckedSite } from '../../support/checked-site.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { shapes } from '../../support/hostile-shapes.ts';
import { target } from '../target.ts';

/** UTF-16 code units of the smaller page. */
const SIZE = 1 << 15;
const MOST_GROWTH = 2.3;
const BASE = 100_000;
/** Milliseconds of processor time that both pages may take: far above what they do, for work that is not counted. */
const MOST_TIME = 20_000;

const site = framedSite(8).map(page => [page.path, textOf(page)] as const);
const [attacked, frame] = site[0]!;
let checked: CheckedSite | undefined;

const pieces = [
  ...['<p>', '</p>', '<b>', '</b>', '<a href="x.html">', '</a>', '<i>', '<div>', '</div>', '<table>', '<td>', '</table>', '<li>'],
  ...['<form>', '</form>', '<svg>', '</svg>', '<h1>', '<span class="a b" id=c>', '<option>', '<select>', '<template>', '<font>'],
  ...['<noscript>', '<![CDATA[', '<script>', '</script>', '<style>', '<!--', '-->', '{{', '}}', '{%', '<?php', '<%', '<'],
  ...[
    '&amp',
    '&',
    ';',
    '2020-01-01',
    '\u00a9 2020',
    '1',
    '\u0300',
    '\u0316',
    '\u00a0',
    ' ',
    '\n',
    'url(',
    '(',
    ')',
    '"',
    "'",
    '\\',
  ],
  ...['style="', 'href="', 'srcset="', 'class="', 'id="', ' a=b', '>', '/', '-', '..', '%e4', ',', ':', '?', '#', 'headlessui-'],
  ...[
    '<!-- templens-ignore template/changed-text: x -->',
    '<!-- InstanceBeginEditable name="a" -->',
    '<!-- #EndEditable -->',
    'x',
  ],
];

interface Shape {
  before: string;
  piece: string;
  after: string;
}

const some = (maxLength: number) => fc.array(fc.constantFrom(...pieces), { maxLength }).map(parts => parts.join(''));
const known = fc.constantFrom(...Object.values(shapes)).map((make): Shape => {
  const [one, two] = [make(1), make(2)];
  let at = 0;
  while (at < one.length && one[at] === two[at]) at++;
  const more = two.length - one.length;
  return { before: one.slice(0, at), piece: two.slice(at, at + more) || 'x', after: one.slice(at) };
});
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ before: some(3), piece: some(4).filter(piece => piece.length > 0), after: some(3) }),
  fc.record({ before: some(2), known, after: some(2) }).map(({ before, known, after }) => ({
    before: before + known.before,
    piece: known.piece,
    after: known.after + after,
  })),
);

function pageOf({ before, piece, after }: Shape, size: number): string {
  const middle = before + piece.repeat(Math.ceil(size / piece.length)) + after;
  return frame.replace(/<body[^>]*>/, tag => tag + middle);
}

function stepsOf(text: string): number | undefined {
  checked ??= new CheckedSite(site);
  try {
    return countSteps(() => {
      withStepLimit(text.length, () => {
        const { tree } = digestText(text, 'default', { path: attacked });
        pageFeatures(Object.values(features), tree, text, attacked);
        checked!.put(attacked, text);
        checked!.settle();
        checked!.findings(attacked);
      });
    });
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

export const work = target<Shape>({
  name: 'work',
  inputs: shape,
  check(shape) {
    const [small, large] = [pageOf(shape, SIZE), pageOf(shape, 2 * SIZE)];
    const before = process.cpuUsage();
    const work = [stepsOf(small), stepsOf(large)];
    const { user, system } = process.cpuUsage(before);
    const time = (user + system) / 1000;
    if (time > MOST_TIME) throw new Error(`${small.length} and ${large.length} code units take ${Math.round(time)} ms`);
    // A page that takes too many steps is refused.
    if (work[0] === undefined || work[1] === undefined) return;
    if (work[1] > MOST_GROWTH * work[0] + BASE)
      throw new Error(`${work[0]} steps for half of the page, ${work[1]} for all of it`);
  },
  show: ({ before, piece, after }) => `${JSON.stringify(before)}, many ${JSON.stringify(piece)}, ${JSON.stringify(after)}`,
});
