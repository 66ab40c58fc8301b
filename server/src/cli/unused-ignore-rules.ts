import { type Diagnostic, defaultSeverities } from 'templens-shared/diagnostics';
import { configurationName, entryPlace, loadConfiguration } from '../site/configuration.ts';
import type { IndexedSite } from './indexed-site.ts';

const code = 'templens/unused-ignore';

/** Findings about the configuration file: entries of `ignore` that hide nothing on any page. */
export async function unusedIgnoreRules({ root, settings, engine }: IndexedSite): Promise<Diagnostic[]> {
  const severity = settings.checks[code] ?? defaultSeverities[code];
  if (severity === 'off' || settings.ignore.length === 0) return [];
  const unused = await engine.query({ kind: 'unusedIgnores' });
  const { text } = await loadConfiguration(root);
  return unused.flatMap(index => {
    const place = entryPlace(text, ['ignore', index]);
    if (!place) return [];
    const identity = `${code} ${JSON.stringify(settings.ignore[index])}`;
    const message = 'This entry hides nothing: no finding on any page is one that it names.';
    return [
      { page: configurationName, ...place, code, severity, message, related: [], fixable: false, identity, normalisers: [] },
    ];
  });
}
