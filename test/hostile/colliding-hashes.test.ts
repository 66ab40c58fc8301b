import { describe, expect, test } from 'vitest';
import { hashString, hi, lo } from '../../server/src/html/hash.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { collidingTexts } from '../support/colliding-texts.ts';
import { framedSite, textOf } from '../support/framed-site.ts';

const line = '<p>Printed by the Example Press.</p>';

/** Salts of `hash-page.ts` and `signatures.ts`, and where values of the kind stand in a footer. */
const kinds = [
  { kind: 'texts', salt: 1, footer: (text: string) => `<p>${text}</p>`, code: 'template/changed-text' },
  {
    kind: 'attribute values',
    salt: 3,
    footer: (text: string) => `<p title="${text}">Printed</p>`,
    code: 'template/changed-attribute',
  },
  {
    kind: 'attribute names',
    salt: 2,
    footer: (text: string) => `<p ${text}="x">Printed</p>`,
    code: 'template/changed-attribute',
  },
  { kind: 'element names', salt: 2, footer: (text: string) => `<${text}>Printed</${text}>`, code: 'template/missing-node' },
] as const;

describe.each(kinds)('$kind with one hash', ({ salt, footer, code }) => {
  const [usual, other] = collidingTexts(salt);

  /** What is reported of a page whose footer has another value than the other 13. */
  function reported(value: string): string[] {
    const pages = framedSite(14).map((page, index): [string, string] => {
      return [page.path, textOf(page).replace(line, footer(index === 5 ? value : usual))];
    });
    return new CheckedSite(pages, {}, () => true).reports(pages[5]![0]);
  }

  test('can be made', () => {
    const hashes = [usual, other].map(text => {
      hashString(text, 0, text.length, salt);
      return [lo, hi];
    });
    expect(usual).not.toBe(other);
    expect(hashes[0]).toEqual(hashes[1]);
  });

  test('hide nothing: a page whose footer has the other one has a finding', () => {
    expect(reported(other)).toEqual([expect.stringContaining(code)]);
  });

  test('are reported as any others', () => {
    const codes = (found: string[]) => found.map(text => text.split(' ')[0]);
    expect(codes(reported(`${usual}x`))).toEqual(codes(reported(other)));
  });
});
