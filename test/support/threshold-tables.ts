// The tables of thresholds in server/src/core whose effect `npm run thresholds` measures, and how it varies their entries.
import { thresholds as counts } from '../../server/src/core/counts/thresholds.ts';
import { thresholds as labels } from '../../server/src/core/labels/thresholds.ts';
import { thresholds as layouts } from '../../server/src/core/layouts/thresholds.ts';
import { thresholds as parts } from '../../server/src/core/parts/thresholds.ts';

/** Rooms of core with a table `thresholds`. */
export const roomNames = ['counts', 'layouts', 'labels', 'parts'] as const;

export type RoomName = (typeof roomNames)[number];

const tables: Record<RoomName, Readonly<Record<string, number>>> = { counts, layouts, labels, parts };

export interface Threshold {
  room: RoomName;
  name: string;
  value: number;
  /** The first words of its comment. */
  unit: string;
  /** True if the value is at most 1. */
  isShare: boolean;
}

/** Path of a room's table, from the root of the repository. */
export function tablePath(room: RoomName): string {
  return `server/src/core/${room}/thresholds.ts`;
}

/** The entries of a room's table, in order. @param text of its file. Throws if an entry has no comment. */
export function thresholdsOf(room: RoomName, text: string): Threshold[] {
  return Object.entries(tables[room]).map(([name, value]) => {
    const comment = new RegExp(`/\\*\\* ((?:(?!\\*/).)*) \\*/\\n  ${name}: `).exec(text)?.[1];
    if (comment === undefined) throw new Error(`${tablePath(room)}: ${name} has no comment of one line.`);
    return { room, name, value, unit: unitOf(comment), isShare: /^share\b|\b0 to 1\b/i.test(comment) };
  });
}

/** The words before the first mark or preposition; of shares also what they are shares of. */
function unitOf(comment: string): string {
  const [unit] = /^(?:Share of )?.+?(?= \(|[,.:;]| (?:of|to|that|whose|below|around|at|for)\b)/.exec(comment)!;
  return unit.charAt(0).toLowerCase() + unit.slice(1);
}

/**
 * Half and double of a threshold; undefined where that is the value as it is. Integers are rounded, shares are at most 1, and what is at
 * least 1 stays so: half a page or a ratio below 1 has no meaning.
 */
export function halfAndDouble({
  value,
  isShare,
}: Pick<Threshold, 'value' | 'isShare'>): [number | undefined, number | undefined] {
  const least = value >= 1 ? 1 : 0;
  const most = isShare ? 1 : Number.POSITIVE_INFINITY;
  const variant = (factor: number): number | undefined => {
    const exact = value * factor;
    const allowed = Math.max(least, Math.min(most, Number.isInteger(value) ? Math.round(exact) : exact));
    return allowed === value ? undefined : allowed;
  };
  return [variant(0.5), variant(2)];
}

/** The text of a `thresholds.ts` in which an entry of `thresholds` has another value. Throws if there is no such entry. */
export function replaceThreshold(text: string, name: string, value: number): string {
  const table = /^export const thresholds = \{\n[\s\S]*?^\} as const;/m.exec(text);
  const entry = table && new RegExp(`(?<=^  ${name}: )[^{}\\n]+(?=,$)`, 'm').exec(table[0]);
  if (!entry) throw new Error(`The table of thresholds has no entry ${name}.`);
  const at = table.index + entry.index;
  return text.slice(0, at) + String(value) + text.slice(at + entry[0].length);
}
