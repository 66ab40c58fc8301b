import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { goldWords, htmlWords, labelledWords } from '../support/content-words.ts';

const sentence = 'The old lighthouse keeper wrote down every ship that came by, and what the weather was like on that day. ';
const article = `<h2>Ships</h2><p>${sentence.repeat(6)}</p><p>A&nbsp;last&amp;only <b>wo</b>rd.</p>`;
const page = `<!doctype html><title>Title</title><body>
<ul class="nav"><li><a href="a.html">Home</a></li><li><a href="b.html">About us</a></li></ul>
<script>var not = 'a word';</script><main>${article}</main><table><tr><td>Footer</table>`;

test('gold labels, labels of nodes and HTML give the same words for the same content', () => {
  const gold = goldWords(page, [{ css: 'main', label: 'content' }]);
  expect(gold.slice(0, 3)).toEqual(['Ships', 'The', 'old']);
  expect(gold.slice(-4)).toEqual(['A', 'last&only', 'wo', 'rd.']);
  expect(htmlWords(article)).toEqual(gold);
  const tree = parsePage(page);
  const start = page.indexOf('<main>');
  const end = page.indexOf('</main>');
  const label = Array.from({ length: tree.size }, (_, node) => (tree.start[node]! >= start && tree.start[node]! < end ? 0 : 1));
  expect(labelledWords(tree, page, label)).toEqual(gold);
});

test('all of the body is its words: no title, no script', () => {
  const words = ['Home', 'About', 'us', ...htmlWords(article), 'Footer'];
  expect(goldWords(page, [{ css: 'html', label: 'content' }])).toEqual(words);
  const tree = parsePage(page);
  expect(labelledWords(tree, page, new Uint8Array(tree.size))).toEqual(words);
});
