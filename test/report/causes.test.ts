import { causeMessage, causeTotals, groupByCause } from 'templens-shared/causes';
import type { Finding, Severity } from 'templens-shared/findings';
import { expect, test } from 'vitest';

const finding = (page: string, cause: string, more: Partial<Finding> = {}): Finding => ({
  ...{ page, start: 0, end: 1, line: 1, column: 1, code: 'template/missing-node', severity: 'warning', confidence: 0.5 },
  ...{ message: `On ${page}.`, related: [], fixable: false, identity: cause, cause, normalisers: [], ...more },
});
const named = (findings: readonly Finding[]): string[] => groupByCause(findings).map(({ id, pages }) => `${id} ${pages}`);

test('causes are sorted by severity, then confidence, then pages', () => {
  const severity = (severity: Severity) => ({ severity });
  expect(
    named([
      finding('a.html', 'note', severity('information')),
      finding('a.html', 'one page'),
      finding('a.html', 'two pages'),
      finding('b.html', 'two pages'),
      finding('b.html', 'sure', { confidence: 0.9 }),
      finding('b.html', 'error', { ...severity('error'), confidence: 0.1 }),
    ]),
  ).toEqual(['error 1', 'sure 1', 'two pages 2', 'one page 1', 'note 1']);
});

test('a cause has the severity of its worst finding, whatever the messages say', () => {
  const [cause] = groupByCause([finding('a.html', 'c'), finding('b.html', 'c', { severity: 'error', confidence: 0.8 })]);
  expect(cause).toMatchObject({ severity: 'error', confidence: 0.8, pages: 2, first: { page: 'a.html' } });
});

test.each([
  [['lacks “Contact”', 'menu'], '2 pages lack “Contact” in the menu.'],
  [['has “Hot” instead of “new”', undefined], '2 pages have “Hot” instead of “new”.'],
  [['lacks the footer', 'footer'], '2 pages lack the footer.'],
  [['does not close <div>', undefined], '2 pages do not close <div>.'],
  [[undefined, 'footer'], 'On a.html.'],
] as const)('the message of a cause on several pages: %j', ([brief, part], message) => {
  const more = { ...(brief && { brief }), ...(part && { part }) };
  const on = (...pages: string[]) => causeMessage(groupByCause(pages.map(page => finding(page, 'c', more)))[0]!);
  expect(on('a.html', 'b.html')).toBe(message);
  expect(on('a.html', 'a.html')).toBe('On a.html.');
});

test('totals count causes, and say at how many places they are', () => {
  const pages = ['a.html', 'b.html', 'c.html'];
  expect(causeTotals(pages.map(page => finding(page, 'c')))).toBe('1 warning at 3 places');
  expect(causeTotals([finding('a.html', 'c'), finding('a.html', 'd', { severity: 'information' })])).toBe('1 warning, 1 note');
});
