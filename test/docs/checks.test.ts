// Runs the examples of docs/checks. An example is a run of fenced blocks: ```html PATH blocks are its pages (`page-{1..6}.html` stands for
// six of them, `{n}` in their text for the number, `{n==3?TEXT|OTHER}` for a text on the third and another on the others), a ```json templens.config.json block
// its settings, and a ```text block what is reported of it, a line a finding: page, code, marked text; none where nothing is reported.
import { readdirSync, readFileSync } from 'node:fs';
import { optionSchemas } from 'templens-shared/extractor-options';
import { type CheckSettings, checkCodes } from 'templens-shared/findings';
import { editorKeys } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { allChecks } from '../../server/src/core/findings/checks/index.ts';
import { rulePage } from '../../server/src/docs/rule-page.ts';
import { settingsSchema } from '../../server/src/site/settings-schema.ts';
import { reportsOf } from '../checks/support/pair-site.ts';
import { CheckedSite } from '../support/checked-site.ts';

const folder = new URL('../../docs/checks/', import.meta.url);
const documents = readdirSync(folder).filter(name => name !== 'README.md');

interface Example {
  pages: Map<string, string>;
  settings: Partial<CheckSettings>;
  reported: string[];
}

function examplesOf(document: string): Example[] {
  const examples: Example[] = [];
  let pages = new Map<string, string>();
  let settings: Partial<CheckSettings> = {};
  for (const [, language, name, text] of document.matchAll(/^```(html|json|text) ?(.*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'html') for (const [path, page] of pagesOf(name!, text!)) pages.set(path, page);
    else if (language === 'json') settings = JSON.parse(text!) as Partial<CheckSettings>;
    else {
      examples.push({ pages, settings, reported: text!.split('\n').filter(line => line !== '') });
      pages = new Map();
      settings = {};
    }
  }
  return examples;
}

function pagesOf(name: string, text: string): [string, string][] {
  const range = /\{(\d+)\.\.(\d+)\}/.exec(name);
  if (!range) return [[name, text]];
  const [whole, first, last] = range;
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => {
    const n = String(Number(first) + index);
    const page = text.replace(/\{n==(\d+)\?([^}|]*)\|?([^}]*)\}/g, (_all, on: string, then: string, or: string) =>
      on === n ? then : or,
    );
    return [name.replace(whole, n), page.replaceAll('{n}', n)];
  });
}

test('every finding has its page', () => {
  const codes = checkCodes.map(code => `${code.replace('/', '-')}.md`);
  expect(documents.toSorted()).toEqual(codes.toSorted());
});

// Messages about an unknown setting send people there.
test('docs/checks/templens-config.md lists all settings, and the keys inside them', () => {
  const list = readFileSync(new URL('templens-config.md', folder), 'utf8').split('## All settings')[1]!;
  const listed = new Set([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const entries = Object.entries(settingsSchema.properties) as [string, { items?: { properties?: object } }][];
  const inside = entries.flatMap(([, { items }]) => Object.keys(items?.properties ?? {}));
  const settings = entries.map(([name]) => name).filter(name => name !== '$schema');
  expect(inside.length).toBeGreaterThan(5);
  const names = [...settings, ...inside, ...optionSchemas.keys(), ...editorKeys];
  expect(names.filter(name => !listed.has(name))).toEqual([]);
  const others = [...listed].filter(name => !names.includes(name) && !/^(?:templens\.NAME|templens explain|N1|N24)$/.test(name));
  expect(others).toEqual([]);
});

// The program around the checks reports what is wrong with the configuration file.
describe.each(documents.filter(name => name !== 'templens-config.md'))('docs/checks/%s', name => {
  const document = readFileSync(new URL(name, folder), 'utf8');
  const code = name.replace('.md', '').replace('-', '/');
  const examples = examplesOf(document);

  test('is about a finding, with its severity', () => {
    const check = allChecks.find(one => one.code === code)!;
    expect(rulePage(check.code).href).toBe(new URL(name, folder).href);
    expect(document).toMatch(new RegExp(`^# \`${code}\`\n`));
    expect(document).toContain(`**Severity:** ${check.severity}`);
  });

  test('shows what is reported, and what is not', () => {
    expect(examples.some(({ reported }) => reported.some(line => line.includes(`: ${code} `)))).toBe(true);
    expect(examples.some(({ reported }) => reported.length === 0)).toBe(true);
  });

  test.each(examples.map((example, index) => ({ index: index + 1, ...example })))(
    'example $index',
    ({ pages, settings, reported }) => {
      expect(reportsOf(new CheckedSite(pages, settings))).toEqual(reported);
    },
  );
});
