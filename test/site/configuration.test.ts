import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { configurationNames, loadConfiguration } from '../../server/src/site/configuration.ts';
import { settingsSchema } from '../../server/src/site/settings-schema.ts';
import { makeFolder } from './folder.ts';

const [configurationName, commented] = configurationNames;

async function load(text: string) {
  const root = makeFolder({ [configurationName]: text });
  const { settings, problems } = await loadConfiguration(root);
  return {
    settings,
    problems: problems.map(problem => {
      expect(problem.file).toBe(join(root, configurationName));
      const fromColumn = text.split('\n')[problem.line - 1]!.slice(problem.column - 1);
      const marked = text.slice(problem.start, problem.end);
      expect(problem.end).toBeLessThanOrEqual(text.length);
      expect(fromColumn.startsWith(marked.split('\n')[0]!)).toBe(true);
      return `${marked} -> ${[problem.message, problem.instead ?? ''].join(' ').trimEnd()}`;
    }),
  };
}

describe('templens.config.json', () => {
  test('is optional', async () => {
    expect(await loadConfiguration(makeFolder())).toEqual({
      name: 'templens.config.json',
      settings: defaultSettings,
      problems: [],
      text: '',
    });
  });

  test.each([configurationName, commented])('may be %s, with comments and trailing commas', async name => {
    const root = makeFolder({ [name]: '// threads\n{ "threads": 3, /* pages */ "include": ["*.php",], }\n' });
    const configuration = await loadConfiguration(root);
    expect(configuration).toMatchObject({ name, problems: [], settings: { threads: 3, include: ['*.php'] } });
  });

  test('beside a second one says which is not read', async () => {
    const { name, settings, problems } = await loadConfiguration(
      makeFolder({ [configurationName]: '{"threads": 3}', [commented]: '{"threads": 4}' }),
    );
    expect({ name, threads: settings.threads, messages: problems.map(({ message }) => message) }).toEqual({
      name: 'templens.config.json',
      threads: 3,
      messages: ['templens.config.jsonc exists, too, and is not read. Move its settings here and delete it.'],
    });
  });

  test('overrides the defaults and is overridden', async () => {
    const root = makeFolder({
      [configurationName]: '\uFEFF{ "$schema": "x", "threads": 3, "include": ["*.php"], "groupThreshold": 0.5 }',
    });
    const { settings, problems } = await loadConfiguration(root, { threads: 4 });
    expect(problems).toEqual([]);
    expect(settings).toEqual({ ...defaultSettings, threads: 4, include: ['*.php'], groupThreshold: 0.5 });
  });

  test.each([
    [
      'a misspelt setting',
      '{\n  "maxpagebyte": 5\n}',
      '"maxpagebyte" -> Unknown setting "maxpagebyte". Did you mean "maxPageBytes"?',
    ],
    [
      'a setting like no other',
      '{ "colour": 1 }',
      /^"colour" -> Unknown setting "colour"\. Remove it; templens explain templens\/config lists all settings\.$/,
    ],
    [
      'a key like no other, of many',
      '{ "checks": { "colour": "off" } }',
      /^"colour" -> Unknown key "colour" in "checks"\. Remove it; templens explain templens\/config lists all keys\.$/,
    ],
    [
      'a key like no other, of few',
      '{ "required": [{ "selector": "h1", "colour": "red" }] }',
      /^"colour" -> Unknown key "colour" in "required"\. The keys are selector, message, pages\.$/,
    ],
    ['a wrong type', '{\n"polling": "yes" }', '"yes" -> "polling" must be true or false. The default, false, is used.'],
    ['an impossible value', '{"groupThreshold": 7}', '7 -> "groupThreshold" must be a number from 0 to 1. The default is used.'],
    [
      'a fraction where none can be',
      '{"threads": 1.5}',
      '1.5 -> "threads" must be a whole number from 1 to 999. The default, 2, is used.',
    ],
    [
      'an entry that is not a glob',
      '{"include": ["a", 5]}',
      '5 -> "include" must be a list of globs, such as ["**/*.html"]. It is ignored.',
    ],
    ['a text instead of a list', '{"exclude": "x"}', '"x" -> "exclude" must be a list of globs'],
    [
      'an unknown name',
      '{"extractor": "ssst"}',
      /^"ssst" -> "extractor" must be one of "default", "sst", .* \(did you mean "sst"\?\)\./,
    ],
    [
      'an unknown word for a setting that may be null',
      '{"pages": ""}',
      '"" -> "pages" must be one of "written", "generated", null',
    ],
    ['a setting given twice', '{"threads": 1, "threads": 2}', '"threads" -> "threads" is set twice; the last one counts.'],
    ['a missing brace', '{ "threads": 1', ' -> Not valid JSON: a closing } is missing. The defaults are used.'],
    ['a comment without an end', '{ /* x\n}', '/* x\n} -> Not valid JSON: the end of the comment, */, is missing.'],
    ['nothing but the start of a comment', '/*', '/* -> Not valid JSON: the end of the comment, */, is missing.'],
    ['a comma too many', '{ "threads": 1,, }', ", -> Not valid JSON: a setting's name in double quotes is expected here."],
    ['no JSON at all', 'threads: 1', 'threads -> Not valid JSON: this word is unknown here; texts need double quotes.'],
    ['an empty file', '', ' -> Not valid JSON'],
    ['a list', '[]', '[] -> Expected an object with settings'],
    [
      'a misspelt code',
      '{"checks": {"template/stale-yaer": "off"}}',
      '"template/stale-yaer" -> Unknown key "template/stale-yaer" in "checks". Did you mean "template/stale-year"?',
    ],
    [
      'a severity that there is not',
      '{"checks": {"template/stale-year": "warned"}}',
      '"warned" -> "template/stale-year" in "checks" must be one of "error", "warning", "information", "hint", "off"',
    ],
    ['too little support', '{"support": 0.5}', '0.5 -> "support" must be a number from 0.8 to 1. The default, 0.88, is used.'],
    [
      'an unknown normaliser',
      '{"normalisers": {"N99": false}}',
      '"N99" -> Unknown key "N99" in "normalisers". Did you mean "N9"?',
    ],
    ['a normaliser that is no switch', '{"normalisers": {"N1": 0}}', '0 -> "N1" in "normalisers" must be true or false.'],
    [
      'an invalid selector',
      '{"ignore": [{"selector": "a b"}, {"selector": "div["}]}',
      '"div[" -> "selector" in "ignore" must be a CSS selector, such as ".menu a". It is ignored.',
    ],
    ['an invalid glob', '{"ignore": [{"pages": ["x", "old/[a"]}]}', '"old/[a" -> "pages" in "ignore" must be a list of globs'],
    ['an empty glob', '{"include": [""]}', '"" -> "include" must be a list of globs'],
    ['a rule that says nothing', '{"ignore": [{}]}', '{} -> "ignore" must have entries that say what to ignore'],
    ['an invalid rule', '{"ignore": {"codes": []}}', '{"codes": []} -> "ignore" must be a list, such as'],
    ['a missing selector', '{"required": [{"message": "x"}]}', '{"message": "x"} -> "required" must have a selector, such as'],
    [
      'a misspelt part of a rule',
      '{"required": [{"selector": "h1", "page": ["x"]}]}',
      '"page" -> Unknown key "page" in "required". Did you mean "pages"?',
    ],
    [
      'a key given twice inside',
      '{"checks": {"template/stale-year": "off", "template/stale-year": "hint"}}',
      '-> "template/stale-year" is set twice',
    ],
    [
      'an option that there is not',
      '{"extractorOptions": {"iwptd.page": 3}}',
      '"iwptd.page" -> Unknown key "iwptd.page" in "extractorOptions". Did you mean "iwptd.pages"?',
    ],
    [
      'candidates that there are not',
      '{"candidates": "some"}',
      '"some" -> "candidates" must be links, links:N, group, all or random:N',
    ],
  ])('with %s is reported where it stands', async (_, text, expected) => {
    const { problems } = await load(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('with a mistake keeps everything else', async () => {
    const { settings } = await load('{ "threads": 0, "maxDepth": 40, "unknown": true }');
    expect(settings).toEqual({ ...defaultSettings, maxDepth: 40 });
  });

  test('with a wrong rule keeps the other rules', async () => {
    const { settings } = await load(
      '{"ignore": [{"selector": "["}, {"selector": ".ad"}], "checks": {"template/moved-node": "off", "page/no-template": 1}}',
    );
    expect(settings).toEqual({
      ...defaultSettings,
      ignore: [{ selector: '.ad' }],
      checks: { 'template/moved-node': 'off' },
    });
  });

  test('and overrides are put together code by code', async () => {
    const root = makeFolder({ [configurationName]: '{"checks": {"template/moved-node": "off", "page/no-template": "hint"}}' });
    const { settings } = await loadConfiguration(root, { checks: { 'page/no-template': 'error' } });
    expect(settings.checks).toEqual({ 'template/moved-node': 'off', 'page/no-template': 'error' });
  });

  test('may have severities by the names that other linters have', async () => {
    const root = makeFolder({ [configurationName]: '{"checks": {"template/moved-node": "warn", "page/no-template": "info"}}' });
    const { settings, problems } = await loadConfiguration(root);
    expect(problems).toEqual([]);
    expect(settings.checks).toEqual({ 'template/moved-node': 'warning', 'page/no-template': 'information' });
  });

  test('with several mistakes reports them in their order, also after a byte-order mark', async () => {
    const root = makeFolder({ [configurationName]: '\uFEFF{"b": 1, "threads": "x", "checks": {"a": 1}}' });
    const { problems, text } = await loadConfiguration(root);
    expect(problems.map(({ line, column, start, end }) => `${line}:${column} ${text.slice(start, end)}`)).toEqual([
      '1:2 "b"',
      '1:21 "x"',
      '1:37 "a"',
    ]);
  });

  test('that is a folder is reported', async () => {
    const { problems } = await loadConfiguration(makeFolder({ [`${configurationName}/x`]: '' }));
    expect(problems[0]?.message).toBe('templens.config.json cannot be read: it is a folder.');
  });
});

test('the JSON Schema that ships is that of the settings', () => {
  expect(Object.keys(settingsSchema.properties).sort()).toEqual([...Object.keys(defaultSettings), '$schema'].sort());
  expect(JSON.parse(readFileSync(new URL('../../server/templens.schema.json', import.meta.url), 'utf8'))).toEqual(settingsSchema);
});
