import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { HostModel } from '../../server/src/core/model/host-model.ts';
import { LearnedSite } from '../../server/src/core/model/learn-host.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageText } from './random-pages.ts';

const site = fc.array(pageText, { minLength: 1, maxLength: 8 });

function siteModel(texts: readonly string[], order: readonly number[] = [...texts.keys()]): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  for (const at of order) model.upsert(`${at}.html`, digestText(texts[at]!));
  model.settle();
  return model;
}

test('a frozen site labels its own pages as the site does', () => {
  fc.assert(
    fc.property(site, texts => {
      const model = siteModel(texts);
      const host = new HostModel(model.freeze());
      texts.forEach((text, at) => {
        const { label, score, isMember } = host.apply(digestText(text));
        const live = model.labels(`${at}.html`);
        expect({ label, score, isMember }).toEqual({ label: live.label, score: live.score, isMember: true });
      });
    }),
    { numRuns: inputs(150) },
  );
});

test('a learned site labels its pages as its model does', () => {
  fc.assert(
    fc.property(site, texts => {
      const learned = new LearnedSite(texts.map((text, at) => ({ name: `${at}.html`, digest: digestText(text) })));
      const host = new HostModel(learned.frozen);
      texts.forEach((text, at) => {
        const { label, score, group } = host.apply(digestText(text));
        const { layout, template: layoutId } = learned.frozen.groups[group]!;
        expect(learned.apply(`${at}.html`)).toEqual({ label, score, layout, layoutId });
      });
    }),
    { numRuns: inputs(100) },
  );
});

test('what a site freezes to does not depend on the order of its pages', () => {
  fc.assert(
    fc.property(site, texts => {
      const order = [...texts.keys()].reverse();
      expect(siteModel(texts, order).freeze()).toEqual(siteModel(texts).freeze());
    }),
    { numRuns: inputs(100) },
  );
});

test('a page that is applied leaves no trace', () => {
  fc.assert(
    fc.property(site, pageText, pageText, (texts, page, other) => {
      const host = new HostModel(siteModel(texts).freeze());
      const first = host.apply(digestText(page));
      host.apply(digestText(other));
      expect(host.apply(digestText(page))).toEqual(first);
    }),
    { numRuns: inputs(50) },
  );
});
