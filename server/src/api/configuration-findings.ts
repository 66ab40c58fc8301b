import type { Finding } from 'templens-shared/findings';
import type { Settings } from 'templens-shared/settings';
import { checks } from '../core/findings/checks/index.ts';
import { loadConfiguration } from '../site/configuration.ts';
import { type AskEngine, entryLists, unusedEntries } from '../site/unused-entries.ts';

const code = 'templens/unused-ignore';

/** Findings about the configuration file of the site at `root`: its entries that have no effect. */
export async function configurationFindings(root: string, settings: Settings, ask: AskEngine): Promise<Finding[]> {
  const severity = settings.checks[code] ?? checks[code].severity;
  if (severity === 'off') return [];
  const { name, text } = await loadConfiguration(root);
  const unused = await unusedEntries(ask, settings, text, entryLists);
  return unused.map(({ identity, ...entry }) => {
    const about = { page: name, ...entry, code, severity } as const;
    return { ...about, related: [], fixable: false, identity: `${code} ${identity}`, normalisers: [] };
  });
}
