import { nodeName } from '../../../../html/access.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { LinkTable } from '../../../statements/link-table.ts';
import { linkTargets } from '../../../statements/link-targets.ts';
import { detailOf, type Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import type { PlaceOf } from '../page-rule.ts';

export const brokenLinkCheck = defineCheck({
  code: 'template/broken-link',
  severity: 'warning',
  summary: 'A page loads a file that does not exist, or a link of the template leads to one.',
  rules: {
    page: {
      concerns: ({ agreement, name }) => agreement.links.reportedOn(name).length > 0,
      find: ({ compared, agreement, world, placeOf }) => brokenLinks(compared, agreement.links, world.exists, placeOf),
    },
  },
});

/** Files that a message names; it gives the number of the others. */
const MOST_NAMED = 3;

/** If so many links of a page, and such a share, lead to missing pages, the folder holds only some of the site's pages. */
const MANY_MISSING = 4;
const PARTIAL = 0.2;

type Exists = (path: string) => boolean;

/**
 * `template/broken-link`: files that a page loads, and those that links in shared parts of three pages or more lead to, where there is no such
 * file; each on one page of the site, with another one as related place. Where most of what the page loads, or links to, of a kind is not
 * there, the folder does not hold it, and nothing of that kind is reported.
 * @param exists is there a file at this path from the site's root?
 */
function brokenLinks(page: ComparedPage, links: LinkTable, exists: Exists, placeOf: PlaceOf): Finding[] {
  const reported = links.reportedOn(page.name).filter(path => !isThere(path, exists));
  if (reported.length === 0) return [];
  const held = kindsHeld(page, exists);
  const found = reported.filter(path => held.has(kindOf(path))).map(path => finding(path, links.linksTo(path), page, placeOf));
  return found.length > 1 ? [oneFinding(found)] : found;
}

/** A server answers the address of a folder, or of a page without its ending. */
function isThere(path: string, exists: Exists): boolean {
  return exists(path) || (kindOf(path) === 'route' && (exists(`${path}.html`) || exists(`${path}.htm`)));
}

/**
 * The kinds of files that the folder holds, as far as the page shows: at least half of those that it has addresses of are there; of pages
 * more than four fifths, or all but a few.
 */
function kindsHeld(page: ComparedPage, exists: Exists): Set<Kind> {
  const tallies = new Map<Kind, { there: number; missing: number }>();
  for (const path of linkTargets(page).paths) {
    const tally = tallies.get(kindOf(path)) ?? { there: 0, missing: 0 };
    tallies.set(kindOf(path), tally);
    if (isThere(path, exists)) tally.there++;
    else tally.missing++;
  }
  const pages = tallies.get('page') ?? { there: 0, missing: 0 };
  const isPartial = pages.missing >= MANY_MISSING && pages.missing >= PARTIAL * (pages.there + pages.missing);
  return new Set(
    [...tallies].flatMap(([kind, { there, missing }]) => (there >= missing && (kind === 'file' || !isPartial) ? [kind] : [])),
  );
}

/** What an element leads to, for a message. */
const nouns: Readonly<Record<string, string>> = {
  img: 'picture',
  source: 'file',
  embed: 'file',
  script: 'script',
  iframe: 'frame',
  frame: 'frame',
  link: 'file',
};

function finding(path: string, found: ReturnType<LinkTable['linksTo']>, { tree }: ComparedPage, placeOf: PlaceOf): Finding {
  const [[, node], ...others] = found as [[string, number], ...[string, number][]];
  const more = others.length > 1 ? `; ${others.length - 1} more pages have it` : '';
  const noun = nouns[nodeName(tree, node)];
  const have = found.length === 1 ? '' : `; ${found.length} pages have it`;
  const message =
    noun === undefined
      ? `This link leads to ${path}, which does not exist${have}.`
      : `The ${noun} ${path} does not exist${have}.`;
  return {
    code: 'template/broken-link',
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    absent: path,
    message,
    related: others.slice(0, 1).map(([page, node]) => ({ ...placeOf(page, node), message: `The same address${more}.` })),
    normalisers: ['N5'],
    identity: `template/broken-link ${path}`,
  };
}

/** One finding for all such links: most have one cause. */
function oneFinding(findings: readonly Finding[]): Finding {
  const [first] = findings as [Finding, ...Finding[]];
  const paths = findings.map(({ identity }) => identity.slice(identity.indexOf(' ') + 1));
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return {
    ...first,
    message: `${findings.length} addresses lead to files that do not exist: ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`,
    details: findings.map(detailOf),
    identity: `template/broken-link ${paths.join()}`,
  };
}

type Kind = 'page' | 'route' | 'file';

/** By the ending of a path. */
function kindOf(path: string): Kind {
  const ending = /\.(\w+)$/.exec(path)?.[1];
  if (ending === undefined) return 'route';
  return /^(?:x?html?|shtml)$/i.test(ending) ? 'page' : 'file';
}
