import { describe, expect, test } from 'vitest';
import { layoutGlobs } from '../../server/src/site/layout-globs.ts';
import { renamedIn } from '../../server/src/site/named-entry.ts';

describe('a name is written to the configuration', () => {
  const part = { list: 'parts', currentName: 'footer', name: 'imprint', entry: () => ({ select: '#foot' }) } as const;

  test('of a site without one', () => {
    expect(JSON.parse(renamedIn('', part)!)).toEqual({ parts: [{ name: 'imprint', select: '#foot' }] });
  });

  test('in a new entry, behind the others; comments stay', () => {
    const text = '{\n  // ours\n  "parts": [\n    { "name": "menu", "select": "nav" }\n  ],\n  "support": 0.9\n}\n';
    const renamed = renamedIn(text, part)!;
    expect(renamed).toContain('// ours');
    expect(JSON.parse(renamed.replace(/\/\/.*/, ''))).toEqual({
      parts: [
        { name: 'menu', select: 'nav' },
        { name: 'imprint', select: '#foot' },
      ],
      support: 0.9,
    });
  });

  test('in the entry that gives the present name, where there is one', () => {
    const text = '{ "parts": [{ "name": "footer", "select": "#f", "declare": true }], }';
    expect(renamedIn(text, part)).toBe('{ "parts": [{ "name": "imprint", "select": "#f", "declare": true }], }');
  });

  test('unless its text cannot be understood', () => {
    for (const text of ['[]', '{ "parts": {} }', '"x"', '{ "support": 0.9', '{ "support" 0.9 }'])
      expect(renamedIn(text, part), text).toBeUndefined();
  });
});

test.each<[pages: string[], others: string[], globs: string[]]>([
  [['a/x.html', 'a/y.html'], ['index.html', 'a/b/z.html'], ['a/*']],
  [['a/x.html', 'a/b/y.html'], ['index.html'], ['a/**']],
  [['a/x.html', 'a/b/y.html'], ['a/z.html'], ['a/x.html', 'a/b/y.html']],
  [['a.html', 'b.html'], [], ['a.html', 'b.html']],
  [['a/[1].html'], [], ['a/\\[1\\].html']],
])('globs of a layout: %j beside %j', (pages, others, globs) => {
  expect(layoutGlobs(pages, others)).toEqual(globs);
});
