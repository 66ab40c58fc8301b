import { escapeAttribute } from 'entities/escape';
import { attributeIndex, attributeValue, nodeName } from '../../html/access.ts';
import { decodeAttribute } from '../../html/normalise.ts';
import { COMMENT, ELEMENT } from '../../html/tree.ts';
import { pageFolder } from '../keys/normal-form/relative-address.ts';
import { pageLinks } from '../keys/page-links.ts';
import { addressAttributes, sourceSets } from './address-attributes.ts';
import { type Bases, type Moves, movedAddress, movedPath, movedTarget, pageOfTarget, resolvedAddress } from './moved-address.ts';
import type { PageSource } from './page-source.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Edits of a page, made before files are moved, after which every address of it leads to the file that it led to: links, images, sources
 * (`srcset`), `url()` in styles, refreshes and server-side includes, relative or from the root. Addresses of other hosts are left alone. A
 * `<base>` counts, and keeps leading to its folder.
 */
export function movedLinkEdits(page: PageSource, moves: Moves): TextEdit[] {
  const { tree, source } = page;
  const own: Bases = { before: pageFolder(page.page), after: pageFolder(movedPath(page.page, moves.moves)) };
  const target = rewriter(page, moves);
  const bases = basesOf(page, own, moves, target.root);
  const edits: TextEdit[] = [];
  const rewrite = (start: number, end: number, kind: Kind, at: Bases | undefined): void => {
    const value = source.slice(start, end);
    const text = rewritten(value, kind, address => target.address(address, at));
    if (text !== value) edits.push({ start, end, text });
  };
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === COMMENT) {
      const include = /^<!--#include\s+(?:virtual|file)\s*=\s*"([^"]*)"/i.exec(source.slice(tree.start[node]!, tree.end[node]!));
      if (!include) continue;
      const start = tree.start[node]! + include[0].length - 1 - include[1]!.length;
      rewrite(start, start + include[1]!.length, 'address', own);
      continue;
    }
    if (tree.kind[node] !== ELEMENT) continue;
    const element = nodeName(tree, node);
    if (element === 'style') rewrite(tree.tagEnd[node]!, tree.closeStart[node]!, 'sheet', bases);
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      const kind = element === 'meta' ? refreshKind(page, node, name) : kindOf(name);
      if (kind) rewrite(tree.attrValueStart[at]!, tree.attrValueEnd[at]!, kind, element === 'base' ? own : bases);
    }
  }
  return edits;
}

/** How a text holds addresses: one; candidates of `srcset`; a `style` attribute; a style sheet; the content of a refresh. */
type Kind = 'address' | 'sources' | 'style' | 'sheet' | 'refresh';

function kindOf(attribute: string): Kind | undefined {
  if (addressAttributes.has(attribute)) return 'address';
  if (sourceSets.has(attribute)) return 'sources';
  return attribute === 'style' ? 'style' : undefined;
}

function refreshKind({ tree, source }: PageSource, node: number, attribute: string): Kind | undefined {
  if (attribute !== 'content' || attributeIndex(tree, source, node, 'http-equiv') < 0) return undefined;
  return attributeValue(tree, source, node, 'http-equiv')?.toLowerCase() === 'refresh' ? 'refresh' : undefined;
}

function rewritten(value: string, kind: Kind, change: (address: string) => string): string {
  const inAttribute = (raw: string): string => {
    const address = decodeAttribute(raw);
    const to = change(address);
    return to === address ? raw : escapeAttribute(to);
  };
  switch (kind) {
    case 'address': {
      const address = value.trim();
      return address === '' ? value : value.replace(address, () => inAttribute(address));
    }
    case 'sources':
      return value.replace(/\S+/g, word => {
        const address = withoutCommas(word);
        return address === '' || /^[\d.]+[wxh]$/.test(address) ? word : word.replace(address, () => inAttribute(address));
      });
    case 'style':
      return withStyleAddresses(value, inAttribute);
    case 'sheet':
      return withStyleAddresses(value, change);
    case 'refresh':
      return value.replace(/(;\s*url\s*=\s*['"]?)([^'"]+)/i, (_, before, address) => before + inAttribute(address));
  }
}

/** Longer addresses, such as those that hold the data themselves, lead to no file. */
const LONGEST = 2000;

/** The text with what each `url()` holds rewritten; quotes may be character references. Linear in the text. */
function withStyleAddresses(text: string, rewrite: (address: string) => string): string {
  const closing = /["')]|&quot;|&#39;/g;
  let result = '';
  let from = 0;
  let end = -1;
  for (const { 0: open, index } of text.matchAll(/url\(\s*(?:["']|&quot;|&#39;)?/gi)) {
    const start = index + open.length;
    if (index < from) continue;
    // Many addresses that are never closed end at one place, which is looked for once.
    if (end < start) {
      closing.lastIndex = start;
      end = closing.exec(text)?.index ?? text.length;
    }
    if (end === text.length) break;
    if (end - start > LONGEST) continue;
    const address = text.slice(start, end).trimEnd();
    result += text.slice(from, start) + rewrite(address);
    from = start + address.length;
  }
  return result + text.slice(from);
}

function withoutCommas(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && word[start] === ',') start++;
  while (end > start && word[end - 1] === ',') end--;
  return word.slice(start, end);
}

interface Rewriter {
  /** Undefined bases: relative addresses of the page lead out of the site. */
  address(address: string, bases: Bases | undefined): string;
  /** Where a path from the root leads after the moves. */
  root(target: string): string;
}

function rewriter(page: PageSource, moves: Moves): Rewriter {
  let servedBelow: string | undefined;
  const moved = (target: string): string => movedTarget(target, moves, '');
  const root = (target: string): string => {
    const direct = moved(target);
    // Most sites are served at their root: only an address that leads nowhere there asks for a folder.
    if (direct !== target || pageOfTarget(target, moves) !== undefined) return direct;
    servedBelow ??= pageLinks(page.tree, page.source, page.page).servedBelow;
    return movedTarget(target, moves, servedBelow);
  };
  return {
    root,
    address: (address, bases) =>
      bases || address.startsWith('/') ? movedAddress(address, bases ?? { before: '', after: '' }, moved, root) : address,
  };
}

/**
 * Where relative addresses of the page start: at its `<base>`, else in its folder. A `<base>` with a host names the page's own folder or
 * the site's root. Undefined where it leads out of the site.
 */
function basesOf({ tree, source }: PageSource, own: Bases, moves: Moves, root: (target: string) => string): Bases | undefined {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || nodeName(tree, node) !== 'base') continue;
    const href = attributeValue(tree, source, node, 'href')
      ?.trim()
      .replace(/[?#].*/s, '');
    if (href === undefined) continue;
    const host = /^(?:https?:)?\/\/[^/]*/i.exec(href)?.[0];
    if (host !== undefined) {
      const isOwn = `${pageFolder(href.slice(host.length))}/`.endsWith(`/${own.before}/`);
      return isOwn ? { before: own.before, after: own.before } : { before: '', after: '' };
    }
    const { path, above } = resolvedAddress(href, own.before);
    if (above > 0) return undefined;
    const to = href.startsWith('/') ? root(path) : movedTarget(path, moves, '');
    return { before: pageFolder(path), after: pageFolder(to) };
  }
  return own;
}
