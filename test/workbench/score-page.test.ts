import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { goldNodes } from '../../server/src/lab/workbench/gold-labels.ts';
import { measuresOf } from '../../server/src/lab/workbench/measures.ts';
import { scorePage } from '../../server/src/lab/workbench/score-page.ts';

const html = `<!doctype html><html><head><title>A page</title><script>let a = 1;</script></head>
<body><nav><a href="x">Home</a></nav><main><p>Words of its own</p></main></body></html>`;
const gold = goldNodes(html, [{ css: 'main', label: 'content' }]);

test('a page whose every node is called template: what is content lowers precision, scripts count only among all', () => {
  const tree = parsePage(html);
  const score = scorePage(gold, tree, new Uint8Array(tree.size).fill(1));
  // html, head, title and its text, body, nav, a and its text are template; main, p and its text are content.
  expect(score.universe).toEqual({ truePositive: 8, falsePositive: 3, falseNegative: 0, trueNegative: 0 });
  expect(score.elements).toEqual({ truePositive: 6, falsePositive: 2, falseNegative: 0, trueNegative: 0 });
  expect(score.all).toEqual({ truePositive: 10, falsePositive: 3, falseNegative: 0, trueNegative: 0 });
  expect(score.missing).toBe(0);
});

test('labels that are the gold labels are right everywhere', () => {
  const tree = parsePage(html);
  const content = [html.indexOf('<main'), html.indexOf('</main>')] as const;
  const label = Uint8Array.from({ length: tree.size }, (_, node) =>
    tree.start[node]! >= content[0] && tree.start[node]! < content[1] ? 0 : 1,
  );
  const score = scorePage(gold, tree, label);
  for (const set of ['universe', 'elements', 'all'] as const) {
    expect(measuresOf(score[set])).toEqual({ precision: 1, recall: 1, f1: 1, accuracy: 1 });
  }
});

test('a gold node that begins inside a node of the tree takes its label; one outside of all is content', () => {
  const tree = parsePage('<p>one two</p>');
  const text = (start: number) => ({ kind: 'text', start, end: start + 3, label: 'template' }) as const;
  const score = scorePage([text(7), text(40)], tree, new Uint8Array(tree.size).fill(1));
  expect(score.missing).toBe(1);
  expect(score.universe).toEqual({ truePositive: 1, falsePositive: 0, falseNegative: 1, trueNegative: 0 });
});
