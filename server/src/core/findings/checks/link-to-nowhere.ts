import { isHomePage } from '../../../html/page-address.ts';
import { attributePlace, startTag } from '../../../html/places.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere } from '../../keys/normal-form/address.ts';
import { fileOf, isFileAt } from '../../keys/normal-form/file-of.ts';
import { elementText } from '../../statements/element-text.ts';
import { hrefOf, type LabelledLink, labelledLinks, leadsAbove, targetValue } from '../../statements/labelled-links.ts';
import { detailOf, type Finding, uniqueIdentities } from '../finding.ts';
import { HOME_RISK } from '../fixes/repair-risk.ts';
import { brief, quoted, treePath } from './describe.ts';
import { agreedFields, dissents, hasDifference, type PageRule, type PageUnderCheck } from './page-rule.ts';
import { MOVED_LINKS } from './wrong-address.ts';

const ABOVE = 'above the site\u2019s folder';
/** By kind, how the message of a finding about several links says where they lead here and on other pages. */
const JOINED = ['nowhere here, and to files of the site on', `${ABOVE} here, and into it on`, 'elsewhere here than on'];

/**
 * `template/wrong-target`: a link in a shared part that leads nowhere, above the site's folder, or where another label of the page leads, and the
 * links with its label at the same place of other pages all lead to one file, however few they are. The item of the page itself may do so.
 */
export const linkToNowhere: PageRule = {
  concerns: dissents('labels'),
  find: asked => {
    const { compared: page, agreement, isInPart, load } = asked;
    const linksOf = new Map<string, ReadonlyMap<number, LabelledLink>>();
    const unique = uniqueIdentities();
    const own = labelledLinks(page);
    const all = own.flatMap(({ key, node, target }): Finding[] => {
      const agreed = agreement.labels.agreement(key);
      if (!agreed || agreed.value === targetValue(page, target)) return [];
      if (agreed.pages < agreed.of && agreed.pages < countThresholds.minimumPages) return [];
      const other = load(agreed.example.page);
      const links = other && (linksOf.get(other.name) ?? new Map(labelledLinks(other).map(link => [link.key, link])));
      const there = links?.get(key);
      // A page that alone leads to itself does not say where a link to nowhere leads on others.
      if (!there || (!leadsAbove(page, node) && agreed.pages === 1 && leadsHere(there.target, other!.context) === 'page'))
        return [];
      if (!isInPart(page.name, node) && !isInPart(other!.name, there.node)) return [];
      linksOf.set(other!.name, links!);
      // Where another label leads, on the example as well: it was copied and not changed.
      const isSameElsewhere = own.some(each => each.target === target && links!.get(each.key)?.target === target);
      const isCopied = isSameElsewhere && !hrefOf(page, node).includes('#');
      const finding = target === '' || isCopied ? findingOf(node, { ...there, page: other!, agreed }, asked) : undefined;
      return finding ? [{ ...finding, identity: unique(finding.identity) }] : [];
    });
    const kindOf = ({ node, isLone }: Finding): number => (leadsAbove(page, node) ? 1 : isLone ? 2 : 0);
    const ofKind = (kind: number): Finding[] => all.filter(finding => kindOf(finding) === kind);
    return JOINED.flatMap((where, kind) => joined(ofKind(kind), where));
  },
};

type Example = LabelledLink & {
  readonly page: ComparedPage;
  readonly agreed: Parameters<typeof agreedFields>[0];
};

function findingOf(
  node: number,
  { page: example, node: other, target, agreed }: Example,
  asked: PageUnderCheck,
): Finding | undefined {
  const { compared: page, partOf, placeOf } = asked;
  const { exists } = asked.world;
  if (hasDifference(asked, node) || leadsHere(target, page.context) !== undefined || !isFileAt(target, exists)) return undefined;
  const said = brief(page, node);
  const here = fileOf(hrefOf(page, node), page.context.base);
  const where = leadsAbove(page, node)
    ? `${ABOVE} (${quoted(hrefOf(page, node))})`
    : here === undefined
      ? 'nowhere'
      : `to ${here}`;
  const wanted = fileOf(hrefOf(example, other), example.context.base) ?? target;
  const part = partOf(node);
  const words = elementText(page, node).match(/\p{L}{3,}/gu) ?? [];
  const name = isHomePage(wanted) ? 'home' : wanted.toLowerCase();
  const isNamed = words.length === 0 || words.some(word => name.includes(word.toLowerCase()));
  const risk =
    agreed.pages < countThresholds.minimumPages
      ? 'Few pages have this link right.'
      : here !== undefined && exists(here)
        ? `It leads away from ${here}, which exists.`
        : !isNamed
          ? 'The label does not name the page that it would lead to.'
          : isHomePage(page.name)
            ? HOME_RISK
            : undefined;
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
    ...(here !== undefined && where.startsWith('to ') && { isLone: true }),
    repair: { kind: 'attribute', node, name: 'href', from: { page: example.name, node: other } },
    ...(risk !== undefined && { risk }),
  };
}

/** One finding for several links of a page: the page, or its menu, was written for another folder, or not finished. */
function joined(all: readonly Finding[], where: string): readonly Finding[] {
  if (all.length < MOVED_LINKS) return all;
  const { part: _, brief: __, support: ___, risk: ____, ...first } = all[0]!;
  const risk = all.find(each => each.risk !== undefined)?.risk;
  const repairs = all.flatMap(({ repair }): Repair[] => (repair ? [repair] : []));
  const message = `${all.length} links lead ${where} other pages.`;
  return [
    { ...first, message, details: all.map(detailOf), repair: { kind: 'all', repairs }, ...(risk !== undefined && { risk }) },
  ];
}
