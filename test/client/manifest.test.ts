import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultSettings, extractorNames, groupingNames } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { defaultAids } from '../../server/src/lsp/settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { contributes, capabilities } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const properties: Record<string, { default: unknown; enum?: string[] }> = contributes.configuration.properties;

describe('the manifest of the extension', () => {
  test('offers every setting of the engine with its default', () => {
    const offered = Object.keys(defaultSettings).map(key => [key, properties[`templens.${key}`]?.default]);
    expect(Object.fromEntries(offered)).toEqual(defaultSettings);
    expect(properties['templens.extractor']?.enum).toEqual(extractorNames);
    expect(properties['templens.grouping']?.enum).toEqual(groupingNames);
  });

  test('offers what the server reads for editors alone, with its defaults; HTML keeps its own outline', () => {
    const { hoverDetails, ...others } = defaultAids;
    const names = Object.entries({ ...others, 'hover.details': hoverDetails, outline: false });
    for (const [name, value] of names) expect(properties[`templens.${name}`]?.default, name).toBe(value);
  });

  test('gives every colour for dark, light and both themes of high contrast', () => {
    for (const { id, defaults } of contributes.colors) {
      expect(Object.keys(defaults), id).toEqual(['dark', 'light', 'highContrast', 'highContrastLight']);
    }
  });

  test('has a title and the category for every command that a menu names', () => {
    const commands = new Map<string, { category: string }>(
      contributes.commands.map((entry: { command: string }) => [entry.command, entry]),
    );
    for (const menu of Object.values<{ command: string }[]>(contributes.menus)) {
      for (const { command } of menu) expect(commands.get(command)?.category).toBe('Templens');
    }
  });

  test('says what is left where the server may not run', () => {
    expect(capabilities.untrustedWorkspaces).toMatchObject({
      supported: 'limited',
      description: expect.stringContaining('trusted'),
    });
    expect(capabilities.virtualWorkspaces).toMatchObject({ supported: 'limited', description: expect.stringContaining('disk') });
  });

  test('names files that are there', () => {
    const { grammars, languages, jsonValidation } = contributes;
    const named = [
      ...grammars.map((grammar: { path: string }) => grammar.path),
      languages[0].configuration,
      jsonValidation[0].url,
    ];
    expect(named.filter((path: string) => !existsSync(`${root}/${path}`))).toEqual([]);
  });
});

test('the package holds what runs, and no source, test or map', () => {
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce')).replace(/out[/\\].*$/, 'vsce');
  const files = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'client/dist/extension.cjs',
      'client/dist/THIRD-PARTY-NOTICES.txt',
      'server/dist/cli.js',
      'server/dist/THIRD-PARTY-NOTICES.txt',
      'client/icons/template-dark.svg',
    ]),
  );
  expect(files.filter(file => /\.(ts|map)$|node_modules|^test/.test(file))).toEqual([]);
});
