// Names of layouts, parts, folders and files, selectors and texts of pages are shown as Markdown: nothing of them is a link or a picture.
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { NodeDifference, NodeEvidence } from 'templens-shared/answers';
import { escapeMarkdown, markdownCode, withoutLinks } from 'templens-shared/markdown';
import type { SiteOverview } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import { statusText } from '../../client/src/status-text.ts';
import { describeEvidence } from '../../server/src/lsp/describe-evidence.ts';
import { layoutsText } from '../../server/src/lsp/layouts-text.ts';
import { inputs } from '../support/random-inputs.ts';

/** As editors do: with HTML and with links out of bare addresses (GitHub's, so none without a scheme or `www.`). */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false });
const { escapeHtml } = markdown.utils;

const evil = '![](https://evil.example/p.png) [Update now](https://evil.example)';
const pieces = [
  ...'\\`*_{}[]()<>#|~$&@!:./+-=1"\'ab \t\n\r',
  ...[
    '\n\n',
    '    ',
    '![](https://evil.example/p.png)',
    '[x](command:evil)',
    '<https://evil.example>',
    '<img src=x>',
    'www.evil.example',
  ],
  ...[
    'https://evil.example',
    'ftp://evil.example',
    'me@evil.example',
    '&copy;',
    '```',
    '~~~',
    '$(trash)',
    '| --- |',
    '- [ ] ',
    '1. ',
  ],
];
const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 }),
  fc.string({ unit: 'grapheme' }).map(text => text.replace(/\p{Cc}/gu, '')),
  fc.constantFrom(evil, `a\n\n${evil}`, `\`\n\n${evil}\n\n\``, `](https://evil.example)`, `a | b\n| --- |\n${evil}`),
);
const oneLine = (text: string): string => text.replace(/[\t\n\v\f\r ]+/g, ' ');

describe('a text of others', () => {
  test('is shown as it is, wherever it stands', () => {
    fc.assert(
      fc.property(hostile, text => {
        const shown = oneLine(text).trim();
        fc.pre(shown !== '');
        const escaped = escapeMarkdown(text).trim();
        expect(markdown.render(escaped)).toBe(`<p>${escapeHtml(shown)}</p>\n`);
        expect(markdown.render(`# ${escaped}`)).toBe(`<h1>${escapeHtml(shown)}</h1>\n`);
        expect(markdown.render(`**Part** · ${escaped}, [on](x) 2 pages`)).toBe(
          `<p><strong>Part</strong> · ${escapeHtml(shown)}, <a href="x">on</a> 2 pages</p>\n`,
        );
        expect(markdown.render(`| a |\n| --- |\n| ${escaped} |`)).toContain(`<td>${escapeHtml(shown)}</td>`);
        expect(markdown.render(`[${escaped}](x)`)).toBe(`<p><a href="x">${escapeHtml(shown)}</a></p>\n`);
      }),
      { numRuns: inputs(1000), examples: [[evil]] },
    );
  });

  test('is shown as it is in code', () => {
    fc.assert(
      fc.property(hostile, text => {
        const shown = oneLine(text);
        fc.pre(shown !== '');
        expect(markdown.render(`a ${markdownCode(text)} b`)).toBe(`<p>a <code>${escapeHtml(shown)}</code> b</p>\n`);
      }),
      { numRuns: inputs(1000), examples: [['a\n\n![](https://evil.example/p.png)']] },
    );
  });

  test('is no link in a notification', () => {
    // As VS Code finds links in them.
    const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
    fc.assert(
      fc.property(hostile, text => void expect(withoutLinks(text)).not.toMatch(link)),
      { numRuns: inputs(300), examples: [['[Update](command:evil)']] },
    );
  });
});

/** Addresses of the links and pictures of a Markdown text, and whether it has HTML. */
function found(text: string): { addresses: string[]; hasHtml: boolean } {
  const tokens = markdown.parse(text, {}).flatMap(token => [token, ...(token.children ?? [])]);
  const addresses = tokens.flatMap(token =>
    token.type === 'link_open' ? token.attrGet('href')! : token.type === 'image' ? token.attrGet('src')! : [],
  );
  return { addresses, hasHtml: tokens.some(({ type }) => type.startsWith('html')) };
}

describe('of a hostile site', () => {
  test('a hover has no link but that to the example', () => {
    const evidence = fc.record({
      name: hostile,
      layout: hostile,
      reason: hostile,
      correction: hostile,
      part: hostile,
      here: hostile,
      template: hostile,
    });
    fc.assert(
      fc.property(
        evidence,
        fc.constantFrom<NodeDifference['kind']>('changed', 'missing', 'extra'),
        ({ part, here, template, ...texts }, kind) => {
          const node: NodeEvidence = {
            ...texts,
            ...{ start: 0, end: 9, label: 'template', score: 0.9, verdict: 'deviating', template: 'g1' },
            ...{ support: { pages: 39, of: 40 }, site: { pages: 50, of: 90 } },
            part: { id: 'p1', name: part, pages: 35, version: 'v1', versionPages: 30 },
            differences: [{ kind, here, template, support: { pages: 3, of: 4 }, normalisers: [] }],
          };
          const example = { uri: 'file:///s/a.html', page: part, line: 1, column: 1 };
          const { addresses, hasHtml } = found(describeEvidence(node, 'markdown', example, true));
          expect({ addresses: addresses.filter(address => address !== 'file:///s/a.html#L1,1'), hasHtml }).toEqual({
            addresses: [],
            hasHtml: false,
          });
        },
      ),
      { numRuns: inputs(300) },
    );
  });

  test('the tooltip of the status bar has no link but its commands, and its text no icon', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(1, 14), (layout, pages) => {
        const page = {
          uri: 'file:///s/a.html',
          version: 1,
          regions: [],
          absences: [],
          template: 'g',
          layout,
          pages,
          templateShare: 0.5,
          parts: [],
        };
        const { text, tooltip, commands } = statusText({ kind: 'running' }, page)!;
        const { addresses, hasHtml } = found(tooltip);
        expect({ addresses, hasHtml }).toEqual({ addresses: commands.map(command => `command:${command}`), hasHtml: false });
        expect([...text.matchAll(/(?<!\\)\$\([\w-]+(?:~[a-z]+)?\)/gi)].map(([icon]) => icon)).toEqual(['$(layout)']);
      }),
      {
        numRuns: inputs(300),
        examples: [
          [evil, 14],
          ['$(trash)', 1],
        ],
      },
    );
  });

  test('the overview has no link but those to its pages', () => {
    const list = <Item>(...items: Item[]) => ({ list: 'x', total: items.length, items });
    fc.assert(
      fc.property(hostile, name => {
        const overview = {
          ...{ uri: 'file:///s', name, pages: 1, findings: 1 },
          layouts: list({ id: 'g', name, pages: list({ page: name, findings: 1 }), findings: 1, templateShare: 0.5 }),
          parts: list({ id: 'p', name, place: name, pages: 1, versions: list() }),
          causes: list({ severity: 'warning', code: 'template/missing-node', message: name, pages: 1, places: list() }),
        } as unknown as SiteOverview;
        const { addresses, hasHtml } = found(layoutsText(overview));
        expect({ hasHtml, foreign: addresses.filter(address => !address.startsWith('file:///s')) }).toEqual({
          hasHtml: false,
          foreign: [],
        });
      }),
      { numRuns: inputs(300), examples: [[evil]] },
    );
  });
});
