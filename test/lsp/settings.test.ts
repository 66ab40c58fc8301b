import { describe, expect, test } from 'vitest';
import { defaultFeatures, readEditorSettings } from '../../server/src/lsp/settings.ts';

describe("the editor's settings", () => {
  const unset = { engine: {}, features: defaultFeatures, hints: false, diagnostics: 'workspace', problems: [] };

  test('are those of the engine, and hints', () => {
    const { engine, hints, problems } = readEditorSettings({
      extractor: 'sst',
      exclude: ['old/**'],
      groupThreshold: 0.5,
      hints: true,
    });
    expect({ engine, hints, problems }).toEqual({
      engine: { extractor: 'sst', exclude: ['old/**'], groupThreshold: 0.5 },
      hints: true,
      problems: [],
    });
  });

  test.each([null, undefined, 'all', 7])('are not set by %s in place of a section', section => {
    expect(readEditorSettings(section)).toEqual(unset);
  });

  test('that are null, or belong to the client, are no concern of the server', () => {
    const section = { extractor: null, 'decorations.mode': 'dim', decorations: { mode: 'dim' }, trace: {} };
    expect(readEditorSettings(section)).toEqual(unset);
  });

  test.each([
    [{ extractor: 'best' }, 'templens.extractor is "best" but must be one of "default", "sst", '],
    [{ include: '*.html' }, 'templens.include is "*.html" but must be a list of globs'],
    [{ gitignore: 'yes' }, 'templens.gitignore is "yes" but must be true or false'],
    [{ groupThreshold: 2 }, 'templens.groupThreshold is 2 but must be a number from 0 to 1'],
    [{ threads: 1.5 }, 'templens.threads is 1.5 but must be a whole number from 1 to'],
    [{ codelens: true }, 'The setting templens.codelens is unknown and ignored. Did you mean templens.codeLens?'],
    [{ hover: { detail: true } }, 'templens.hover.detail is unknown and ignored. Did you mean templens.hover.details?'],
    [
      { toString: 1 },
      'templens.toString is unknown and ignored. Remove it; templens explain templens/config lists all settings.',
    ],
    [{ hints: 1 }, 'templens.hints is 1 but must be one of true, false'],
    [{ diagnostics: 'all' }, 'templens.diagnostics is "all" but must be one of "workspace", "open", "off"'],
    [
      { checks: { 'template/moved': 'off' } },
      '"template/moved" in the setting templens.checks is unknown and ignored. Did you mean "template/moved-node"?',
    ],
    [{ ignore: [{ selector: '[' }] }, '"selector" in the setting templens.ignore is wrong: it must be a CSS selector'],
  ])('that cannot be are reported and ignored: %o', (section, sentence) => {
    const { engine, hints, problems } = readEditorSettings(section);
    expect({ ...engine, checks: {}, ignore: [], hints }).toEqual({ checks: {}, ignore: [], hints: false });
    expect(problems).toEqual([expect.stringContaining(sentence)]);
  });
});
