import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SiteOrigin } from '../../server/src/core/statements/site-origin.ts';
import { styleNames } from '../../server/src/core/statements/writing-style.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { inputs } from '../support/random-inputs.ts';
import { pairSite } from './support/pair-site.ts';

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
