import type { CheckCode, Finding } from 'templens-shared/findings';

/** A finding that is known, or one of the differences that it sums up; the message is for people who read the file. */
export interface BaselineEntry {
  page: string;
  code: CheckCode;
  identity: string;
  message: string;
}

/** The text of a baseline of these findings: JSON, one entry a line, for a finding or each of its details, sorted for small diffs. */
export function baselineText(findings: readonly Finding[], kept: readonly BaselineEntry[] = []): string {
  const all = [...kept, ...findings.flatMap(baselineEntries)];
  const entries = all.map(({ page, code, identity, message }) => ({ page, code, identity, message }));
  const sorted = entries.map(entry => JSON.stringify(entry)).sort();
  return `{\n"version": 1,\n"findings": [\n${sorted.join(',\n')}${sorted.length > 0 ? '\n' : ''}]\n}\n`;
}

/** The entries of a baseline; undefined if the value of its file is not a baseline. */
export function baselineIn(value: unknown): BaselineEntry[] | undefined {
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  return version === 1 && Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

function isEntry(value: unknown): value is BaselineEntry {
  const entry = (value ?? {}) as Record<string, unknown>;
  return (['page', 'code', 'identity', 'message'] as const).every(key => typeof entry[key] === 'string');
}

/**
 * Divides findings by whether the baseline knows them: all of their details where they have some. `stale` are the entries that name
 * nothing that was found. Each entry stands for one finding or detail.
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
    // All are taken, so that the known details of a finding with a new one are not stale.
    const taken = baselineEntries(finding).map(entry => entries.get(keyOf(entry))?.pop() !== undefined);
    (taken.every(Boolean) ? known : fresh).push(finding);
  }
  return { fresh, known, stale: [...entries.values()].flat() };
}

/** What stands for a finding in a baseline: one entry, or one for each of its details. */
export function baselineEntries({ page, code, identity, message, details }: Finding): BaselineEntry[] {
  return details ? details.map(detail => ({ ...detail, page })) : [{ page, code, identity, message }];
}

function keyOf({ page, code, identity }: Pick<BaselineEntry, 'page' | 'code' | 'identity'>): string {
  return JSON.stringify([page, code, identity]);
}
