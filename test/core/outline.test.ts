import fc from 'fast-check';
import type { OutlineNode } from 'templens-shared/answers';
import { describe, expect, test } from 'vitest';
import { outline } from '../../server/src/site/outline.ts';
import { anyLabelledPage, labelledPage } from './labelled-page.ts';

/** The outline as indented lines: `T main`, `  C p  its first words`. */
function outlineOf(html: string): string[] {
  const { source, tree, label } = labelledPage(html);
  const lines = (nodes: OutlineNode[], indent: string): string[] =>
    nodes.flatMap(node => [
      `${indent}${node.label === 'template' ? 'T' : 'C'} ${node.name}${node.detail && `  ${node.detail}`}`,
      ...lines(node.children, `${indent}  `),
    ]);
  return lines(outline(tree, source, label), '');
}

describe('outline', () => {
  test('mixed elements nest, uniform ones are entries with their first words', () => {
    expect(
      outlineOf(
        '<html><head><title data-c-text>Caf&eacute;</title></head><body>' +
          '<nav id="menu" class="wide dark extra">Home <b>About</b></nav><main><p data-c>One two</p></main></body></html>',
      ),
    ).toEqual([
      'T html',
      '  T head',
      '    T title',
      '      C “Café”',
      '  T body',
      '    T nav#menu.wide.dark  Home About',
      '    T main',
      '      C p  One two',
    ]);
  });

  test('neighbours of one label are one entry', () => {
    expect(outlineOf('<main><p data-c>a</p>\n<p data-c>b</p><hr><i data-c>c</i></main>')).toEqual([
      'T main',
      '  C p +1  a b',
      '  T hr',
      '  C i  c',
    ]);
  });

  test('long texts are cut at a word', () => {
    const [line] = outlineOf(`<p>${'lorem ipsum '.repeat(20)}</p>`);
    expect(line).toMatch(/^T p {2}(lorem ipsum )+lorem…$|^T p {2}(lorem ipsum ?)+…$/);
    expect(line!.length).toBeLessThan(60);
  });

  test('entries of any page nest within their parents, in order, and can be selected', () => {
    fc.assert(
      fc.property(anyLabelledPage, ({ source, tree, label }) => {
        const check = (nodes: OutlineNode[], from: number, until: number): void => {
          for (const node of nodes) {
            expect(node.start).toBeGreaterThanOrEqual(from);
            expect(node.end).toBeLessThanOrEqual(until);
            expect(node.selectionStart).toBeGreaterThanOrEqual(node.start);
            expect(node.selectionEnd).toBeLessThanOrEqual(node.end);
            expect(node.name).not.toBe('');
            check(node.children, node.start, node.end);
          }
        };
        check(outline(tree, source, label), 0, source.length);
      }),
    );
  });
});
