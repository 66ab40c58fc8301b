import type { Finding } from 'templens-shared/findings';
import type { PageEdits } from 'templens-shared/stream';
import type { OpenedSite } from '../api/opened-site.ts';

/** The edits of a finding's page that take the template's version; undefined where there are none. */
export async function fixOf(opened: OpenedSite, { page, identity, fixable }: Finding): Promise<PageEdits | undefined> {
  if (!fixable) return undefined;
  try {
    const pages = await opened.ask({ kind: 'repair', page, identity, how: 'take' });
    return pages.find(edited => edited.page === page);
  } catch {
    return undefined;
  }
}
