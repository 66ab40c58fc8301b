import { describe, expect, test } from 'vitest';
import { randIndex } from '../../server/src/core/layouts/best-cut.ts';
import { goldNodes } from '../support/gold.ts';
import { scorePage } from '../support/score.ts';

const labelOf = (bit: string) => (bit === '1' ? 'template' : 'content');
const nodes = (bits: string) =>
  [...bits].map((bit, i) => ({
    kind: 'text' as const,
    start: 10 * i,
    end: 10 * i + 5,
    label: labelOf(bit) as 'template' | 'content',
  }));

describe('scores of a page', () => {
  test('count template as positive', () => {
    const score = scorePage(nodes('1110010010'), nodes('1100110000'));
    expect(score.precision).toBeCloseTo(0.75);
    expect(score.recall).toBeCloseTo(0.6);
    expect(score.f1).toBeCloseTo(2 / 3);
    expect(score.accuracy).toBeCloseTo(0.7);
  });

  test('take the label of the node around a node that was not predicted, and count what has none', () => {
    const outer = { kind: 'text' as const, start: 0, end: 25, label: 'template' as const };
    const score = scorePage(nodes('1111'), [outer]);
    expect(score.recall).toBe(0.75);
    expect(score.missing).toBe(1);
  });
});

describe('agreement of groupings', () => {
  test('is complete for other names of the same groups', () => {
    expect(randIndex(['a', 'a', 'b', 'c'], ['x', 'x', 'y', 'z'])).toEqual({ rand: 1, adjustedRand: 1 });
  });

  test('counts the pairs on which both agree', () => {
    // Of six pairs, four agree: the one that both keep together, and three that both keep apart.
    const { rand, adjustedRand } = randIndex(['a', 'a', 'a', 'b'], ['x', 'x', 'y', 'z']);
    expect(rand).toBeCloseTo(4 / 6);
    expect(adjustedRand).toBeCloseTo(0.5 / 1.5);
  });
});

describe('gold labels', () => {
  test('go down to descendants until a deeper rule, and to texts by ::text', () => {
    const html = '<!doctype html><title>About us</title><nav><a>Home</a></nav><main><p>Story</p><footer>Share</footer></main>';
    const labels = goldNodes(html, [
      { css: 'html', label: 'template' },
      { css: 'title::text', label: 'content' },
      { css: 'main', label: 'content' },
      { css: 'main footer', label: 'template' },
    ]).map(node => `${html.slice(node.start, node.end)} ${node.label}`);
    expect(labels).toEqual([
      '<title>About us</title> template',
      'About us content',
      '<nav><a>Home</a></nav> template',
      '<a>Home</a> template',
      'Home template',
      '<main><p>Story</p><footer>Share</footer></main> content',
      '<p>Story</p> content',
      'Story content',
      '<footer>Share</footer> template',
      'Share template',
    ]);
  });
});
