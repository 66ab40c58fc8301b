import type { PageSource } from '../core/edits/page-source.ts';
import type { Repair } from '../core/edits/repair.ts';
import type { TextEdit } from '../core/edits/text-edit.ts';
import { described, quoted, supportText } from '../core/findings/checks/describe.ts';
import type { Finding } from '../core/findings/finding.ts';
import { attributeValue } from '../html/access.ts';
import { decodeAttribute } from '../html/normalise.ts';
import { TEXT } from '../html/tree.ts';
import { thresholds } from './thresholds.ts';

type PageOf = (page: string) => PageSource | undefined;

/** What the repair of a finding does, for a menu: `Set class to "wide" (18 of 21 pages)`. `edits` are those that carry it out. */
export function repairTitle(
  { part, support }: Finding,
  repair: Repair,
  edits: readonly TextEdit[],
  target: PageSource,
  pageOf: PageOf,
): string {
  const title = repair.kind === 'all' ? allTitle(part, repair.repairs.length) : oneTitle(repair, edits, target, pageOf);
  return support ? `${title} (${supportText(support)})` : title;
}

/** What it does to bring this page's version to as many other pages; undefined where there are none. */
export function pushTitle(repair: Repair, pages: number, target: PageSource, pageOf: PageOf): string | undefined {
  if (pages === 0) return undefined;
  const many = pages === 1 ? '1 page' : `${pages} pages`;
  switch (repair.kind) {
    case 'insert':
      return `Remove ${copied(repair.from, pageOf)} from ${many}`;
    case 'remove':
    case 'replace':
      return `Push ${described(target, repair.node)} to ${many}`;
    case 'attribute': {
      const value = attributeValue(target.tree, target.source, repair.node, repair.name);
      return value === undefined ? `Remove ${repair.name} from ${many}` : `Push ${repair.name}=${short(value)} to ${many}`;
    }
    default:
      return undefined;
  }
}

function allTitle(part: string | undefined, changes: number): string {
  return `Restore the ${part ?? 'template here'} (${changes} ${changes === 1 ? 'change' : 'changes'})`;
}

function oneTitle(
  repair: Exclude<Repair, { kind: 'all' }>,
  edits: readonly TextEdit[],
  target: PageSource,
  pageOf: PageOf,
): string {
  const [edit] = edits as [TextEdit, ...TextEdit[]];
  switch (repair.kind) {
    case 'insert':
      return `Add ${copied(repair.from, pageOf)}`;
    case 'remove':
      return `Remove ${described(target, repair.node)}`;
    case 'move': {
      const { node, parent, after } = repair;
      const place = after < 0 ? `to the start of ${described(target, parent)}` : `after ${described(target, after)}`;
      return `Move ${described(target, node)} ${place}`;
    }
    case 'text': {
      const old = quoted(target.source.slice(repair.start, repair.end));
      return repair.text === '' ? `Remove ${old}` : `Change ${old} to ${quoted(repair.text)}`;
    }
    case 'attribute': {
      const value = writtenValue(edit.text);
      return value === undefined ? `Remove ${repair.name}` : `Set ${repair.name} to ${short(value)}`;
    }
    case 'replace':
      if (repair.part === 'tag') return `Change the tag to ${cut(edit.text)}`;
      return target.tree.kind[repair.node] === TEXT
        ? `Change the text to ${copied(repair.from, pageOf)}`
        : `Replace it with ${copied(repair.from, pageOf)}`;
  }
}

function copied({ page, node }: { page: string; node: number }, pageOf: PageOf): string {
  const source = pageOf(page);
  return source ? described(source, node) : 'it';
}

/** The value in an attribute as it is written, decoded; undefined where an edit writes none. */
function writtenValue(attribute: string): string | undefined {
  if (attribute === '') return undefined;
  const equals = attribute.indexOf('=');
  const value = equals < 0 ? '' : attribute.slice(equals + 1).trim();
  return decodeAttribute(value.replace(/^(["'])(.*)\1$/s, '$2'));
}

function short(value: string): string {
  return `"${cut(value)}"`;
}

function cut(text: string): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')];
  const most = thresholds.longestInTitle;
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
