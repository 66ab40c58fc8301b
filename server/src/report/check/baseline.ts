import type { CheckCode, Finding } from 'templens-shared/findings';

/** A known finding, or one of its details. The message is not compared; it is for people who read the file. */
export interface BaselineEntry {
  page: string;
  code: CheckCode;
  identity: string;
  message: string;
}

/**
 * The text of a baseline file with these findings, and the entries `kept` of an earlier one: JSON with one entry a line, sorted so that diffs
 * are small.
 */
export function baselineText(findings: readonly Finding[], kept: readonly BaselineEntry[] = []): string {
  const all = [...kept, ...findings.flatMap(baselineEntries)];
  const entries = all.map(({ page, code, identity, message }) => ({ page, code, identity, message }));
  const sorted = entries.map(entry => JSON.stringify(entry)).sort();
  return `{\n"version": 1,\n"findings": [\n${sorted.join(',\n')}${sorted.length > 0 ? '\n' : ''}]\n}\n`;
}

/** The entries of a baseline file; undefined if `value`, the parsed JSON of the file, is not a baseline of version 1. */
export function parseBaseline(value: unknown): BaselineEntry[] | undefined {
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  return version === 1 && Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

function isEntry(value: unknown): value is BaselineEntry {
  const entry = (value ?? {}) as Record<string, unknown>;
  return (['page', 'code', 'identity', 'message'] as const).every(key => typeof entry[key] === 'string');
}

/**
 * Divides findings into `known` and new ones (`fresh`). A finding is known if the baseline has it or, if it has details, has each of them. Each
 * entry matches one finding or detail; the entries that match nothing are `stale`.
 */
export function compareWithBaseline(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
): { fresh: Finding[]; known: Finding[]; stale: BaselineEntry[] } {
  const entries = new Map<string, BaselineEntry[]>();
  for (const entry of baseline) {
    const same = entries.get(keyOf(entry));
    if (same) same.push(entry);
    else entries.set(keyOf(entry), [entry]);
  }
  const fresh: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of findings) {
    // Takes the entries of all details, even if one is new: otherwise the known ones would become stale.
    const taken = baselineEntries(finding).map(entry => entries.get(keyOf(entry))?.pop() !== undefined);
    (taken.every(Boolean) ? known : fresh).push(finding);
  }
  return { fresh, known, stale: [...entries.values()].flat() };
}

/** The entries of a finding in a baseline: one or, if it has details, one for each of them. */
export function baselineEntries({ page, code, identity, message, details }: Finding): BaselineEntry[] {
  return details ? details.map(detail => ({ ...detail, page })) : [{ page, code, identity, message }];
}

function keyOf({ page, code, identity }: Pick<BaselineEntry, 'page' | 'code' | 'identity'>): string {
  return JSON.stringify([page, code, identity]);
}
