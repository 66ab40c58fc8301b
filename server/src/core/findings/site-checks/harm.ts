import type { Severity } from 'templens-shared/findings';
import { attributeIndex, attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import type { Finding } from '../finding.ts';

/** What shows, runs or asks something by itself. */
const noticed = /^(?:audio|button|canvas|embed|iframe|img|input|object|script|select|style|textarea|video)$/;
const addresses = ['href', 'src', 'action', 'data', 'poster', 'srcset'];
/** What `meta` elements decide on how a page is shown. */
const effective = /^(?:viewport|color-scheme|content-type|default-style|refresh|content-security-policy)$/i;

/**
 * The severity of a difference by what it does to a reader of the page, where that is not what its code says: information for a missing
 * node without anything to read, follow or load, and a warning for an attribute that names a file of the site that is not there.
 * @param example the page with the template's version.
 * @param exists is there a file at this path from the site's root?
 */
export function severityByHarm(
  { code, repair, attribute, node }: Finding,
  page: ComparedPage,
  example: ComparedPage,
  exists: (path: string) => boolean,
): Severity | undefined {
  if (code === 'template/missing-node' && repair?.kind === 'insert')
    return isNoticed(example, repair.from.node) ? undefined : 'information';
  if (code === 'template/changed-attribute' && repair?.kind === 'attribute' && attribute !== undefined) {
    const leads = (of: ComparedPage, at: number): boolean | undefined => {
      const value = addresses.includes(attribute) ? attributeValue(of.tree, of.source, at, attribute) : undefined;
      const file = value === undefined ? undefined : fileOf(value, of.context.base);
      return file === undefined ? undefined : exists(file);
    };
    return leads(page, node) === false && leads(example, repair.from.node) ? 'warning' : undefined;
  }
  return undefined;
}

/** Is there anything in a node to read, follow or load, or that decides on how the page is shown? */
function isNoticed(page: ComparedPage, node: number): boolean {
  const { tree, source } = page;
  for (let at = node; at < tree.subtreeEnd[node]!; at++) {
    const kind = tree.kind[at];
    if (kind === TEXT ? /[\p{L}\p{N}]/u.test(nodeText(tree, source, at)) : kind !== ELEMENT || isNoticedElement(page, at))
      return true;
  }
  return false;
}

function isNoticedElement({ tree, source }: ComparedPage, node: number): boolean {
  const name = nodeName(tree, node);
  if (noticed.test(name)) return true;
  const value = (attribute: string): string => attributeValue(tree, source, node, attribute)?.trim() ?? '';
  if (name === 'meta') {
    const hasCharset = attributeIndex(tree, source, node, 'charset') >= 0;
    return hasCharset || effective.test(value('name')) || effective.test(value('http-equiv'));
  }
  return addresses.map(value).some(address => address !== '' && !/^(?:#|javascript:)/i.test(address));
}

/** Codes of differences that stay what they are, whatever else the part has. */
const grave: ReadonlySet<Finding['code']> = new Set(['template/wrong-target', 'template/duplicated-node']);

/**
 * Has a page something of its own for what it lacks of a part: half as much, or more? Then its reader misses nothing: the part is another
 * one, as that of a page that shows another theme. Other words are in the place of words, and make up for nothing that is missing.
 */
export function isAnotherChoice(findings: readonly Finding[]): boolean {
  if (findings.some(({ code, severity }) => grave.has(code) || severity === 'warning')) return false;
  const others = findings.filter(({ code }) => code !== 'template/changed-text');
  const lacked = others.filter(({ code, absent }) => code === 'template/missing-node' && absent !== undefined).length;
  return (others.length - lacked) * 2 >= lacked;
}
