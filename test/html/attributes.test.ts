import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { attributeValue } from '../../server/src/html/access.ts';

/** Names and values of the attributes of the first element of the body. */
function attributes(tag: string, ...names: string[]): (string | undefined)[] {
  const source = `<!doctype html><body>${tag}`;
  const tree = parsePage(source);
  const body = source.indexOf('<body>');
  const node = tree.start.findIndex(start => start > body);
  return names.map(name => attributeValue(tree, source, node, name));
}

test.each([
  ['<p a="1" b=\'2\' c=3>', ['1', '2', '3']],
  ['<p a = "1" b\n=\n2 c>', ['1', '2', '']],
  ['<p A="1" B=2 a=x>', ['1', '2', undefined]],
  ['<p a="" b=\'\' c=>', ['', '', '']],
  ['<p a="&amp;&eacute;&#x41;&unknown;" b="?a=1&copy=2" c="&lt">', ['&éA&unknown;', '?a=1&copy=2', '<']],
  ['<p a="e\u0301" b=2/ c>', ['é', '2/', '']],
  ['<p/a=1/b=2 c="{{ "x" }}">', ['1/b=2', undefined, '{{ "x" }}']],
  ['<input a={{ x }} b/>', ['{{ x }}', '', undefined]],
])('%s', (tag, expected) => {
  expect(attributes(tag, 'a', 'b', 'c')).toEqual(expected);
});
