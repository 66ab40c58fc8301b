import type { Diagnostic } from 'templens-shared/diagnostics';
import type { PageEdits } from 'templens-shared/stream';
import type { EngineHandle } from '../site/engine-handle.ts';

/** The edits of a finding's page that take the template's version; undefined where there are none. */
export async function fixOf(engine: EngineHandle, { page, identity, fixable }: Diagnostic): Promise<PageEdits | undefined> {
  if (!fixable) return undefined;
  try {
    const pages = await engine.query({ kind: 'repair', page, identity, how: 'take' });
    return pages.find(edited => edited.page === page);
  } catch {
    return undefined;
  }
}
