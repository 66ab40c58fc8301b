import type { ComparedPage } from '../../../keys/compared-page.ts';
import type { LinkTable } from '../../../statements/link-table.ts';
import { linkTargets } from '../../../statements/link-targets.ts';
import { detailOf, type Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import type { PlaceOf } from '../page-rule.ts';

export const brokenLinkCheck = defineCheck({
  code: 'template/broken-link',
  severity: 'warning',
  summary: 'A link of the template leads to a file that does not exist.',
  rules: {
    page: {
      concerns: ({ agreement, name }) => agreement.links.reportedOn(name).length > 0,
      find: ({ compared, agreement, world, placeOf }) => brokenLinks(compared, agreement.links, world.exists, placeOf),
    },
  },
});

/** Files that a message names; it gives the number of the others. */
const MOST_NAMED = 3;

/** If so many links of a page, and such a share, lead to missing pages, the folder holds only a part of the site. */
const MANY_MISSING = 4;
const PARTIAL = 0.2;

/**
 * `template/broken-link`: links in shared parts of five pages or more to a file that does not exist, each on one page of the site, with
 * another one as related place. Where most files of a kind are not there, the folder does not hold them, and no link to that kind is reported.
 * @param exists is there a file at this path from the site's root?
 */
function brokenLinks(page: ComparedPage, links: LinkTable, exists: (path: string) => boolean, placeOf: PlaceOf): Finding[] {
  const byKind = new Map<string, { there: number; missing: string[] }>();
  for (const path of links.reportedOn(page.name)) {
    const name = kindOf(path);
    const kind = byKind.get(name) ?? { there: 0, missing: [] };
    byKind.set(name, kind);
    if (exists(path)) kind.there++;
    else kind.missing.push(path);
  }
  const missing = [...byKind.values()].flatMap(kind => (kind.there >= kind.missing.length ? kind.missing : []));
  const found = missing.sort().map(path => finding(path, links.linksTo(path), page, placeOf));
  if (found.length === 0) return found;
  const one = found.length === 1 ? found[0]! : oneFinding(found);
  const gap = missingPages(page, exists);
  return [gap === undefined ? one : { ...one, severity: 'information', message: `${one.message} ${gap}` }];
}

/** A sentence where the folder seems to hold only some of the site's pages: the other links of the page, in its content too, say so. */
function missingPages(page: ComparedPage, exists: (path: string) => boolean): string | undefined {
  const linked = linkTargets(page).paths.filter(path => kindOf(path) === 'page');
  const missing = linked.filter(path => !exists(path)).length;
  if (missing < MANY_MISSING || missing < PARTIAL * linked.length) return undefined;
  return `${missing} of the ${linked.length} pages that this page links to are not there: the folder may hold only some of the site.`;
}

function finding(path: string, found: ReturnType<LinkTable['linksTo']>, { tree }: ComparedPage, placeOf: PlaceOf): Finding {
  const [[, node], ...others] = found as [[string, number], ...[string, number][]];
  const more = others.length > 1 ? `; ${others.length - 1} more pages have it` : '';
  const message = `This link leads to ${path}, which does not exist; ${found.length} pages have it in the same part.`;
  return {
    code: 'template/broken-link',
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    absent: path,
    message,
    related: others.slice(0, 1).map(([page, node]) => ({ ...placeOf(page, node), message: `The same link${more}.` })),
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
    message: `${findings.length} links lead to files that do not exist: ${paths.slice(0, MOST_NAMED).join(', ')}${more}. Other pages have them in the same parts.`,
    details: findings.map(detailOf),
    identity: `template/broken-link ${paths.join()}`,
  };
}

/** Pages, pictures and all others by their ending. */
function kindOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (/^(?:x?html?|shtml)$/.test(ending)) return 'page';
  return /^(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)$/.test(ending) ? 'picture' : ending;
}
