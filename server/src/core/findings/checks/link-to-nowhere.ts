import { attributeValue } from '../../../html/access.ts';
import { attributePlace, startTag } from '../../../html/places.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere, normalAddress } from '../../keys/normal-form/address.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { type LabelledLink, labelledLinks } from '../../statements/labelled-links.ts';
import { detailOf, type Finding, uniqueIdentities } from '../finding.ts';
import { brief, quoted, treePath } from './describe.ts';
import { agreedFields, dissents, type PageRule, type PageUnderCheck } from './page-rule.ts';
import { MOVED_LINKS } from './wrong-address.ts';

const ABOVE = 'above the site\u2019s folder';

/**
 * `template/wrong-target`: a link in a shared part that leads nowhere, or above the site's folder, where the links with its label at the same
 * place of other pages all lead to one file, however few they are. The item of the page itself may do so.
 */
export const linkToNowhere: PageRule = {
  concerns: dissents('labels'),
  find: asked => {
    const { compared: page, agreement, isInPart, load } = asked;
    const linksOf = new Map<string, ReadonlyMap<number, LabelledLink>>();
    const unique = uniqueIdentities();
    const all = labelledLinks(page).flatMap(({ key, node, target }): Finding[] => {
      const agreed = target === '' ? agreement.labels.agreement(key) : undefined;
      const other = agreed && load(agreed.example.page);
      if (!other) return [];
      const links = linksOf.get(other.name) ?? new Map(labelledLinks(other).map(link => [link.key, link]));
      linksOf.set(other.name, links);
      const there = links.get(key);
      if (!there || !(isInPart(page.name, node) || isInPart(other.name, there.node))) return [];
      const finding = findingOf(node, { ...there, page: other, agreed }, asked);
      return finding ? [{ ...finding, identity: unique(finding.identity) }] : [];
    });
    const above = all.filter(({ node }) => leadsAbove(page, node));
    return above.length < MOVED_LINKS ? all : [...all.filter(finding => !above.includes(finding)), joined(above)];
  },
};

type Example = LabelledLink & {
  readonly page: ComparedPage;
  readonly agreed: Parameters<typeof agreedFields>[0];
};

function findingOf(
  node: number,
  { page: example, node: other, target, agreed }: Example,
  { compared: page, found, world: { exists }, partOf, placeOf }: PageUnderCheck,
): Finding | undefined {
  const [start, end] = [page.tree.start[node]!, page.tree.tagEnd[node]!];
  if (found.some(known => known.start < end && start < known.end)) return undefined;
  if (leadsHere(target, page.context) !== undefined || !isFileThere(target, exists)) return undefined;
  const said = brief(page, node);
  const where = leadsAbove(page, node) ? `${ABOVE} (${quoted(hrefOf(page, node))})` : 'nowhere';
  const wanted = fileOf(hrefOf(example, other), example.context.base) ?? target;
  const part = partOf(node);
  return {
    code: 'template/wrong-target',
    ...(attributePlace(page, node, 'href') ?? startTag(page, node)),
    node,
    attribute: 'href',
    message: `${said} leads ${where} here; to ${wanted} on ${agreed.pages === 1 ? example.name : `${agreed.pages} other pages`}.`,
    brief: `has ${said} lead ${where} instead of to ${wanted}`,
    ...(part !== undefined && { part }),
    ...agreedFields(agreed, placeOf, `Here it leads to ${wanted}.`),
    identity: `template/wrong-target|${treePath(page, node)}|${said} to ${wanted}`,
    repair: { kind: 'attribute', node, name: 'href', from: { page: example.name, node: other } },
    ...(agreed.pages < countThresholds.minimumPages && { risk: 'Few pages have this link right.' }),
  };
}

function hrefOf({ tree, source }: ComparedPage, node: number): string {
  return attributeValue(tree, source, node, 'href')!;
}

function leadsAbove(page: ComparedPage, node: number): boolean {
  return normalAddress(hrefOf(page, node), page.context).startsWith('/..');
}

/** One finding for links of a page that lead above the site: the page, or its menu, was written for another folder. */
function joined(above: readonly Finding[]): Finding {
  const { part: _, brief: __, support: ___, risk: ____, ...first } = above[0]!;
  const risk = above.find(each => each.risk !== undefined)?.risk;
  const repairs = above.flatMap(({ repair }): Repair[] => (repair ? [repair] : []));
  return {
    ...first,
    message: `${above.length} links lead ${ABOVE} here, and into it on other pages.`,
    details: above.map(detailOf),
    repair: { kind: 'all', repairs },
    ...(risk !== undefined && { risk }),
  };
}

/** True if there is a file, or a folder with an index page, at an address in normal form. */
function isFileThere(target: string, exists: (path: string) => boolean): boolean {
  const path = target.slice(1);
  return path.endsWith('/') || path === '' ? exists(`${path}index.html`) : exists(path);
}
