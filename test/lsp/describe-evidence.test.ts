import type { NodeDifference, NodeEvidence } from 'templens-shared/answers';
import { describe, expect, test } from 'vitest';
import { describeEvidence } from '../../server/src/lsp/describe-evidence.ts';

const element: NodeEvidence = {
  start: 0,
  end: 9,
  name: 'nav',
  label: 'template',
  score: 0.975,
  verdict: 'template',
  differences: [],
  template: 'g1',
  layout: 'posts/*',
  support: { pages: 39, of: 40 },
  site: { pages: 50, of: 90 },
  importance: 0.0512,
  reason: '39 of the 40 pages of its layout have it.',
};
const text: NodeEvidence = {
  ...element,
  name: '#text',
  label: 'content',
  verdict: 'content',
  score: 0.25,
  segment: { group: 2, site: 3 },
};
const part = { id: 'p1', name: 'menu', pages: 35, version: 'v1', versionPages: 35 };
const example = { uri: 'file:///s/about.html', page: 'about.html', line: 12, column: 5 };
const changed: NodeDifference = {
  kind: 'changed',
  here: '<a href="abuot.html">',
  template: '<a href="about.html">',
  support: { pages: 18, of: 21 },
  normalisers: ['N5', 'N6'],
};
const deviating: NodeEvidence = { ...element, verdict: 'deviating', differences: [changed], part };

describe('a hover says', () => {
  test('the verdict, the part, on how many pages, and one example', () => {
    expect(describeEvidence({ ...element, part }, 'markdown', example)).toBe(
      '**Template** · menu\n\nOn 39 of 40 pages, such as [about.html:12](file:///s/about.html#L12,5)',
    );
    expect(describeEvidence(element, 'plaintext', example)).toBe('Template\n\nOn 39 of 40 pages, such as about.html:12');
  });

  test('of a text, how many pages have the same; of content, that others are like it', () => {
    expect(describeEvidence(text, 'plaintext')).toBe('Content\n\nThe same text on 2 of 40 pages');
    expect(describeEvidence({ ...text, segment: { group: 1, site: 1 } }, 'plaintext', example)).toBe(
      'Content\n\nOn this page only; compare about.html:12',
    );
    const { segment: _, ...paragraph } = { ...text, name: 'p' };
    expect(describeEvidence(paragraph, 'plaintext')).toBe('Content\n\nAn element like it on 39 of 40 pages');
  });

  test('of a page alone in its layout, on how many pages of the site', () => {
    const alone = { ...element, support: { pages: 1, of: 1 } };
    expect(describeEvidence(alone, 'plaintext')).toBe('Template\n\nOn 50 of 90 pages of the site');
  });

  test('the version of the part where others have another', () => {
    const rare = { ...part, versionPages: 17 };
    expect(describeEvidence({ ...element, part: rare }, 'plaintext')).toMatch(/^Template · menu, version of 17 of 35 pages\n/);
    expect(describeEvidence({ ...element, part: { ...part, name: 'menu “*”' } }, 'markdown')).toContain('· menu “\\*”\n');
  });

  test("the template's version beside this page's", () => {
    expect(describeEvidence(deviating, 'markdown', example)).toBe(
      [
        '**Deviating** · menu',
        '',
        '```diff',
        '- <a href="about.html">',
        '+ <a href="abuot.html">',
        '```',
        '',
        '`-` on 18 of 21 pages, such as [about.html:12](file:///s/about.html#L12,5); `+` on this page',
      ].join('\n'),
    );
    const extra: NodeDifference = { kind: 'extra', here: '<p>New</p>', normalisers: [] };
    expect(describeEvidence({ ...deviating, differences: [extra] }, 'plaintext')).toBe('Deviating (extra) · menu');
  });

  test('what is missing here, below a verdict that does not change with it', () => {
    const missing: NodeDifference = {
      kind: 'missing',
      template: '<li>\n  ```\n</li>',
      support: { pages: 5, of: 6 },
      normalisers: [],
    };
    expect(describeEvidence({ ...element, differences: [missing] }, 'markdown', example)).toBe(
      [
        '**Template**\n\nOn 39 of 40 pages\n',
        'Missing here; on 5 of 6 pages, such as [about.html:12](file:///s/about.html#L12,5):\n',
        '````html\n<li>\n  ```\n</li>\n````',
      ].join('\n'),
    );
  });

  test('what decides the label only with details', () => {
    expect(describeEvidence(element, 'plaintext')).not.toMatch(/sure|importance|posts/i);
    expect(describeEvidence(element, 'plaintext', undefined, true)).toBe(
      [
        'Template',
        '',
        'On 39 of 40 pages',
        '',
        '39 of the 40 pages of its layout have it.',
        '',
        '- Label of <nav>: template, 98% sure',
        '- The same element on 50 of 90 pages of the site',
        '- Layout posts/*, 40 pages',
        '- Importance in the site style tree: 0.05 (0 is template, 1 is content)',
      ].join('\n'),
    );
    expect(describeEvidence(text, 'plaintext', undefined, true)).toContain('- Label of text: content, 75% sure\n');
    expect(describeEvidence(deviating, 'plaintext', undefined, true)).toContain(
      'Not seen as a difference here: relative addresses (N5), index pages and percent-encoding (N6)',
    );
  });

  test('nothing of a page as markup', () => {
    const odd = { uri: 'file:///s/a_(1).html', page: 'a_(1)[x].html', line: 3, column: 5 };
    const described = describeEvidence({ ...element, reason: 'It has *the* same <b>text</b>.' }, 'markdown', odd, true);
    expect(described).toContain('It has \\*the\\* same \\<b\\>text\\</b\\>.');
    expect(described).toContain('[a\\_(1)\\[x\\].html:3](file:///s/a_%281%29.html#L3,5)');
  });

  test('an example whose text cannot be read without a line', () => {
    expect(describeEvidence(element, 'plaintext', { uri: 'file:///s/a.html', page: 'a.html' })).toMatch(/such as a\.html$/);
  });
});
