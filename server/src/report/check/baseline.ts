import type { CheckCode, Diagnostic } from 'templens-shared/diagnostics';

/** A finding that is known; the message is for people who read the file. */
export interface BaselineEntry {
  page: string;
  code: CheckCode;
  identity: string;
  message: string;
}

/** The text of a baseline of these findings: indented JSON, one entry a finding, in an order that leaves small differences. */
export function baselineText(diagnostics: readonly Diagnostic[], kept: readonly BaselineEntry[] = []): string {
  const entries = [...kept, ...diagnostics].map(({ page, code, identity, message }) => ({ page, code, identity, message }));
  const sorted = entries.map(entry => JSON.stringify(entry)).sort();
  return `{\n"version": 1,\n"findings": [\n${sorted.join(',\n')}${sorted.length > 0 ? '\n' : ''}]\n}\n`;
}

/** Reads a baseline; undefined where the text is none. */
export function parseBaseline(text: string): BaselineEntry[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  return version === 1 && Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

function isEntry(value: unknown): value is BaselineEntry {
  const entry = (value ?? {}) as Record<string, unknown>;
  return (['page', 'code', 'identity', 'message'] as const).every(key => typeof entry[key] === 'string');
}

/** Findings apart by whether the baseline knows them, and the entries that name no finding. Each entry knows one finding. */
export function compareWithBaseline(
  diagnostics: readonly Diagnostic[],
  baseline: readonly BaselineEntry[],
): { fresh: Diagnostic[]; known: Diagnostic[]; stale: BaselineEntry[] } {
  const entries = new Map<string, BaselineEntry[]>();
  for (const entry of baseline) {
    const same = entries.get(keyOf(entry));
    if (same) same.push(entry);
    else entries.set(keyOf(entry), [entry]);
  }
  const fresh: Diagnostic[] = [];
  const known: Diagnostic[] = [];
  for (const diagnostic of diagnostics) (entries.get(keyOf(diagnostic))?.pop() ? known : fresh).push(diagnostic);
  return { fresh, known, stale: [...entries.values()].flat() };
}

function keyOf({ page, code, identity }: Pick<BaselineEntry, 'page' | 'code' | 'identity'>): string {
  return JSON.stringify([page, code, identity]);
}
