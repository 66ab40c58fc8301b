import type { Severity } from 'templens-shared/findings';
import { attributeIndex, attributeValue, nodeName, nodeText } from '../../html/access.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { wordingAttributes } from '../keys/signatures.ts';
import type { Difference } from './agreement/difference.ts';

/** Elements that show, run or ask something by themselves. */
const noticed = /^(?:audio|button|canvas|embed|iframe|img|input|object|script|select|style|textarea|video)$/;
const addresses = ['href', 'src', 'action', 'data', 'poster', 'srcset'];
/** Names and `http-equiv` of `meta` elements that decide how a page is shown. */
const effective = /^(?:viewport|color-scheme|content-type|default-style|refresh|content-security-policy)$/i;
/** Attributes that hide or show an element, beside those with words and addresses. */
const showing = new Set(['style', 'hidden']);
/** Attributes with words that are written for programs. */
const unread = /^(?:lang|xml:lang|hreflang)$/;

/**
 * Returns the severity of a difference by its effect: a warning if a reader of the page can notice it, else information. A reader notices
 * words, links, pictures, form fields, scripts and style sheets.
 * @param example the page with the template's version
 */
export function severityOf(difference: Difference, page: ComparedPage, example: ComparedPage): Severity {
  return isNoticedDifference(difference, page, example) ? 'warning' : 'information';
}

function isNoticedDifference(difference: Difference, page: ComparedPage, example: ComparedPage): boolean {
  switch (difference.kind) {
    case 'missing':
      return isNoticed(example, difference.example);
    case 'replaced':
      return isNoticed(page, difference.node) || isNoticed(example, difference.example);
    case 'text':
      return isNoticed(page, difference.node) || isNoticed(example, difference.example);
    case 'attributes':
      return (
        !isUnread(page, difference.node) &&
        difference.names.some(name => showing.has(name) || (wordingAttributes.has(name) && !unread.test(name)))
      );
    default:
      return isNoticed(page, difference.node);
  }
}

/** True if a node holds something to read, follow or load, or decides how the page is shown. */
export function isNoticed(page: ComparedPage, node: number): boolean {
  const { tree, source } = page;
  for (let at = node; at < tree.subtreeEnd[node]!; at++) {
    const kind = tree.kind[at];
    if (kind === TEXT ? /[\p{L}\p{N}]/u.test(nodeText(tree, source, at)) : kind !== ELEMENT || isNoticedElement(page, at))
      return true;
  }
  return false;
}

function isNoticedElement(page: ComparedPage, node: number): boolean {
  const { tree, source } = page;
  const name = nodeName(tree, node);
  if (name === 'meta' || name === 'link') return !isUnread(page, node);
  if (noticed.test(name)) return true;
  return addresses.some(attribute => {
    const address = attributeValue(tree, source, node, attribute)?.trim() ?? '';
    return address !== '' && !/^(?:#|javascript:)/i.test(address);
  });
}

/** True for a `meta` or `link` element that changes nothing in how a page is shown. */
function isUnread({ tree, source }: ComparedPage, node: number): boolean {
  const value = (attribute: string): string => attributeValue(tree, source, node, attribute)?.trim() ?? '';
  const name = nodeName(tree, node);
  if (name === 'link') return !/\b(?:stylesheet|icon)\b/i.test(value('rel'));
  if (name !== 'meta' || attributeIndex(tree, source, node, 'charset') >= 0) return false;
  return !effective.test(value('name')) && !effective.test(value('http-equiv'));
}
