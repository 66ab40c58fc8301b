import { titleElement } from '../../../html/access.ts';
import { firstTag, wholeNode } from '../../../html/places.ts';
import { isMajority } from '../../counts/majority.ts';
import type { Agreement } from '../../statements/agreement-table.ts';
import { lastOpen } from '../../statements/closings.ts';
import { elementText } from '../../statements/element-text.ts';
import {
  ABSENT,
  CHARSET,
  DIRECTION,
  DOCTYPE_DECLARATION,
  ENCLOSED,
  ENDING,
  earlyEndTag,
  essentialNode,
  headOf,
  ICON,
  LANGUAGE,
  OWN_TITLE,
  PRESENT,
  TITLE,
  unclosedComment,
  VIEWPORT,
} from '../../statements/essentials.ts';
import { missingFile } from '../../statements/held-targets.ts';
import { detailOf, exampleOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { described, describedTag, quoted, supportText } from './describe.ts';
import { END_TAG } from './end-tags.ts';
import { agreedFields, type CauseRule, dissents, type PageRule, type PageUnderCheck } from './page-rule.ts';

/** An essential that a page lacks. */
interface Essential {
  /** Name in `statements/essentials.ts`, and in the identity of its finding. */
  readonly id: number;
  readonly name: string;
  /** In a list of what a page lacks. */
  readonly what: string;
  /** The effect where many pages lack it; undefined if it is too small. */
  readonly gap?: string;
  /** True if only nearly all pages, not most, show that a page needs it. */
  readonly isOfNearlyAll?: true;
  /** The fields that differ; undefined if another finding reports it. */
  readonly wording: (agreed: Agreement, page: PageUnderCheck) => (Pick<Finding, 'message'> & Partial<Finding>) | undefined;
}

const essentials: readonly Essential[] = [
  {
    id: VIEWPORT,
    name: 'viewport',
    what: '<meta name="viewport">',
    gap: 'phones show them at desktop width',
    wording: copied(VIEWPORT, 'phones show the page at desktop width', 'have it', 'The page may not be made for small screens.'),
  },
  {
    id: CHARSET,
    name: 'charset',
    what: '<meta charset>',
    gap: 'browsers guess the encoding',
    wording: copied(CHARSET, 'browsers guess the encoding', 'name theirs', 'The page may be stored in another encoding.'),
  },
  {
    id: LANGUAGE,
    name: 'lang',
    what: '<html lang>',
    wording: (agreed, { compared: { tree }, found }) =>
      found.some(({ node, attribute }) => node === tree.root && attribute === 'lang')
        ? undefined
        : {
            absent: 'lang',
            severity: 'information',
            message: `The language of the page is missing here, so screen readers guess it; ${supportText(agreed)} give theirs in <html lang>.`,
          },
  },
  {
    id: DIRECTION,
    name: 'dir',
    what: 'dir="rtl" on <html>',
    wording: agreed => ({
      absent: 'dir',
      message: `The page is written from right to left, but <html> lacks dir="rtl"; ${supportText(agreed)} in such languages have it.`,
    }),
  },
  {
    id: DOCTYPE_DECLARATION,
    name: 'doctype',
    what: 'the doctype',
    gap: 'browsers show them in quirks mode',
    wording: (agreed, { compared: { source } }) => {
      const isLate = /<(?:!doctype|html|head|body|script)\b|<!--/i.exec(source)?.[0].toLowerCase() === '<!doctype';
      const [state, others] = isLate ? ['comes late', 'begin with it'] : ['is missing', 'have one'];
      return {
        message: `The doctype ${state} here, so browsers show the page in quirks mode; ${supportText(agreed)} ${others}.`,
      };
    },
  },
  {
    id: TITLE,
    name: 'title',
    what: 'a title',
    gap: 'tabs, bookmarks and search results show their addresses',
    isOfNearlyAll: true,
    wording: (agreed, { compared: page, found }) =>
      found.some(missesTitle)
        ? undefined
        : {
            node: headOf(page),
            absent: '<title>',
            message: `<title> is ${titleElement(page.tree) < 0 ? 'missing' : 'empty'} here, so browsers and search engines show the address; ${supportText(agreed)} have one.`,
          },
  },
  {
    id: ICON,
    name: 'icon',
    what: '<link rel="icon">',
    gap: 'tabs and bookmarks show another icon',
    wording: copied(ICON, 'tabs and bookmarks show another icon', 'have it', 'The page may do without an icon.'),
  },
  {
    id: OWN_TITLE,
    name: 'own title',
    what: 'a title of its own',
    wording: (agreed, { compared: page }) => {
      const node = titleElement(page.tree);
      const message = `The title ${quoted(elementText(page, node))} is a placeholder and does not name this page; ${supportText(agreed)} have no placeholder.`;
      return { ...wholeNode(page, node), node, message };
    },
  },
];

/**
 * `template/missing-node`: no doctype, title, viewport, encoding or language, where most pages of the site have one, whatever their layout.
 * Not reported: what the other pages of the folder lack, too; the icon of a page that shares no layout, and all of it if its folder has no other page.
 */
export const missingEssentials: PageRule = {
  concerns: dissents('essentials'),
  find: asked => {
    const { compared: page, placeOf } = asked;
    const lacked: string[] = [];
    const findings = essentials.flatMap(({ id, name, what, isOfNearlyAll, wording }): Finding[] => {
      const agreed = agreedEssential(asked, id, isOfNearlyAll);
      const worded = agreed && wording(agreed, asked);
      if (!worded) return [];
      lacked.push(what);
      const common = { ...firstTag(page.tree), node: page.tree.root, ...agreedFields(agreed, placeOf, 'Here it stands.') };
      return [{ code: 'template/missing-node', ...common, ...worded, identity: `template/missing-node ${name}` }];
    });
    return findings.length < 2 ? findings : [inOne(findings, lacked)];
  },
};

/** `template/missing-node`, on the first of the pages: many pages of the site lack an essential, and others beside the first have it. */
export const essentialGaps: PageRule = {
  concerns: ({ agreement, name }) => essentials.some(({ id }) => agreement.essentials.agreement(id)?.example.page === name),
  find: ({ compared: page, agreement, isAlone, pagesAround, load, world }) =>
    essentials.flatMap(({ id, name, what, gap }): Finding[] => {
      const agreed = agreement.essentials.agreement(id);
      if (gap === undefined || agreed?.value !== ABSENT || agreed.example.page !== page.name) return [];
      // Browsers show this file for a page without an icon.
      if (agreed.pages === agreed.of || (id === ICON && world.exists('favicon.ico'))) return [];
      const others = pagesAround();
      const having = others.find(other => agreement.essentials.says(other, id) === PRESENT);
      // If no page of the folder has it, the folder may be older, have another design, or hold fragments of other pages.
      if (!having && (isAlone || others.length > 0)) return [];
      const example = having === undefined ? undefined : load(having);
      if (example && missingFile(example, essentialNode(example, id), world.exists) !== undefined) return [];
      const common = { ...firstTag(page.tree), node: headOf(page), absent: what, normalisers: [] };
      const related = example ? exampleOf(example, wholeNode(example, essentialNode(example, id)), 'Here it stands.') : [];
      const message = `${supportText(agreed)} lack ${what}: ${gap}.`;
      return [
        { code: 'template/missing-node', ...common, related, message, identity: `template/missing-node ${name} of the site` },
      ];
    }),
};

/** Sums up what a page lacks: a page without several of them was not made as the others were. Only a language alone is a note. */
function inOne(findings: readonly Finding[], lacked: readonly string[]): Finding {
  const first = findings.find(({ severity }) => severity === undefined)!;
  const repairs = findings.flatMap(({ repair }) => repair ?? []);
  return {
    ...first,
    absent: lacked.join(', '),
    message: `The page lacks ${lacked.slice(0, -1).join(', ')} and ${lacked.at(-1)}, which most pages of the site have.`,
    identity: `template/missing-node ${lacked.join()}`,
    details: findings.map(detailOf),
    ...(repairs.length > 0 && { repair: { kind: 'all', repairs } }),
    risk: 'The page may be made in another way.',
  };
}

/** How many pages have an essential that this page lacks; undefined if it is there, or too few have it. @param isOfNearlyAll true if nearly all must have it */
export function agreedEssential(
  { compared, agreement: { essentials }, isAlone, pagesAround }: PageUnderCheck,
  id: number,
  isOfNearlyAll = false,
): Agreement | undefined {
  const agreed = essentials.agreement(id);
  if (agreed?.value !== PRESENT || essentialNode(compared, id) >= 0) return undefined;
  if (isOfNearlyAll && !isMajority(agreed.pages, agreed.of, thresholds.nearlyAll)) return undefined;
  const others = pagesAround();
  const isOwn = isAlone && (id === ICON || others.length === 0);
  const isExpected = others.length === 0 || others.some(other => essentials.says(other, id) === PRESENT);
  return isExpected && !isOwn ? agreed : undefined;
}

/** `template/missing-node`: a page without its end, where nearly all other pages have one. What it lacks after the place is a consequence. */
export const earlyEnd: CauseRule = {
  concerns: dissents('essentials'),
  find: asked => {
    const { compared: page, found, placeOf } = asked;
    const agreed = agreedEssential(asked, ENDING, true);
    if (!agreed) return undefined;
    const { tree, source } = page;
    const comment = unclosedComment(page);
    const end = source.trimEnd().length;
    const start = comment < 0 ? source.lastIndexOf('\n', end - 1) + 1 : tree.start[comment]!;
    // What is missing is marked on the last line before it.
    const edge = source.lastIndexOf('\n', source.slice(0, start).trimEnd().length - 1) + 1;
    const isLost = ({ absent, start: at, node, identity }: Finding): boolean =>
      absent !== undefined && (at >= edge || (identity.includes(END_TAG) && tree.subtreeEnd[node] === tree.size));
    const have = supportText(agreed);
    const open = lastOpen(tree);
    const line = source.slice(0, end).split('\n').length;
    const early = open < 0 ? '' : ` inside ${describedTag(page, open)}`;
    const message =
      comment >= 0
        ? 'This comment is never closed, so nothing after it is shown.'
        : open >= 0 || found.some(isLost)
          ? `The page ends early${early}, in line ${line}; ${have} go on to </body> and </html>.`
          : `The page ends here without </body> and </html>; ${have} have them.`;
    const place = { start, end: comment < 0 ? end : start + 4, node: tree.root, absent: '</body>' };
    const common = { ...agreedFields(agreed, placeOf, 'Here it stands.'), ...place };
    const finding: Finding = { code: 'template/missing-node', ...common, message, identity: 'template/missing-node ending' };
    const lostPart = Math.max(...found.filter(isLost).map(({ lostPart }) => lostPart ?? 0), 0);
    return { finding: lostPart > 0 ? { ...finding, lostPart } : finding, from: start, explains: isLost };
  },
};

/** `template/moved-node`: an end tag of `body` or `html` before content, where nothing comes after it on most pages of the site. */
export const contentAfterEnd: PageRule = {
  concerns: dissents('essentials'),
  find: asked => {
    const { compared: page, placeOf } = asked;
    const agreed = agreedEssential(asked, ENCLOSED);
    const place = agreed && earlyEndTag(page);
    if (!place) return [];
    const common = { ...place, ...agreedFields(agreed, placeOf, 'A page that ends with it.') };
    const message = `This end tag stands before ${described(page, place.node)}; on ${supportText(agreed)} nothing to see follows it.`;
    return [{ code: 'template/moved-node', ...common, message, identity: 'template/moved-node ending', isLone: true }];
  },
};

/** True if a comparison with another page says that the title is missing. */
function missesTitle({ absent, details = [] }: Finding): boolean {
  return [absent, ...details.map(detail => detail.absent)].some(what => what?.startsWith('<title'));
}

/** The wording of a finding about an element of the head that can be copied from the example. */
function copied(essential: number, effect: string, have: string, risk: string): Essential['wording'] {
  return (agreed, { compared: page, found, load, world }) => {
    const { page: name, node } = agreed.example;
    const example = load(name);
    const isKnown = found.some(({ repair }) => copies(essential, repair, load));
    if (!example || isKnown || missingFile(example, node, world.exists) !== undefined) return undefined;
    const parent = headOf(page);
    return {
      node: parent,
      message: `${described(example, node)} is missing here, so ${effect}; ${supportText(agreed)} ${have}.`,
      repair: { kind: 'insert', parent, after: -1, from: { page: example.name, node } },
      risk,
    };
  };
}

function copies(essential: number, repair: Finding['repair'], load: PageUnderCheck['load']): boolean {
  const from = repair?.kind === 'insert' ? repair.from : undefined;
  const page = from && load(from.page);
  return page !== undefined && essentialNode(page, essential) === from!.node;
}
