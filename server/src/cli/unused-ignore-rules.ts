import { type Diagnostic, defaultSeverities } from 'templens-shared/diagnostics';
import { configurationName, entryPlace, loadConfiguration } from '../site/configuration.ts';
import type { IndexedSite } from './indexed-site.ts';

const code = 'templens/unused-ignore';

/** An entry of the configuration file that has no effect. */
interface UnusedEntry {
  path: (string | number)[];
  identity: string;
  message: string;
}

/** Findings about the configuration file: entries of `ignore` that hide nothing on any page, and globs of `layouts` that match no page. */
export async function unusedIgnoreRules({ root, settings, engine }: IndexedSite): Promise<Diagnostic[]> {
  const severity = settings.checks[code] ?? defaultSeverities[code];
  if (severity === 'off' || settings.ignore.length + settings.layouts.length === 0) return [];
  const ignores = (await engine.query({ kind: 'unusedIgnores' })).map(
    (index): UnusedEntry => ({
      path: ['ignore', index],
      identity: JSON.stringify(settings.ignore[index]),
      message: 'This entry hides nothing: no finding on any page is one that it names.',
    }),
  );
  const layouts = (await engine.query({ kind: 'unusedLayouts' })).map(({ entry, glob }): UnusedEntry => {
    const pattern = settings.layouts[entry]!.pages[glob]!;
    return {
      path: ['layouts', entry, 'pages', glob],
      identity: `layouts ${JSON.stringify(settings.layouts[entry])} ${pattern}`,
      message: `No page matches ${pattern}: this part of the entry has no effect. Correct the path or remove it.`,
    };
  });
  const { text } = await loadConfiguration(root);
  return [...ignores, ...layouts].flatMap(({ path, identity, message }) => {
    const place = entryPlace(text, path);
    if (!place) return [];
    const about = { page: configurationName, ...place, code, severity, message } as const;
    return [{ ...about, related: [], fixable: false, identity: `${code} ${identity}`, normalisers: [] }];
  });
}
