import type { LayoutLevel } from 'templens-shared/labels';
import { hash53 } from '../../html/hash.ts';

/** 53-bit hash of a page's path. */
export function pageHash(page: string): number {
  return hash53(page);
}

const prefixes = { frame: 'f', layout: 'g', variant: 'v' };

/**
 * The id of a layout, frame or variant: the smallest `pageHash` of its pages, after a letter for the level. It depends only on the pages. Among
 * n pages, one that joins or leaves changes the id with probability 1/n.
 */
export function groupId(hashes: readonly number[], level: LayoutLevel = 'layout'): string {
  return `${prefixes[level]}${hashes
    .reduce((least, hash) => Math.min(least, hash))
    .toString(36)
    .padStart(11, '0')}`;
}
