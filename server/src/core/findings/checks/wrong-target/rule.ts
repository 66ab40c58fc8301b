import { attributeValue } from '../../../../html/access.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import { normalAddress } from '../../../keys/normal-form/address.ts';
import { isSame } from '../../comparison/children.ts';
import { brief, quoted, quotedPair, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { attributePlace, startTag } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../difference-rule.ts';
import { wrongOwnLinks } from './own-links.ts';
import { MOVED_LINKS, wrongFolder } from './wrong-folder.ts';

export const wrongTargetCheck = defineCheck({
  code: 'template/wrong-target',
  severity: 'warning',
  summary: 'A link of the template leads to another place than on the other pages of the layout.',
  rules: {
    difference: wrongTarget,
    page: {
      concerns: ({ agreement, name }) => agreement.ownLinks.dissents(name),
      find: ({ compared, agreement, world, load }) => wrongOwnLinks(compared, agreement.ownLinks, world.exists, load),
    },
    cause: { concerns: ({ agreement, name }) => agreement.addresses.dissents(name, MOVED_LINKS), find: wrongFolder },
  },
});

const addresses = new Set(['href', 'src', 'action']);

/**
 * `template/wrong-target`: an address that leads elsewhere than on most pages. Either it is written in the same way, which a relative address
 * copied from another folder is, or the link says the same.
 */
function wrongTarget(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'attributes' || difference.names.length !== 1) return undefined;
  const { node, verdict } = difference;
  const { page, example } = compared;
  const name = difference.names[0]!;
  const here = attributeValue(page.tree, page.source, node, name);
  const there = attributeValue(example.tree, example.source, difference.example, name);
  if (!addresses.has(name) || here === undefined || there === undefined) return undefined;
  const copied = here === there;
  if (!copied && (name !== 'href' || !saysTheSame(node, difference.example, compared))) return undefined;
  const [leads, others] = quotedPair(leadsTo(here, page), leadsTo(there, example));
  const isAbove = leads === quoted(here);
  const from = isAbove ? 'above the site\u2019s folder' : `written ${quoted(here)}, which is another place from this folder`;
  const written = copied ? ` (${from})` : '';
  return findingOf('template/wrong-target', difference, compared, {
    ...(attributePlace(page, node, name) ?? startTag(page, node)),
    node,
    message: `${brief(page, node)} leads to ${leads} here${written}; to ${others} on ${supportText(verdict)}.`,
    brief: `has ${brief(page, node)} lead to ${leads} instead of ${others}`,
    value: `${name} ${signatureText(page, 'own', node)}`,
    shown: startTag(example, difference.example),
    attribute: name,
    repair: { kind: 'attribute', node, name, from: nodeOf(example, difference.example) },
  });
}

/** Path of a file from the site's root, of a folder with `/` before it, or the address as it is written where that has a scheme. */
function leadsTo(address: string, { context }: ComparedPage): string {
  const normal = normalAddress(address, context);
  if (normal.startsWith('//') && /^\s*https?:/i.test(address)) return address.trim();
  return normal.endsWith('/') ? normal : normal.replace(/^\/(?=[^/])/, '');
}

/** Is there the same inside both links? */
function saysTheSame(node: number, other: number, { page, example }: Compared): boolean {
  const size = page.tree.subtreeEnd[node]! - node;
  if (size < 2 || size !== example.tree.subtreeEnd[other]! - other) return false;
  for (let at = 1; at < size; at++) if (!isSame('own', page, node + at, example, other + at)) return false;
  return true;
}
