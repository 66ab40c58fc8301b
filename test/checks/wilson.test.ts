import { defaultCheckSettings } from 'templens-shared/findings';
import { expect, test } from 'vitest';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { wilsonLowerBound } from '../../server/src/core/findings/wilson.ts';
import { confidentFindings, findingsForOutput, shownFindings } from '../../server/src/site/page-findings.ts';

test('many pages say more than few of the same share', () => {
  expect(wilsonLowerBound(48, 50)).toBeCloseTo(0.8654, 3);
  expect(wilsonLowerBound(4, 5)).toBeCloseTo(0.3755, 3);
  expect(wilsonLowerBound(10, 10)).toBeGreaterThan(wilsonLowerBound(5, 5));
  expect(wilsonLowerBound(0, 0)).toBe(0);
});

test('of very many findings on a page the surest are reported', () => {
  const source = '<p>x</p>'.repeat(60);
  const found = Array.from({ length: 60 }, (_, index): Finding => {
    const start = index * 8;
    const place = { start, end: start + 8, node: index };
    return { code: 'template/changed-text', ...place, message: '', related: [], normalisers: [], identity: `${index}` };
  });
  const listed = findingsForOutput('a.html', found, source, defaultCheckSettings);
  expect(listed.all).toHaveLength(found.length);
  const { all } = confidentFindings(listed, ({ node }) => (node < 5 ? 0.2 : node % 11 === 0 ? 0.6 : 0.9), 0.5);
  expect(all).toHaveLength(55);
  const shown = shownFindings(all);
  expect(shown).toHaveLength(50);
  expect(shown.every(({ confidence }) => confidence === 0.9)).toBe(true);
});
