import type { LayoutLevel } from 'templens-shared/labels';
import { hash53 } from '../../html/hash.ts';

/** 53-bit hash of a page's path. */
export function pageHash(page: string): number {
  return hash53(page);
}

const prefixes = { frame: 'f', layout: 'g', variant: 'v' };

/**
 * A group's id: the smallest hash of its pages' paths. It depends on the pages alone, and a page that joins or leaves changes it only
 * with a chance of one in the group's size.
 */
export function groupId(hashes: readonly number[], level: LayoutLevel = 'layout'): string {
  return `${prefixes[level]}${hashes
    .reduce((least, hash) => Math.min(least, hash))
    .toString(36)
    .padStart(11, '0')}`;
}
