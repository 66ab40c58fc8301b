import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KindTable } from '../../server/src/core/findings/explanations/kind-table.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { SiteOrigin } from '../../server/src/core/findings/judge/site-origin.ts';
import { styleNames } from '../../server/src/core/statements/writing-style.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { inputs } from '../support/random-inputs.ts';
import { pairSite } from './support/pair-site.ts';

const words = ['Home', 'Prices', 'Contact'];

/** A finding about a word, at one of a few places. */
function finding(word: string, place: number): Finding {
  return {
    code: 'template/missing-node',
    start: place,
    end: place,
    node: 0,
    message: `<li> \u201c${word}\u201d is missing here; 9 of 10 pages have it.`,
    related: [],
    normalisers: [],
    identity: `template/missing-node|ul|${place}|${word}`,
  };
}

describe('kinds of differences', () => {
  const step = fc.record({
    page: fc.constantFrom('a', 'b', 'c', 'd'),
    found: fc.array(fc.record({ word: fc.constantFrom(...words), place: fc.nat(2) }), { maxLength: 3 }),
  });

  test('are counted whatever the order of edits, and name the pages that a change concerns', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const table = new KindTable();
        const known = new Map<string, Finding[]>();
        const before = new Map<string, string>();
        const seen = (page: string): string => JSON.stringify(known.get(page)!.map(each => table.pages(each)));
        for (const { page, found } of steps) {
          known.set(
            page,
            found.map(({ word, place }) => finding(word, place)),
          );
          table.put(page, known.get(page)!);
          const affected = table.settle();
          for (const other of known.keys()) {
            if (other !== page && !affected.has(other)) expect(seen(other)).toBe(before.get(other));
            before.set(other, seen(other));
          }
        }
        const fresh = new KindTable();
        for (const [page, findings] of known) fresh.put(page, findings);
        for (const findings of known.values()) for (const each of findings) expect(table.pages(each)).toBe(fresh.pages(each));
      }),
      { numRuns: inputs(200) },
    );
  });

  test('are the same whatever words and places differ', () => {
    const table = new KindTable();
    for (const [at, word] of words.entries()) table.put(word, [finding(word, at), finding(word, at + 1)]);
    expect(table.pages(finding('Home', 0))).toBe(3);
    for (const word of words) table.delete(word);
    expect(table.settle()).toEqual(new Set());
  });
});

test('who writes the pages does not depend on the order of edits', () => {
  const style = fc.uint8Array({ minLength: styleNames.length, maxLength: styleNames.length });
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(style)), { maxLength: 10 });
  fc.assert(
    fc.property(steps, edits => {
      const origin = new SiteOrigin();
      const known = new Map<string, Uint8Array>();
      for (const [page, style] of edits) {
        if (style) known.set(page, style);
        else known.delete(page);
        if (style) origin.put(page, style);
        else origin.delete(page);
      }
      const fresh = new SiteOrigin();
      for (const [page, style] of [...known].reverse()) fresh.put(page, style);
      expect(origin.evidence).toEqual(fresh.evidence);
      expect(origin.generated).toBe(fresh.generated);
    }),
    { numRuns: inputs(100) },
  );
});

test('what findings are worth after edits is what they are worth in a new index', () => {
  const drifts = ['>Home<', '>Contact<', '>Products<', '<footer', '</nav>'];
  const edit = fc.record({ page: fc.nat(11), drift: fc.nat(drifts.length), gone: fc.boolean() });
  const worth = (site: CheckedSite) => {
    const all = [...site.all()];
    site.checks.settleJudgements();
    return all.map(([page, found]) => [page, found.map(each => [each.identity, site.checks.judge.judge(page, each).confidence])]);
  };
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), edits => {
      const original = pairSite(12);
      const pages = [...original.texts.keys()];
      const site = new CheckedSite(original.texts, {}, () => true);
      const shown = new Map(worth(site) as [string, unknown][]);
      for (const { page, drift, gone } of edits) {
        const name = pages[page]!;
        const text = original.texts.get(name)!;
        if (gone) site.remove(name);
        else site.put(name, drift < drifts.length ? text.replace(drifts[drift]!, drifts[(drift + 1) % drifts.length]!) : text);
        const due = new Set(site.settle());
        for (const other of due) site.findings(other);
        for (const other of site.checks.settleJudgements()) due.add(other);
        for (const other of due) shown.delete(other);
        if (gone) shown.delete(name);
        for (const other of due) {
          const found = site.texts.has(other) ? site.findings(other) : [];
          if (found.length > 0)
            shown.set(
              other,
              found.map(each => [each.identity, site.checks.judge.judge(other, each).confidence]),
            );
        }
      }
      expect([...shown].sort()).toEqual(worth(new CheckedSite(site.texts, {}, () => true)).sort());
    }),
    { numRuns: inputs(20) },
  );
});
