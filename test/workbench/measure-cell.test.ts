import '../../server/src/lab/index.ts';
import { expect, test } from 'vitest';
import { goldNodes } from '../../server/src/lab/workbench/gold-labels.ts';
import { measureCell } from '../../server/src/lab/workbench/run/measure-cell.ts';
import { measureGrowth } from '../../server/src/lab/workbench/run/measure-growth.ts';
import { defaultSettings } from '../../shared/src/settings.ts';
import { page } from '../cli/templens.ts';

const pages = ['a', 'b', 'c'].map(name => ({ page: `${name}.html`, text: page(name, `${name} ${name}`), key: name === 'a' }));
const gold = ({ text }: { text: string }) => goldNodes(text, [{ css: 'main > *, title::text', label: 'content' }]);

/** A clock that goes on by one millisecond whenever it is looked at, and a memory that grows by 300 bytes. */
function instruments() {
  let time = 0;
  let bytes = 0;
  const steps: (string | undefined)[] = [];
  return {
    steps,
    now: () => time++,
    usedBytes: () => {
      bytes += 300;
      return bytes;
    },
    step: (name: string | undefined) => void steps.push(name),
  };
}

test('a cell has the scores and costs of its pages, and says what it is about to do', () => {
  const reports = instruments();
  const cell = measureCell(
    'site',
    'sst-repetition',
    pages,
    [pages[0]!],
    gold,
    { ...defaultSettings, extractor: 'sst-repetition' },
    reports,
  );
  expect(reports.steps.slice(0, 3)).toEqual([undefined, undefined, 'a.html']);
  expect(cell.costs).toEqual({ buildMilliseconds: 1, pages: 3, labelMilliseconds: [1], bytes: 300 });
  const [{ page: name, groupPages, score }] = cell.pages as [(typeof cell.pages)[number]];
  expect([name, groupPages, score.missing]).toEqual(['a.html', 3, 0]);
  // The frame is the same on all pages, the words of the article are not.
  expect(score.universe.falseNegative).toBe(0);
  expect(score.universe.truePositive).toBeGreaterThan(10);
});

test('growth is measured at growing sizes, and stops where it takes too long', () => {
  let time = 0;
  const quickClock = { ...instruments(), now: () => (time += 200) };
  const quick = measureGrowth('plain', 'page width', { ...defaultSettings, extractor: 'plain' }, quickClock);
  const nodes = quick.points.map(point => point.nodes);
  expect(nodes.length).toBeGreaterThan(4);
  expect(nodes).toEqual([...nodes].sort((a, b) => a - b));
  const slow = { ...instruments(), now: () => (time += 4000) };
  expect(measureGrowth('plain', 'page width', { ...defaultSettings, extractor: 'plain' }, slow).points).toHaveLength(1);
});
