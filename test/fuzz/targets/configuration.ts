// Any configuration file: no exception, problems are sentences at a place of the file, and what is left can be used.
import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { loadConfiguration } from '../../../server/src/site/configuration.ts';
import { startEngine } from '../../../server/src/site/engine-handle.ts';
import { settingsSchema } from '../../../server/src/site/settings-schema.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { withFolder, writeFiles } from '../folder.ts';
import { target } from '../target.ts';

const site = Object.fromEntries(framedSite(4).map(page => [page.path, textOf(page)]));
const keys = Object.keys((settingsSchema as { properties: object }).properties);
/** More steps of work than any selector or glob should take on a small site. */
const MOST_TIME = 10_000;

const selector = fc
  .array(
    fc.constantFrom(
      '*',
      'p',
      'main',
      ' ',
      ' > ',
      ' ~ ',
      ' + ',
      ':has(',
      ':not(',
      ':is(',
      ')',
      '.a',
      '#b',
      '[href]',
      '[x^=y]',
      ':nth-child(2n+1)',
      ',',
      ':',
      '(',
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''));
const glob = fc
  .array(fc.constantFrom('*', '**', '/', 'a', '.html', '{', '}', ',', '[', ']', '!', '?', '+(', '@(', '|', ')', '\\'), {
    maxLength: 10,
  })
  .map(parts => parts.join(''));
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.9,
    1e300,
    'default',
    'sst',
    'off',
    'error',
    'links:3',
    'N12',
    '\0',
    '\ud800',
  ),
  selector,
  glob,
  fc.string({ maxLength: 6 }),
);
const entryKeys = fc.constantFrom(
  'selector',
  'attribute',
  'pages',
  'code',
  'name',
  'select',
  'same',
  'reason',
  '__proto__',
  'template/stale-year',
  'N12',
  'iwptd.pages',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(entryKeys, fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxKeys: 3 }),
  fc.array(fc.dictionary(entryKeys, fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxKeys: 3 }), { maxLength: 2 }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Mostly entries that make sense, so that they are used. */
const right = fc.oneof(
  fc.record({ ignore: fc.array(fc.record({ selector }), { maxLength: 2 }) }),
  fc.record({ required: fc.array(fc.record({ selector }), { maxLength: 2 }) }),
  fc.record({ parts: fc.array(fc.record({ name: fc.string({ maxLength: 5 }), select: selector }), { maxLength: 2 }) }),
  fc.record({ include: fc.array(glob, { maxLength: 2 }), exclude: fc.array(glob, { maxLength: 2 }) }),
  fc.record({
    layouts: fc.array(fc.record({ name: fc.string({ maxLength: 4 }), pages: fc.array(glob, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
  }),
);
const key = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...keys) }, fc.string({ maxLength: 8 }));
const object = fc.oneof(
  right,
  fc.tuple(right, fc.dictionary(key, value, { maxKeys: 4 })).map(([one, other]) => ({ ...other, ...one })),
  fc.dictionary(key, value, { maxKeys: 5 }),
);
const inputs = fc.oneof(
  { weight: 6, arbitrary: object.map(settings => JSON.stringify(settings)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        object.map(settings => JSON.stringify(settings)),
        fc.nat(60),
        fc.nat(5),
        fc.string({ maxLength: 3 }),
      )
      .map(([text, at, drop, more]) => text.slice(0, at) + more + text.slice(at + drop)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

export const configuration = target<string>({
  name: 'configuration',
  inputs,
  async check(text) {
    await withFolder(site, async root => {
      writeFiles(root, { 'templens.config.json': text });
      const { settings, problems, text: read } = await loadConfiguration(root);
      for (const { start, end, message, line, column } of problems) {
        if (!/^\S.*[.?]$/s.test(message)) throw new Error(`"${message}" is not a sentence`);
        if (!(0 <= start && start <= end && end <= read.length && line >= 1 && column >= 1))
          throw new Error(`"${message}" is at ${start} to ${end} of ${read.length}`);
      }
      for (const name of Object.keys(settings)) if (!(name in defaultSettings)) throw new Error(`${name} is not a setting`);
      const engine = startEngine();
      const before = performance.now();
      try {
        engine.send({
          command: 'open',
          root,
          settings: { ...settings, threads: 1, paranoid: false, maxPageBytes: Math.max(settings.maxPageBytes, 1) },
          checks: true,
        });
        await engine.query({ kind: 'check' });
        await engine.query({ kind: 'parts' });
      } finally {
        await engine.close();
      }
      const time = performance.now() - before;
      if (time > MOST_TIME) throw new Error(`a site of four small pages takes ${Math.round(time)} ms`);
    });
  },
  show: text => JSON.stringify(text),
});
