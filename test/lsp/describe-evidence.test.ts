import type { NodeEvidence } from 'templens-shared/stream';
import { describe, expect, test } from 'vitest';
import { describeEvidence } from '../../server/src/lsp/describe-evidence.ts';

const element: NodeEvidence = {
  start: 0,
  end: 9,
  name: 'nav',
  label: 'template',
  score: 0.975,
  template: 'g1',
  layout: 'posts/*',
  support: { pages: 39, of: 40 },
  site: { pages: 50, of: 90 },
  importance: 0.0512,
  reason: '39 of the 40 pages of its group have it.',
};
const text: NodeEvidence = { ...element, name: '#text', label: 'content', score: 0.25, segment: { group: 1, site: 3 } };

describe('evidence in words', () => {
  test('says the label, the reason and the counts of an element', () => {
    expect(describeEvidence(element, 'plaintext')).toBe(
      [
        'Template, 98% sure: <nav>',
        '',
        '39 of the 40 pages of its group have it.',
        '',
        '- On 39 of 40 pages of the layout posts/*',
        '- Importance in the site style tree: 0.05 (0 is template, 1 is content)',
      ].join('\n'),
    );
  });

  test('counts the pages that have a text, and is as sure of content as it is unsure of template', () => {
    const described = describeEvidence(text, 'plaintext');
    expect(described).toMatch(/^Content, 75% sure: text\n/);
    expect(described).toContain('The same text on 1 of 40 pages of the layout posts/*, and on 3 pages of the site');
  });

  test('of a page alone in its group says what the site has, and nothing of a group', () => {
    const { importance: _, ...alone } = { ...element, support: { pages: 1, of: 1 } };
    expect(describeEvidence(alone, 'plaintext').split('\n').slice(4)).toEqual([
      '- The only page of the layout posts/*',
      '- The same element on 50 of 90 pages of the site',
    ]);
    expect(describeEvidence({ ...alone, segment: { group: 1, site: 3 } }, 'plaintext')).toContain(
      '- The same text on 50 of 90 pages',
    );
  });

  test('names the part of a node, and the pages of its version where others have another', () => {
    const part = { id: 'p1', name: 'main menu', pages: 35, version: 'v1', versionPages: 17 };
    const lines = (of: NodeEvidence) => describeEvidence(of, 'plaintext').split('\n');
    expect(lines({ ...element, part })[4]).toBe('- Part: main menu, on 35 pages; version of 17 pages');
    expect(lines({ ...element, part: { ...part, pages: 1, versionPages: 1 } })[4]).toBe('- Part: main menu, on 1 page');
    expect(describeEvidence({ ...element, part: { ...part, name: 'menu “*”' } }, 'markdown')).toContain('Part: menu “\\*”, on');
  });

  test('shows nothing of a page as markup', () => {
    const example = { uri: 'file:///s/a_(1).html', page: 'a_(1)[x].html', line: 3, column: 5 };
    const described = describeEvidence({ ...element, reason: 'It has *the* same <b>text</b>.' }, 'markdown', example);
    expect(described).toContain('It has \\*the\\* same \\<b\\>text\\</b\\>.');
    expect(described).toContain('[a\\_(1)\\[x\\].html:3](file:///s/a_%281%29.html#L3,5)');
  });

  test('names an example whose text cannot be read without a line', () => {
    expect(describeEvidence(element, 'plaintext', { uri: 'file:///s/a.html', page: 'a.html' })).toMatch(
      /For example on a\.html$/,
    );
  });
});
