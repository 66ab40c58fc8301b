import type { Diagnostic } from 'templens-shared/diagnostics';
import { checks } from '../core/checks/index.ts';
import { loadConfiguration } from '../site/configuration.ts';
import { entryLists, unusedEntries } from '../site/unused-entries.ts';
import type { IndexedSite } from './indexed-site.ts';

const code = 'templens/unused-ignore';

/** Findings about the configuration file: its entries that have no effect. */
export async function unusedIgnoreRules({ root, settings, engine }: IndexedSite): Promise<Diagnostic[]> {
  const severity = settings.checks[code] ?? checks[code].severity;
  if (severity === 'off') return [];
  const { name, text } = await loadConfiguration(root);
  const unused = await unusedEntries(query => engine.query(query), settings, text, entryLists);
  return unused.map(({ identity, ...entry }) => {
    const about = { page: name, ...entry, code, severity } as const;
    return { ...about, related: [], fixable: false, identity: `${code} ${identity}`, normalisers: [] };
  });
}
