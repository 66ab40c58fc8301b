import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { templens } from './templens.ts';

const page = (name: string) =>
  `<html><body><nav><a href="/">Home</a></nav><main><ul class="toc"><li>First of ${name}</ul><p>Text of ${name}</p></main></body></html>`;
const pages = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`${name}.html`, page(name)]));
const siteWith = (labels: unknown) => makeFolder({ ...pages, 'templens.config.json': JSON.stringify({ labels }) });

describe('the setting labels', () => {
  test('decides the labels that classify prints, and explains them', async () => {
    const site = siteWith([{ select: 'main .toc', label: 'template' }]);
    const { stdout, code } = await templens(['classify', site, '--page', 'a.html', '--explain', '--format', 'text']);
    expect(code).toBe(0);
    expect(stdout).toContain('The entry “main .toc” of "labels" in the configuration decides.');
    const { stdout: lines } = await templens(['classify', site, '--format', 'ndjson']);
    const [first] = lines.trim().split('\n');
    const start = pages['a.html']!.indexOf('<ul');
    expect(JSON.parse(first!).nodes).toContainEqual(expect.objectContaining({ start, label: 'template', score: 1 }));
  });

  test('has its stale entries reported by check, where they stand', async () => {
    const site = siteWith([
      { select: '.toc', label: 'content' },
      { select: '.gone', layout: 'posts', label: 'content' },
    ]);
    const { stdout } = await templens(['check', site]);
    expect(stdout).toContain('templens.config.json:1:48');
    expect(stdout).toContain(
      'Nothing matches .gone on any page of the layout posts: this entry has no effect. Correct it or remove it.',
    );
    expect(stdout).not.toContain('Nothing matches .toc');
  });

  test.each([
    ['{"labels": {}}', 'templens.config.json:1:12: "labels" must be a list, such as'],
    [
      '{"labels": [{"select": "p"}]}',
      '"labels" must have a selector and a label, such as {"select": "main .toc", "label": "content"}',
    ],
    ['{"labels": [{"select": "p[", "label": "content"}]}', '"select" in "labels" must be a CSS selector, such as "main .toc"'],
    ['{"labels": [{"select": "p", "label": "contnet"}]}', '(did you mean "content"?)'],
    [
      '{"labels": [{"select": "p", "layuot": "x", "label": "content"}]}',
      'Unknown key "layuot" in "labels". Did you mean "layout"?',
    ],
  ])('that says %s is reported', async (text, sentence) => {
    const { code, stderr } = await templens(['check', makeFolder({ ...pages, 'templens.config.json': text })]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
