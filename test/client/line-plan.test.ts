import type { Region } from 'templens-shared/labels';
import { expect, test } from 'vitest';
import { lineRuns, type PageMarks, rangesOnLines } from '../../client/src/line-plan.ts';

/** A page with its regions marked: `⟦…⟧` template, `⟨…⟩` content, `⟪…⟫` deviating; `‸` is where something is missing. */
function marked(text: string): { lines: string[] } & PageMarks {
  const kinds: Record<string, Region['kind']> = { '⟦': 'template', '⟨': 'content', '⟪': 'deviating' };
  const regions: PageMarks['regions'] = [];
  const absences: PageMarks['absences'] = [];
  const lines = [''];
  for (const character of text) {
    const at = { line: lines.length - 1, character: lines.at(-1)!.length };
    const kind = kinds[character];
    if (kind !== undefined) regions.push({ kind, range: { start: at, end: at } });
    else if ('⟧⟩⟫'.includes(character)) regions.at(-1)!.range = { start: regions.at(-1)!.range.start, end: at };
    else if (character === '‸') absences.push({ what: '<hr>', range: { start: at, end: at } });
    else if (character === '\n') lines.push('');
    else lines[lines.length - 1] += character;
  }
  return { lines, regions, absences };
}

/** Every line of the page with what the gutter says of it. */
function gutter(text: string): string[] {
  const { lines, ...marks } = marked(text);
  const runs = lineRuns(marks, line => lines[line]!);
  return lines.map((line, i) => `${runs.find(run => run.first <= i && i <= run.last)?.kind ?? '-'}: ${line.trim()}`);
}

test('every line is what stands on it', () => {
  expect(gutter('⟦<body>\n\n<h1>⟧⟨News⟩⟦</h1>\n⟧\n⟨<p>Text</p>\n  more⟩\n⟦</body>⟧')).toEqual([
    'template: <body>',
    'template: ',
    'mixed: <h1>News</h1>',
    '-: ',
    'content: <p>Text</p>',
    'content: more',
    'template: </body>',
  ]);
});

test('white space beside a region does not make its line mixed', () => {
  expect(gutter('⟦<ul>\n  ⟧⟨<li>a</li>\n  ⟩⟦</ul>⟧')).toEqual(['template: <ul>', 'content: <li>a</li>', 'template: </ul>']);
});

test('what deviates outweighs everything else on its line', () => {
  expect(gutter('⟦<a>⟧⟪<b>⟫⟨text⟩')).toEqual(['deviating: <a><b>text']);
});

test('a line where something is missing deviates', () => {
  expect(gutter('⟦<li>a</li>‸\n<li>b</li>⟧\n\n‸')).toEqual([
    'deviating: <li>a</li>',
    'template: <li>b</li>',
    '-: ',
    'deviating: ',
  ]);
});

test('neighbouring lines of a kind are one run', () => {
  const { lines, ...marks } = marked('⟦<p>\n</p>⟧\n⟦<p>\n</p>⟧\n⟨x⟩');
  expect(lineRuns(marks, line => lines[line]!)).toEqual([
    { kind: 'template', first: 0, last: 3 },
    { kind: 'content', first: 4, last: 4 },
  ]);
});

test('of a region that begins and ends beside content, the parts on mixed lines are tinted exactly', () => {
  const { lines, regions, absences } = marked('⟨a⟩⟦<b>\n<c>\n<d>⟧⟨e⟩');
  const runs = lineRuns({ regions, absences }, line => lines[line]!);
  const [, template] = regions;
  const parts = rangesOnLines(template!.range, runs, 'mixed');
  expect(parts.map(({ start, end }) => lines[start.line]!.slice(start.character, end.character))).toEqual(['<b>', '<d>']);
});

test('a page on one line is mixed, and its template is all of its template regions', () => {
  const { lines, regions, absences } = marked('⟦<h1>⟧⟨News⟩⟦</h1>⟧');
  const runs = lineRuns({ regions, absences }, line => lines[line]!);
  const parts = regions
    .filter(region => region.kind === 'template')
    .flatMap(region => rangesOnLines(region.range, runs, 'mixed'));
  expect(parts.map(({ start, end }) => lines[0]!.slice(start.character, end.character))).toEqual(['<h1>', '</h1>']);
});
