import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { settingsSchema } from 'templens-shared/settings-schema';
import { describe, expect, test } from 'vitest';
import { configurationName, loadConfiguration } from '../../server/src/site/configuration.ts';
import { makeFolder } from './folder.ts';

async function load(text: string) {
  const root = makeFolder({ [configurationName]: text });
  const { settings, problems } = await loadConfiguration(root);
  return {
    settings,
    problems: problems.map(problem => {
      expect(problem.file).toBe(join(root, configurationName));
      // Shown as an editor would mark it: the rest of the line from the problem's column.
      const marked = text.split('\n')[problem.line - 1]!.slice(problem.column - 1);
      return `${marked} -> ${problem.message}`;
    }),
  };
}

describe('templens.config.json', () => {
  test('is optional', async () => {
    expect(await loadConfiguration(makeFolder())).toEqual({ settings: defaultSettings, problems: [] });
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
      '"maxpagebyte": 5 -> Unknown setting "maxpagebyte". Did you mean "maxPageBytes"?',
    ],
    ['a setting like no other', '{ "colour": 1 }', '"colour": 1 } -> Unknown setting "colour". The settings are include, '],
    ['a wrong type', '{\n"polling": "yes" }', '"yes" } -> "polling" must be true or false. The default, false, is used.'],
    ['an impossible value', '{"groupThreshold": 7}', '7} -> "groupThreshold" must be a number from 0 to 1. The default is used.'],
    [
      'a fraction where none can be',
      '{"threads": 1.5}',
      '1.5} -> "threads" must be a whole number from 1 to 999. The default, 2, is used.',
    ],
    ['an entry that is not a glob', '{"include": ["a", 5]}', '5]} -> "include" must be a list of globs'],
    ['a text instead of a list', '{"exclude": "x"}', '"x"} -> "exclude" must be a list of globs'],
    [
      'an unknown name',
      '{"extractor": "ssst"}',
      '"ssst"} -> "extractor" must be one of "default", "sst", "sst-repetition", "iwptd" (did you mean "sst"?).',
    ],
    ['a setting given twice', '{"threads": 1, "threads": 2}', '"threads": 2} -> "threads" is set twice; the last one counts.'],
    ['a missing brace', '{ "threads": 1', ' -> Not valid JSON: a closing } is missing. The defaults are used.'],
    ['a comment', '{ // x\n}', '// x -> Not valid JSON: comments are not allowed here.'],
    [
      'a comma too many',
      '{ "threads": 1, }',
      "} -> Not valid JSON: a setting's name in double quotes is expected here (is there a comma too many?).",
    ],
    ['no JSON at all', 'threads: 1', 'threads: 1 -> Not valid JSON: this word is unknown here; texts need double quotes.'],
    ['an empty file', '', ' -> Not valid JSON'],
    ['a list', '[]', '[] -> Expected an object with settings'],
  ])('with %s is reported where it stands', async (_, text, expected) => {
    const { problems } = await load(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  test('with a mistake keeps everything else', async () => {
    const { settings } = await load('{ "threads": 0, "maxDepth": 40, "unknown": true }');
    expect(settings).toEqual({ ...defaultSettings, maxDepth: 40 });
  });

  test('that is a folder is reported', async () => {
    const { problems } = await loadConfiguration(makeFolder({ [`${configurationName}/x`]: '' }));
    expect(problems[0]?.message).toBe('templens.config.json cannot be read (EISDIR).');
  });
});

test('the JSON Schema that ships is that of the settings', () => {
  expect(Object.keys(settingsSchema.properties).sort()).toEqual([...Object.keys(defaultSettings), '$schema'].sort());
  expect(JSON.parse(readFileSync(new URL('../../server/templens.schema.json', import.meta.url), 'utf8'))).toEqual(settingsSchema);
});
