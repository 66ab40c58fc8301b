import type { Finding } from 'templens-shared/findings';
import type { EngineHandle } from './engine-handle.ts';

/** All findings of a site, by page. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

/** The findings of a site that was opened with checks, also those that are not shown. */
export async function findingsOf(engine: EngineHandle): Promise<Findings> {
  const all = await engine.query({ kind: 'check', all: true });
  return new Map(all.map(({ page, diagnostics }) => [page, diagnostics]));
}

/** Identities of the differences that findings sum up. */
export function differencesIn(diagnostics: readonly Finding[]): string[] {
  return diagnostics.flatMap(({ identity, details }) => (details ? details.map(detail => detail.identity) : [identity]));
}
