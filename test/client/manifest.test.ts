import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { defaultFeatures } from '../../server/src/lsp/settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { contributes, capabilities, activationEvents } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const properties: Record<string, { default: unknown; order: number }> = contributes.configuration.properties;

/** Options that compare published algorithms, or find faults of ours. */
const ofResearch = [
  ...['extractor', 'extractorOptions', 'candidates', 'grouping', 'groupThreshold'],
  ...['normalisers', 'maxDepth', 'batchDelay', 'threads', 'paranoid'],
];

describe('the manifest of the extension', () => {
  test('offers every setting of the engine with its default, but those of research, which the configuration file has', () => {
    const offered = Object.entries(defaultSettings).filter(([key]) => !ofResearch.includes(key));
    expect(offered.length).toBeGreaterThan(10);
    for (const [key, value] of offered) expect(properties[`templens.${key}`]?.default, key).toEqual(value);
    for (const key of ofResearch) {
      expect(defaultSettings, key).toHaveProperty(key);
      expect(properties, key).not.toHaveProperty([`templens.${key}`]);
    }
  });

  test('orders its settings: what is shown, then the pages, then what is seldom changed', () => {
    const names = Object.keys(properties).map(name => name.replace('templens.', ''));
    expect(names.slice(0, 3)).toEqual(['decorations.mode', 'decorations.dimOpacity', 'diagnostics']);
    expect(Object.values(properties).map(({ order }) => order)).toEqual(names.map((_, at) => at + 1));
  });

  test('shows every step of its walkthrough, and runs commands that it has', () => {
    const ids = contributes.commands.map(({ command }: { command: string }) => command);
    expect(contributes.walkthroughs.flatMap(({ steps }: { steps: unknown[] }) => steps).length).toBeGreaterThan(3);
    for (const { steps } of contributes.walkthroughs) {
      for (const { id, description, media } of steps) {
        expect(existsSync(`${root}/${media.svg ?? media.markdown}`), id).toBe(true);
        for (const [, command] of description.matchAll(/\(command:(templens\.[^)]+)\)/g))
          expect([...ids, 'templens.site.focus'], id).toContain(command);
      }
    }
  });

  test('starts where pages are, without one being opened', () => {
    expect(activationEvents).toContain('workspaceContains:**/*.{html,htm,xhtml,shtml}');
  });

  test('offers what the server reads for editors alone, with its defaults; HTML keeps its own outline', () => {
    const { hoverDetails, ...others } = defaultFeatures;
    const names = Object.entries({ ...others, 'hover.details': hoverDetails, outline: false });
    for (const [name, value] of names) expect(properties[`templens.${name}`]?.default, name).toBe(value);
  });

  test('gives every colour for dark, light and both themes of high contrast', () => {
    expect(contributes.colors.length).toBeGreaterThan(3);
    for (const { id, defaults } of contributes.colors) {
      expect(Object.keys(defaults), id).toEqual(['dark', 'light', 'highContrast', 'highContrastLight']);
    }
  });

  test('has a title and the category for every command that a menu names', () => {
    const commands = new Map<string, { category: string }>(
      contributes.commands.map((entry: { command: string }) => [entry.command, entry]),
    );
    expect(Object.keys(contributes.menus)).toContain('view/item/context');
    for (const menu of Object.values<{ command?: string }[]>(contributes.menus)) {
      for (const { command } of menu.filter(entry => entry.command !== undefined))
        expect(commands.get(command!)?.category).toBe('Templens');
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

test('the pictures of the README leave room in a package of 1.0 MB', () => {
  const folder = `${root}/client/images`;
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
  expect(bytes).toBeLessThan(320_000);
});
