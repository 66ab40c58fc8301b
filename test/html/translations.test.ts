import { expect, test } from 'vitest';
import { translationKey } from '../../server/src/core/layouts/translations.ts';

test.each([
  ['de/about.html', 'about.html'],
  ['about.html', 'about.html'],
  ['docs/pt-br/guide/index.html', 'docs/guide/index.html'],
  ['zh_Hant/x.html', 'x.html'],
  ['es-419/x.html', 'x.html'],
  ['about.fr.html', 'about.html'],
  ['index.html.en', 'index.html'],
  ['about_fr.html', 'about.html'],
  ['about-pt-br.html', 'about.html'],
  ['kr/x.html', 'x.html'],
])('%s is a translation of %s', (path, key) => {
  expect(translationKey(path)).toBe(key);
});

test.each(['posts/a.html', 'xy/a.html', 'de.html', 'my-app/a.html', 'a.b.html', 'who-is-who.html', 'index'])(
  '%s has no language',
  path => {
    expect(translationKey(path)).toBe(path);
  },
);
