import { nodeName } from '../../../../html/access.ts';
import { ELEMENT } from '../../../../html/tree.ts';
import { isMajority } from '../../../counts/majority.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { Agreement } from '../../../statements/agreement-table.ts';
import {
  DOCTYPE_DECLARATION,
  ENDING,
  essentialNode,
  PRESENT,
  TITLE,
  unclosedComment,
  VIEWPORT,
} from '../../../statements/essentials.ts';
import { described, supportText } from '../../comparison/describe.ts';
import type { Finding } from '../../finding.ts';
import { firstTag } from '../../first-tag.ts';
import { thresholds } from '../../thresholds.ts';
import type { PageRule, PlaceOf } from '../page-rule.ts';

/**
 * `template/missing-node`: no doctype, no title, no `meta name="viewport"`, or no end, where most pages of the site have one, whatever their layout. What the
 * other pages of the folder lack, too, is another matter, and so is a page without a template.
 */
export const missingEssentials: PageRule['find'] = ({ compared: page, agreement, found, isAlone, kin, placeOf, load }) => {
  if (isAlone) return [];
  const agreed = agreement.essentials;
  const missing = (essential: number): Agreement | undefined => {
    const agreement = agreed.agreement(essential);
    if (agreement?.value !== PRESENT || essentialNode(page, essential) >= 0) return undefined;
    const others = kin();
    return others.length === 0 || others.some(other => agreed.says(other, essential) === PRESENT) ? agreement : undefined;
  };
  const findings: Finding[] = [];
  const viewport = missing(VIEWPORT);
  const example = viewport && load(viewport.example.page);
  if (viewport && example && !found.some(({ repair }) => copiesViewport(repair, load))) {
    const head = headOf(page);
    const what = described(example, viewport.example.node);
    findings.push({
      ...common(page, viewport, placeOf, head),
      message: `${what} is missing here, so phones show the page at desktop width; ${supportText(viewport)} have it.`,
      repair: { kind: 'insert', parent: head, after: -1, from: { page: example.name, node: viewport.example.node } },
      risk: 'The page may not be made for small screens.',
      identity: 'template/missing-node viewport',
    });
  }
  const doctype = missing(DOCTYPE_DECLARATION);
  if (doctype && isMajority(doctype.pages, doctype.of, thresholds.nearlyAll)) {
    findings.push({
      ...common(page, doctype, placeOf, page.tree.root),
      message: `The doctype is missing here, so browsers show the page in quirks mode; ${supportText(doctype)} have one.`,
      identity: 'template/missing-node doctype',
    });
  }
  const title = missing(TITLE);
  if (title && isMajority(title.pages, title.of, thresholds.nearlyAll) && !found.some(missesTitle)) {
    findings.push({
      ...common(page, title, placeOf, headOf(page)),
      absent: '<title>',
      message: `<title> is missing here, so browsers and search engines show the address; ${supportText(title)} have one.`,
      identity: 'template/missing-node title',
    });
  }
  const ending = missing(ENDING);
  if (ending && isMajority(ending.pages, ending.of, thresholds.nearlyAll)) {
    findings.push({
      ...common(page, ending, placeOf, page.tree.root),
      ...unending(page, ending),
      absent: '</body>',
      identity: 'template/missing-node ending',
    });
  }
  return findings;
};

/** True if a comparison with another page says that the title is missing. */
function missesTitle({ absent, details = [] }: Finding): boolean {
  return [absent, ...details.map(detail => detail.absent)].some(what => what?.startsWith('<title'));
}

function common(
  page: ComparedPage,
  { pages, of, example }: Agreement,
  placeOf: PlaceOf,
  node: number,
): Pick<Finding, 'code' | 'start' | 'end' | 'node' | 'support' | 'related' | 'normalisers'> {
  return {
    code: 'template/missing-node',
    ...firstTag(page.tree),
    node,
    support: { pages, of },
    related: [{ ...placeOf(example.page, example.node), message: 'Here it stands.' }],
    normalisers: [],
  };
}

/** Where a page ends too early, and why: at a comment that is never closed, or at its last line. */
function unending(page: ComparedPage, { pages, of }: Agreement): Pick<Finding, 'start' | 'end' | 'message'> {
  const { source, tree } = page;
  const comment = unclosedComment(page);
  if (comment >= 0) {
    const start = tree.start[comment]!;
    return { start, end: start + 4, message: 'This comment is never closed, so nothing after it is shown.' };
  }
  const end = source.trimEnd().length;
  const start = Math.max(0, source.lastIndexOf('\n', end - 1) + 1);
  const support = supportText({ pages, of });
  return { start, end, message: `The page ends here without </body> and </html>, so it may be cut off; ${support} have them.` };
}

function headOf({ tree }: ComparedPage): number {
  for (let node = tree.root; node < tree.size; node++)
    if (tree.kind[node] === ELEMENT && nodeName(tree, node) === 'head') return node;
  return tree.root;
}

function copiesViewport(repair: Finding['repair'], load: (page: string) => ComparedPage | undefined): boolean {
  if (repair?.kind !== 'insert') return false;
  const from = load(repair.from.page);
  return from !== undefined && essentialNode(from, VIEWPORT) === repair.from.node;
}
