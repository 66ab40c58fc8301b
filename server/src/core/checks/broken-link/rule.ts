import type { LinkTable } from '../agreement/link-table.ts';
import type { ComparedPage } from '../check-digest.ts';
import type { Finding } from '../finding.ts';
import type { PlaceOf } from '../page-check.ts';

/** Pages that are named with a finding; of more the number is said. */
const MOST_RELATED = 10;

/**
 * `template/broken-link`: links that nine of ten pages of a group have to a file that is not there, each on one page of the site, with
 * the others as related places. Where most files of a kind are not there, the folder does not hold them, and nothing is said of that kind.
 * @param exists is there a file at this path from the site's root?
 */
export function brokenLinks(
  page: ComparedPage,
  links: LinkTable,
  exists: (path: string) => boolean,
  placeOf: PlaceOf,
): Finding[] {
  const byKind = new Map<string, { there: number; missing: string[] }>();
  for (const path of links.reportedOn(page.name)) {
    const name = kindOf(path);
    const kind = byKind.get(name) ?? { there: 0, missing: [] };
    byKind.set(name, kind);
    if (exists(path)) kind.there++;
    else kind.missing.push(path);
  }
  const missing = [...byKind.values()].flatMap(kind => (kind.there >= kind.missing.length ? kind.missing : []));
  const told = missing.filter(path => links.isToldOn(page.name, path)).sort();
  return told.map(path => finding(path, links.linksTo(path), page, placeOf));
}

function finding(
  path: string,
  { found, of }: ReturnType<LinkTable['linksTo']>,
  { tree }: ComparedPage,
  placeOf: PlaceOf,
): Finding {
  const [[, node], ...others] = found as [[string, number], ...[string, number][]];
  const message = `This link of the template leads to ${path}, which is not there; ${found.length} of ${of} pages have it.`;
  return {
    code: 'template/broken-link',
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    message,
    support: { pages: found.length, of },
    related: others.slice(0, MOST_RELATED).map(([page, node]) => ({ ...placeOf(page, node), message: 'The same link.' })),
    normalisers: ['N5'],
    identity: `template/broken-link ${path}`,
  };
}

/** Pages, pictures and all others by their ending. */
function kindOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (/^(?:x?html?|shtml)$/.test(ending)) return 'page';
  return /^(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)$/.test(ending) ? 'picture' : ending;
}
