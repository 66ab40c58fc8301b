import { readdirSync } from 'node:fs';
import type { PageLabels } from 'templens-shared/labels';
import { describe, expect, test } from 'vitest';
import { templens } from '../cli/templens.ts';
import { parse5View } from '../support/compare-parsers.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

describe.runIf(corpusAvailable)('classify on real sites', () => {
  test.each(corpusSites().map(site => [site.name, site] as const))('%s', async (_, site) => {
    const classify = ['classify', site.pagesFolder, '--format', 'ndjson'];
    const { code, stdout, stderr } = await templens([...classify, '--threads', '1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const threads of ['1', '2']) expect((await templens([...classify, '--threads', threads])).stdout === stdout).toBe(true);

    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as PageLabels);
    const files = readdirSync(site.pagesFolder, { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'));
    expect(lines.map(({ page }) => page)).toEqual(files.filter(name => name.endsWith('.html')).sort());
    // Every element with a start tag and every text that is not blank, as an HTML5 parser finds them.
    for (const { page, nodes } of lines) {
      const text = site.read(page);
      const { elements, texts } = parse5View(text);
      const labelled = (kind: string) => new Set(nodes.filter(node => node.kind === kind).map(node => node.start));
      const show = (start: number) => `${page}:${start}: ${text.slice(start, start + 40)}`;
      const [elementStarts, textStarts] = [labelled('element'), labelled('text')];
      expect(elements.filter(({ start }) => !elementStarts.has(start)).map(({ start }) => show(start))).toEqual([]);
      expect(texts.filter(start => !textStarts.has(start)).map(show)).toEqual([]);
      for (const { start, end, score } of nodes) {
        expect(end > start && end <= text.length && score >= 0 && score <= 1).toBe(true);
      }
    }
  });
});
