import { attributeValue, nodeAt } from '../../../html/access.ts';
import { attributePlace, firstTag, startTag, wholeNode } from '../../../html/places.ts';
import type { PageTree } from '../../../html/tree.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { DirectiveProblem, IgnoreDirective } from '../../directives/page-directives.ts';
import { unkeyedPage } from '../../keys/compared-page.ts';
import { isProgram } from '../../keys/normal-form/file-of.ts';
import { elementText } from '../../statements/element-text.ts';
import { essentialNode, TITLE } from '../../statements/essentials.ts';
import { isOfOtherRun, runStamps } from '../../statements/run-stamps.ts';
import { copiedTitleOf, isNamedByTitle, LEAST_FOLDER, wholeTitleKeys } from '../../statements/titles.ts';
import { pageNames } from '../../statements/unlinked-pages.ts';
import { statedYears } from '../../statements/years.ts';
import { differencesOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { quoted, quotedPair, supportText } from './describe.ts';
import { agreedFields, type CauseRule, concernsPage, dissents, type PageRule, type PageUnderCheck } from './page-rule.ts';

/** `page/copied-title`: a title that names another page, where neither the name nor a heading of this page fits it. */
export const copiedTitle: PageRule = {
  concerns: dissents('titles'),
  find: ({ compared: page, agreement: { repeated, titles }, load, placeOf }) => {
    const agreed = copiedTitleOf(page, titles, load);
    // What several pages have copied is reported once.
    const { pages: sharing = 0 } = repeated.agreement(wholeTitleKeys(page)[0] ?? 0) ?? {};
    const isShared = agreed && agreed.value < LEAST_FOLDER && sharing >= countThresholds.minimumPages;
    if (!agreed || isShared) return [];
    const node = essentialNode(page, TITLE);
    const { support: _, ...common } = agreedFields(agreed, placeOf, 'The page that the title is about.');
    const message = `The title ${quoted(elementText(page, node))} is that of ${agreed.example.page}; neither the file name nor a heading of this page fits it.`;
    return [{ code: 'page/copied-title', ...wholeNode(page, node), node, message, ...common, identity: 'page/copied-title' }];
  },
};

/** `page/copied-title`, on the first of the pages: several pages of the site have the same title. Pages of one name are copies, such as translations. */
export const sharedTitle: PageRule = {
  concerns: ({ agreement: { repeated }, name }) => repeated.exemplifies(name, () => true),
  find: ({ compared: page, agreement: { repeated, titles }, load }) => {
    const [agreed, ofName] = wholeTitleKeys(page).map(key => repeated.agreement(key));
    if (agreed?.example.page !== page.name || ofName?.pages === agreed.pages) return [];
    // If few pages have the title, it may be right on this page, or `copiedTitle` reports it.
    const isOfFew = agreed.pages < countThresholds.minimumPages;
    if (isOfFew && (isNamedByTitle(page) || copiedTitleOf(page, titles, load))) return [];
    const { node } = agreed.example;
    const title = elementText(page, node);
    const names = isOfFew ? ` (${agreed.few.join(', ')})` : '';
    const message = `${agreed.pages} pages have the title ${quoted(title)}${names}: tabs, bookmarks and search results cannot tell them apart.`;
    const identity = `page/copied-title of several|${title}`;
    const common = { related: [], normalisers: [], identity, isLone: true, severity: 'information' } as const;
    return [{ code: 'page/copied-title', ...wholeNode(page, node), node, message, ...common }];
  },
};

/** `template/stale-year`: a year in a text that most pages have, but with another year. */
export const staleYear: PageRule = {
  concerns: dissents('years'),
  find: ({ compared: page, agreement, placeOf }) => {
    const found = statedYears(page).map((stated, at) => ({ ...stated, at, agreed: agreement.years.agreement(stated.key) }));
    // A later year is that of the newer pages.
    const stale = found.filter(
      ({ agreed, year }) => agreed && agreed.value > year && agreed.value - year <= thresholds.mostYears,
    );
    const lasting = stale.length > 0 ? statedYears(unkeyedPage(page)) : [];
    return stale.map(({ node, year, start, end, at, agreed }): Finding => {
      const { value, pages, of } = agreed!;
      return {
        code: 'template/stale-year',
        start,
        end,
        node,
        message: `The year here is ${year}; on ${pages} of ${of} pages it is ${value}.`,
        ...agreedFields(agreed!, placeOf, `Here it is ${value}.`),
        normalisers: ['N12'],
        identity: `template/stale-year ${lasting[at]!.key.toString(36)}`,
        repair: { kind: 'text', start, end, text: String(value) },
        risk: 'It changes a year that this page gives.',
      };
    });
  },
};

/** `template/changed-text`: another run of the generator wrote this page than most pages of its folder. All other differences follow from that. */
export const otherRun: CauseRule = {
  concerns: asked => !asked.isAlone && dissents('years')(asked),
  find: ({ compared: page, agreement: { years }, load, placeOf, pagesAround }) => {
    const around = pagesAround();
    const isShared = (key: number, value: number): boolean =>
      around.length === 0 || around.some(other => years.says(other, key) === value);
    for (const { key, node, text, ...stamp } of runStamps(page)) {
      const agreed = years.agreement(key);
      if (!agreed || !isOfOtherRun(stamp, agreed.value) || !isShared(key, agreed.value)) continue;
      const example = load(agreed.example.page);
      const there = example && runStamps(example).find(other => other.key === key);
      if (!there) continue;
      const [own, others] = quotedPair(text, there.text);
      const isEarlier = agreed.value > stamp.age;
      const what = isEarlier ? 'An earlier run left this page behind' : 'Another run wrote this page';
      const finding: Finding = {
        code: 'template/changed-text',
        ...wholeNode(page, node),
        node,
        message: `${what}: ${own} here; ${others} on ${supportText(agreed)}.`,
        ...agreedFields(agreed, placeOf, 'The note of the other run.'),
        facts: { older: isEarlier ? 1 : 0 },
        identity: 'template/changed-text run',
      };
      const explains = (each: Finding): boolean => differencesOf(each).some(({ facts }) => facts !== undefined);
      return { finding, from: page.source.length, explains };
    }
    return undefined;
  },
};

/** `template/changed-attribute` on `<html lang>`: another language than nearly all pages whose shared parts say the same in the same words. */
export const wrongLanguage: PageRule = {
  concerns: ({ otherLanguage }) => otherLanguage !== undefined,
  find: ({ compared: page, otherLanguage, load }) => {
    const { language, support, example: other } = otherLanguage!;
    const example = load(other);
    const { root } = page.tree;
    const here = attributeValue(page.tree, page.source, root, 'lang');
    const there = example && attributeValue(example.tree, example.source, example.tree.root, 'lang');
    if (!example || here === undefined || there === undefined) return [];
    return [
      {
        code: 'template/changed-attribute',
        ...(attributePlace(page, root, 'lang') ?? startTag(page, root)),
        node: root,
        attribute: 'lang',
        support,
        message: `lang=${quoted(here)} here; ${support.pages} of ${support.of} pages with the same shared parts have lang=${quoted(there)}.`,
        related: [{ page: example.name, ...startTag(example, example.tree.root), message: `lang=${quoted(there)}` }],
        normalisers: ['N20'],
        identity: `template/changed-attribute|${page.name}|lang ${language}`,
        risk: 'It changes a language.',
        repair: { kind: 'attribute', node: root, name: 'lang', from: { page: example.name, node: example.tree.root } },
      },
    ];
  },
};

/** `template/required-node`: elements that the settings ask every page for, and that this page does not have. */
export const requiredNode: PageRule = {
  concerns: ({ required, name, world }) => required.some(entry => concernsPage(entry.required, name, world.matches)),
  find: ({ compared: { name, tree, source }, required, world }: PageUnderCheck) =>
    required.flatMap(({ required: { selector: css, message, ...entry }, selector }): Finding[] => {
      if (!concernsPage(entry, name, world.matches) || selector.any(tree, source)) return [];
      return [
        {
          code: 'template/required-node',
          ...firstTag(tree),
          message: message ?? `This page has no element that matches ${css}; the settings require one.`,
          absent: css,
          related: [],
          normalisers: [],
          identity: `template/required-node ${css}`,
        },
      ];
    }),
};

/** `page/no-template`: a page that shares its layout with no other page, on a site where others do. */
export const noTemplate: PageRule = {
  concerns: ({ isAlone }) => isAlone,
  find: ({ compared }) => [
    {
      code: 'page/no-template',
      ...firstTag(compared.tree),
      message: 'This page shares its layout with no other page of the site.',
      absent: 'a template',
      related: [],
      normalisers: [],
      identity: 'page/no-template',
    },
  ],
};

/** `page/unlinked`: a page that no other page and no script names, on a site most of whose pages are named. */
export const unlinked: PageRule = {
  concerns: ({ agreement: { unlinkedPages }, name }) => unlinkedPages.isUnlinked(name),
  find: ({ agreement: { unlinkedPages }, compared: { name, tree }, world }) => {
    const files = unlinkedPages.scripts.filter(world.exists);
    // Programs of the site may write links to any page.
    if (files.some(isProgram)) return [];
    const scripts = files.map(script => world.read(script));
    if (scripts.includes(undefined)) return [];
    const named = new Set(scripts.flatMap(script => [...pageNames(script!)]));
    const message = 'No other page leads here, and no script names this page: link to it, or remove it.';
    const common = { ...firstTag(tree), absent: 'a link to this page', related: [], normalisers: [], isLone: true } as const;
    return unlinkedPages.isUnlinked(name, named)
      ? [{ code: 'page/unlinked', ...common, message, identity: 'page/unlinked' }]
      : [];
  },
};

/** `templens/unused-ignore`: a comment that hides no finding. */
export function unusedIgnore({ scope, codes, start, end, node }: IgnoreDirective, tree: PageTree): Finding {
  const where = scope === 'page' ? 'on this page' : 'on the next element';
  return {
    code: 'templens/unused-ignore',
    ...{ start, end, node: node >= 0 ? node : tree.root, related: [], normalisers: [] },
    message: `This comment hides nothing: there is no ${codes.join(' or ')} ${where}.`,
    identity: `templens/unused-ignore ${scope} ${codes.join()}`,
    repair: { kind: 'text', start, end, text: '' },
  };
}

/** `templens/config`: a comment or attribute that was meant as a directive and has no effect. */
export function mistakenDirective({ start, end, message, suggestion }: DirectiveProblem, tree: PageTree): Finding {
  return {
    code: 'templens/config',
    ...{ start, end, node: Math.max(tree.root, nodeAt(tree, start)), related: [], normalisers: [] },
    message: suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`,
    identity: `templens/config ${message}`,
    ...(suggestion !== undefined && { repair: { kind: 'text', start, end, text: suggestion } }),
  };
}
