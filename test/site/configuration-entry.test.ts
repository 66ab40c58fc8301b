import { describe, expect, test } from 'vitest';
import { entryEdit } from '../../server/src/site/configuration-entry.ts';

const rule = { select: '.toc', pages: ['a.html'], label: 'content' };
const line = '{ "select": ".toc", "pages": ["a.html"], "label": "content" }';

function edited(text: string): string | undefined {
  const edit = entryEdit(text, 'labels', rule);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

describe('an entry is put into a configuration file', () => {
  test.each([
    ['that is not there', '', `{\n  "labels": [\n    ${line}\n  ]\n}\n`],
    ['without settings', '{}', `{\n  "labels": [\n    ${line}\n  ]\n}`],
    ['with other settings', '{\n    "threads": 2\n}\n', `{\n    "threads": 2,\n    "labels": [\n        ${line}\n    ]\n}\n`],
    ['with settings in one line', '{ "threads": 2 }', `{ "threads": 2,\n  "labels": [\n    ${line}\n  ] }`],
    ['with an empty list', '{ "labels": [ ] }', `{ "labels": [${line}] }`],
    ['with a list in one line', '{"labels": [{"a": 1}]}', `{"labels": [{"a": 1}, ${line}]}`],
    [
      'with a list of lines',
      '{\n\t"labels": [\n\t\t{ "a": 1 }\n\t]\n}',
      `{\n\t"labels": [\n\t\t{ "a": 1 },\n\t\t${line}\n\t]\n}`,
    ],
    [
      'with comments and a comma at the end',
      '{\n  "labels": [\n    // one\n    {}, // two\n  ]\n}',
      `{\n  "labels": [\n    // one\n    {},\n    ${line}, // two\n  ]\n}`,
    ],
    [
      'with lines of Windows',
      '{\r\n  "threads": 2\r\n}\r\n',
      `{\r\n  "threads": 2,\r\n  "labels": [\r\n    ${line}\r\n  ]\r\n}\r\n`,
    ],
  ])('%s', (_, before, after) => {
    expect(edited(before)).toBe(after);
    const plain = after.replace(/\/\/.*$/gm, '').replace(/,(\s*[\]}])/g, '$1');
    expect(JSON.parse(plain).labels.at(-1)).toEqual(rule);
  });

  test.each(['{ "labels": [', '[]', '{ "labels": {} }', 'x'])('but not into %s', text => {
    expect(edited(text)).toBeUndefined();
  });
});
