import { counted } from 'templens-shared/counted';
import type { Settings } from 'templens-shared/settings';

/** What `startingConfiguration` is made from: the settings, and examples that are true of the site; without one, a made-up example stands. */
export interface StartingPoint {
  readonly settings: Pick<Settings, 'include' | 'exclude'>;
  /** A layout with globs of its pages, and their number. */
  readonly layout?: { readonly name: string; readonly globs: readonly string[]; readonly pages: number };
  /** A part with a selector, and the number of pages that have it and that lack it. */
  readonly part?: { readonly name: string; readonly select: string; readonly pages: number; readonly lacking: number };
  /** The most frequent code of a finding, the number of its findings, and the page with the most of them. */
  readonly finding?: { readonly code: string; readonly count: number; readonly page: string; readonly onPage: number };
}

/** The text of a first configuration file: the settings that people change, each commented out, with an example and what it would do. */
export function startingConfiguration({ settings, layout, part, finding }: StartingPoint): string {
  const code = finding?.code ?? 'template/changed-text';
  const hides = (count: number | undefined): string =>
    count === undefined ? 'has nothing to hide now' : `hides ${counted(count, 'finding')}`;
  return `{
  // Files that are pages, and files and folders to skip.
  // "include": ${inline(settings.include)},
  // "exclude": ${inline(settings.exclude)},

  // Names of layouts, and pages that belong together ("same": true) or apart ("same": false).
  // This ${layout ? `names the layout of ${counted(layout.pages, 'page')}` : 'would name the layout of the pages in a folder'}.
  // "layouts": ${inline([layout ? { name: layout.name, pages: layout.globs } : { name: 'article', pages: ['posts/*'] }])},

  // Names of the parts that pages share, by CSS selector.
  // This ${part ? `names a part of ${counted(part.pages, 'page')}` : 'would name the elements nav'}.
  // "parts": ${inline([part ? { name: part.name, select: part.select } : { name: 'main menu', select: 'nav' }])},

  // Severities of checks: "error", "warning", "information", "hint" or "off".
  // This ${hides(finding?.count)}.
  // "checks": { ${JSON.stringify(code)}: "off" },

  // Differences that are meant: by CSS selector ("selector": ".banner"), code, page or all of them.
  // This ${hides(finding?.onPage)}.
  // "ignore": ${inline([{ codes: [code], pages: [finding?.page ?? 'old/**'] }])},

  // What every page must have.
  // This ${part ? `reports ${counted(part.lacking, 'page')}` : 'reports the pages without a headline in main'}.
  // "required": ${inline([part ? { selector: part.select, message: `Every page needs the ${part.name}.` } : { selector: 'main h1', message: 'Every page needs a headline.' }])}
}
`;
}

/** JSON on one line, with spaces. */
function inline(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}
