import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { declaredElements } from '../../server/src/core/parts/declared-elements.ts';
import { PartDescriptions } from '../../server/src/core/parts/descriptions.ts';
import { compileSelector } from '../../server/src/html/select.ts';
import { partList } from '../support/part-list.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageText, type Step, steps } from './random-pages.ts';

// Pages of two folders and a language each, so that there are links to the page itself and versions by language.
const names = [
  'Home',
  'Products',
  'About',
  'docs/Home',
  'docs/Products',
  'docs/index',
  'de/Home',
  'de/About',
  'de/8',
  'Next',
  '8',
  '11',
].map(name => `${name}.html`);

const lists = [{ name: 'list', select: 'ul', selector: compileSelector('ul') }];

function newModel(): SiteModel {
  return new SiteModel({ extractor: 'default', groupThreshold: null });
}

function put(model: SiteModel, name: string, text: string): void {
  const digest = digestText(text, 'default', { path: name });
  // On some pages the settings declare lists, so that a part has instances at several places.
  const { elements } = declaredElements(name.includes('/') ? lists : [], digest.tree, text);
  model.upsert(name, elements.length > 0 ? { ...digest, declared: elements } : digest);
}

function apply(model: SiteModel, texts: Map<string, string>, step: Step): void {
  if (step.kind === 'settle') return;
  const name = names[step.page]!;
  const text = step.kind === 'put' ? step.text : texts.get(name);
  if (step.kind !== 'put') {
    texts.delete(name);
    model.remove(name);
    if (step.kind === 'remove' || text === undefined) return;
  }
  const to = step.kind === 'rename' ? names[step.to]! : name;
  texts.set(to, text!);
  put(model, to, text!);
}

/** All that a model says of parts. */
function partsOf(model: SiteModel, texts: ReadonlyMap<string, string>, kept?: PartDescriptions): unknown {
  const source = (page: string): string => texts.get(page)!;
  const { parts, versions, onPage } = partList(model, source, kept);
  return {
    parts,
    differences: parts.map(({ id }) => versions(id)),
    instances: [...texts.keys()].sort().map(onPage),
  };
}

function freshModel(texts: ReadonlyMap<string, string>): SiteModel {
  const model = newModel();
  for (const [name, text] of [...texts].reverse()) put(model, name, text);
  model.settle();
  return model;
}

/** Menus in three languages; a word of the page's own may stand in them. */
const menus: Record<string, readonly string[]> = {
  en: ['Start', 'News', 'Team', 'Shop'],
  de: ['Anfang', 'Neues', 'Leute', 'Laden'],
  fr: ['Accueil', 'Nouvelles', 'Equipe', 'Magasin'],
};

/** Changes of a site with a menu in several languages, some of one or two pages; pages without a text are removed. */
const translatedSteps: fc.Arbitrary<{ name: string; text: string | undefined }[]> = fc.array(
  fc
    .record({
      folder: fc.constantFrom('en', 'en', 'de', 'fr'),
      language: fc.constantFrom('', '', '', 'en', 'de', 'fr'),
      at: fc.nat(4),
      kind: fc.constantFrom('page', 'page', 'page', 'other', 'slot', 'none'),
    })
    .map(({ folder, language, at, kind }) => {
      const spoken = language || folder;
      const items = (kind === 'slot' ? [...menus[spoken]!.slice(0, 3), `Item ${at}`] : menus[spoken]!).map(
        (item, index) => `<li><a href="/${folder}/${index}.html">${item}</a></li>`,
      );
      const nav = `<nav class="top"><ul>${items.join(kind === 'other' ? '<li>|</li>' : '')}</ul></nav>`;
      const text = `<html lang="${spoken}"><title>${folder} ${at}</title><body>${nav}<main><p>${folder} text ${at}</p></main></body>`;
      return { name: `${folder}/${at}.html`, text: kind === 'none' ? undefined : text };
    }),
  { minLength: 1, maxLength: 8 },
);

const runs = { numRuns: inputs(20) };

describe('the parts of a site', () => {
  test('after any changes, are those of a fresh model fed in another order', () => {
    fc.assert(
      fc.property(steps(names.length, 20), sequence => {
        const model = newModel();
        const texts = new Map<string, string>();
        const kept = new PartDescriptions();
        for (const step of sequence) {
          apply(model, texts, step);
          if (step.kind !== 'settle') continue;
          model.settle();
          expect(partsOf(model, texts, kept)).toEqual(partsOf(freshModel(texts), texts));
        }
      }),
      runs,
    );
  });

  test('lie inside their pages, in order, and have their pages in one version each', () => {
    fc.assert(
      fc.property(steps(names.length, 4), sequence => {
        const model = newModel();
        const texts = new Map<string, string>();
        for (const step of sequence) apply(model, texts, step);
        model.settle();
        const { parts, onPage } = partList(model, page => texts.get(page)!);
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
        expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
        for (const { id, pages, versions } of parts) {
          const held = [...texts.keys()].filter(page => onPage(page).some(part => part.id === id));
          expect(versions.flatMap(version => version.pages).sort()).toEqual(held.sort());
          expect(pages).toBe(held.length);
        }
        for (const [page, text] of texts) {
          let end = 0;
          for (const instance of onPage(page)) {
            expect(instance.start).toBeGreaterThanOrEqual(end);
            expect(instance.end).toBeGreaterThan(instance.start);
            end = instance.end;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      runs,
    );
  });

  test('of a page that comes and goes leave nothing behind, and without pages there is nothing', () => {
    fc.assert(
      fc.property(steps(names.length, 8), pageText, (sequence, text) => {
        const model = newModel();
        const texts = new Map<string, string>();
        for (const step of sequence) apply(model, texts, step);
        model.settle();
        const before = [partsOf(model, texts), model.sizes];
        put(model, 'passing.html', text);
        model.settle();
        model.remove('passing.html');
        model.settle();
        expect([partsOf(model, texts), model.sizes]).toEqual(before);
        for (const name of texts.keys()) model.remove(name);
        model.settle();
        expect(partList(model, () => '').parts).toEqual([]);
        expect(model.sizes.parts).toBe(0);
      }),
      runs,
    );
  });

  test('in several languages, after any changes, are those of a fresh model fed in another order', () => {
    fc.assert(
      fc.property(fc.array(translatedSteps, { maxLength: 6 }), sequence => {
        const model = newModel();
        const texts = new Map<string, string>();
        for (const changes of sequence) {
          for (const { name, text } of changes) {
            if (text === undefined) {
              texts.delete(name);
              model.remove(name);
            } else {
              texts.set(name, text);
              put(model, name, text);
            }
          }
          model.settle();
          const fresh = freshModel(texts);
          expect([partsOf(model, texts), model.sizes]).toEqual([partsOf(fresh, texts), fresh.sizes]);
        }
        for (const name of texts.keys()) model.remove(name);
        model.settle();
        expect(model.sizes.parts).toBe(0);
      }),
      { numRuns: inputs(12) },
    );
  });
});
