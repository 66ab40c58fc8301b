import { nodeName, titleElement } from '../../../html/access.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { isMajority } from '../../counts/majority.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Agreement } from '../../statements/agreement-table.ts';
import {
  DOCTYPE_DECLARATION,
  ENDING,
  essentialNode,
  PRESENT,
  TITLE,
  unclosedComment,
  VIEWPORT,
} from '../../statements/essentials.ts';
import { firstTag } from '../facts/places.ts';
import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { described, supportText } from './describe.ts';
import { agreedFields, dissents, type PageRule, type PageUnderCheck } from './page-rule.ts';

/** An essential that a page lacks. */
interface Essential {
  /** Name in `statements/essentials.ts`, and in the identity of its finding. */
  readonly id: number;
  readonly name: string;
  /** True if only nearly all pages, not most, show that a page needs it. */
  readonly isOfNearlyAll: boolean;
  /** The fields that differ; undefined if another finding reports it. */
  readonly wording: (agreed: Agreement, page: PageUnderCheck) => (Pick<Finding, 'message'> & Partial<Finding>) | undefined;
}

const essentials: readonly Essential[] = [
  {
    id: VIEWPORT,
    name: 'viewport',
    isOfNearlyAll: false,
    wording: (agreed, { compared: page, found, load }) => {
      const example = load(agreed.example.page);
      if (!example || found.some(({ repair }) => copiesViewport(repair, load))) return undefined;
      const { node } = agreed.example;
      const head = headOf(page);
      return {
        node: head,
        message: `${described(example, node)} is missing here, so phones show the page at desktop width; ${supportText(agreed)} have it.`,
        repair: { kind: 'insert', parent: head, after: -1, from: { page: example.name, node } },
        risk: 'The page may not be made for small screens.',
      };
    },
  },
  {
    id: DOCTYPE_DECLARATION,
    name: 'doctype',
    isOfNearlyAll: false,
    wording: agreed => ({
      message: `The doctype is missing here, so browsers show the page in quirks mode; ${supportText(agreed)} have one.`,
    }),
  },
  {
    id: TITLE,
    name: 'title',
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
    id: ENDING,
    name: 'ending',
    isOfNearlyAll: true,
    wording: (agreed, { compared: page }) => ({ ...unending(page, agreed), absent: '</body>' }),
  },
];

/**
 * `template/missing-node`: no doctype, no title, no `meta name="viewport"`, or no end, where most pages of the site have one, whatever their layout. What the
 * other pages of the folder lack, too, is another matter, and so is a page without a template.
 */
export const missingEssentials: PageRule = {
  concerns: dissents('essentials'),
  find: asked => {
    const { compared: page, agreement, isAlone, kin, placeOf } = asked;
    if (isAlone) return [];
    return essentials.flatMap(({ id, name, isOfNearlyAll, wording }): Finding[] => {
      const agreed = agreement.essentials.agreement(id);
      if (agreed?.value !== PRESENT || essentialNode(page, id) >= 0) return [];
      if (isOfNearlyAll && !isMajority(agreed.pages, agreed.of, thresholds.nearlyAll)) return [];
      const others = kin();
      if (others.length > 0 && !others.some(other => agreement.essentials.says(other, id) === PRESENT)) return [];
      const worded = wording(agreed, asked);
      if (!worded) return [];
      const common = { ...firstTag(page.tree), node: page.tree.root, ...agreedFields(agreed, placeOf, 'Here it stands.') };
      return [{ code: 'template/missing-node', ...common, ...worded, identity: `template/missing-node ${name}` }];
    });
  },
};

/** True if a comparison with another page says that the title is missing. */
function missesTitle({ absent, details = [] }: Finding): boolean {
  return [absent, ...details.map(detail => detail.absent)].some(what => what?.startsWith('<title'));
}

/** Marks the place where a page without an end breaks off: a comment that is never closed, or the last line. */
function unending(page: ComparedPage, agreed: Agreement): Pick<Finding, 'start' | 'end' | 'message'> {
  const { source, tree } = page;
  const comment = unclosedComment(page);
  if (comment >= 0) {
    const start = tree.start[comment]!;
    return { start, end: start + 4, message: 'This comment is never closed, so nothing after it is shown.' };
  }
  const end = source.trimEnd().length;
  const start = Math.max(0, source.lastIndexOf('\n', end - 1) + 1);
  const have = supportText(agreed);
  return { start, end, message: `The page ends here without </body> and </html>, so it may be cut off; ${have} have them.` };
}

function headOf({ tree }: ComparedPage): number {
  for (let node = tree.root; node < tree.size; node++)
    if (tree.kind[node] === ELEMENT && nodeName(tree, node) === 'head') return node;
  return tree.root;
}

function copiesViewport(repair: Finding['repair'], load: PageUnderCheck['load']): boolean {
  const from = repair?.kind === 'insert' ? repair.from : undefined;
  const page = from && load(from.page);
  return page !== undefined && essentialNode(page, VIEWPORT) === from!.node;
}
