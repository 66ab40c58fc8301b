import type { GroupSummary } from 'templens-shared/labels';
import type { PartSummary } from 'templens-shared/parts';
import type { Settings } from 'templens-shared/settings';

/** What `startingConfiguration` is made from: the settings and the contents of a site. */
export interface StartingPoint {
  readonly settings: Pick<Settings, 'include' | 'exclude'>;
  readonly layouts: readonly GroupSummary[];
  readonly parts: readonly PartSummary[];
  /** Codes of findings, each with the number of its findings; the most frequent first. */
  readonly findings: readonly (readonly [code: string, count: number])[];
}

/** The text of a first configuration file: the settings that people change, each commented out, with its default or an example from the site. */
export function startingConfiguration({ settings, layouts, parts, findings }: StartingPoint): string {
  const [layout] = layouts.filter(({ pages }) => pages.length > 1);
  const [part] = parts;
  const [code] = findings[0] ?? ['template/changed-text'];
  const layoutExample = [
    { name: layout ? plain(layout.layout) : 'article', pages: layout ? layout.pages.slice(0, 2) : ['posts/*'] },
  ];
  const partExample = [{ name: part ? plain(part.name) : 'main menu', select: 'nav' }];
  return `{
  // Files that are pages, and files and folders to skip.
  // "include": ${inline(settings.include)},
  // "exclude": ${inline(settings.exclude)},

  // Names of layouts, and pages that belong together ("same": true) or apart ("same": false).
  // "layouts": ${inline(layoutExample)},

  // Names of the parts that pages share, by CSS selector.
  // "parts": ${inline(partExample)},

  // Severities of checks: "error", "warning", "information", "hint" or "off".
  // "checks": { ${JSON.stringify(code)}: "off" },

  // Differences that are meant: by CSS selector, code, page or all of them.
  // "ignore": [{ "selector": ".banner" }, { "codes": [${JSON.stringify(code)}], "pages": ["old/**"] }],

  // What every page must have.
  // "required": [{ "selector": "main h1", "message": "Every page needs a headline." }]
}
`;
}

/** JSON on one line, with spaces. */
function inline(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}

/** A name without the `and 3 more` that Templens adds. */
function plain(name: string): string {
  return name.replace(/ and \d+\+? more$/, '');
}
