import type { CheckSettings } from 'templens-shared/findings';
import { defaultCheckSettings } from 'templens-shared/findings';
import { expect, test } from 'vitest';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { wilsonLowerBound } from '../../server/src/core/findings/wilson.ts';
import { pageFindings } from '../../server/src/site/page-findings.ts';

test('many pages say more than few of the same share', () => {
  expect(wilsonLowerBound(48, 50)).toBeCloseTo(0.8654, 3);
  expect(wilsonLowerBound(4, 5)).toBeCloseTo(0.3755, 3);
  expect(wilsonLowerBound(10, 10)).toBeGreaterThan(wilsonLowerBound(5, 5));
  expect(wilsonLowerBound(0, 0)).toBe(0);
});

test('of very many findings on a page those are reported that the most pages speak for', () => {
  const settings: CheckSettings = defaultCheckSettings;
  const source = '<p>x</p>'.repeat(60);
  const found = Array.from({ length: 60 }, (_, index): Finding => {
    const support = index % 6 === 0 ? { pages: 5, of: 6 } : { pages: 48, of: 50 };
    const start = index * 8;
    return {
      code: 'template/changed-text',
      start,
      end: start + 8,
      node: index,
      message: '',
      support,
      related: [],
      normalisers: [],
      identity: `${index}`,
    };
  });
  const { all, shown } = pageFindings('a.html', found, source, settings);
  expect(all).toHaveLength(found.length);
  expect(shown).toHaveLength(found.length - 10);
  expect(shown.every(({ support }) => support?.of === 50)).toBe(true);
});
