import type { Finding } from 'templens-shared/findings';
import type { EngineHandle } from './engine-handle.ts';

/** All findings of a site, by page. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

/** Asks for all findings of a site, withheld ones included. @param engine must have the site open, with checks. */
export async function findingsOf(engine: EngineHandle): Promise<Findings> {
  const all = await engine.query({ kind: 'check', all: true });
  return new Map(all.map(({ page, diagnostics }) => [page, diagnostics]));
}

/** Returns the identities of the differences in findings: of their details if they have any, else their own. */
export function differenceIdentities(diagnostics: readonly Finding[]): string[] {
  return diagnostics.flatMap(({ identity, details }) => (details ? details.map(detail => detail.identity) : [identity]));
}
