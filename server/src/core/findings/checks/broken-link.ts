import { firstOf } from 'templens-shared/first-of';
import { attributeValue, nodeName } from '../../../html/access.ts';
import { isHomePage } from '../../../html/page-address.ts';
import { isOnDisk, kindOfPath, meantInside } from '../../keys/normal-form/file-of.ts';
import { FEWEST_PAGES, isFile, isFragment, type PlacesOnPages, placeOfTarget } from '../../statements/link-table.ts';
import { linkTargets } from '../../statements/link-targets.ts';
import { anchorsOf } from '../../statements/page-anchors.ts';
import { detailOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import type { PageInQuestion, PageRule, PageUnderCheck } from './page-rule.ts';

const FILES = 'addresses lead to files that do not exist';
type Exists = (path: string) => boolean;
type Kind = ReturnType<typeof kindOfPath>;

/**
 * `template/broken-link`: targets that do not exist, of files that a page loads and of links in shared parts, and fragments that a link in a
 * shared part leads to and its page lacks. Each is reported on one page of the site, with another page as related place. If most files of a
 * kind are missing, none of this kind is reported: the folder holds only some of the site. Files are looked for on other pages, too.
 */
export const brokenLink: PageRule = {
  concerns: ({ agreement, name, world: { exists } }) =>
    agreement.links.reportedOn(name).some(target => !isFile(target) || !isThere(target, exists)),
  find: (asked): Finding[] => {
    const { compared: page, agreement, world } = asked;
    const { links } = agreement;
    const { exists } = world;
    const known = links.reportedOn(page.name);
    const anchors = [...deadAnchors(known.filter(isFragment), asked), ...deadPlaces(known, asked)];
    const reported = deadFiles(asked);
    if (reported.length === 0) return anchors;
    const held = kindsHeld(linkTargets(page).paths.filter(isFile), exists);
    if (!held.has('file') && reported.some(isOther) && areFilesHeld(links.sample(page.name), exists)) held.add('file');
    const found = reported
      .filter(path => held.has(kindOfPath(path)) || isOnDisk(path) || path.startsWith('../'))
      .map(path => finding(path, links.linksTo(path), asked));
    return [...oneOf(found, FILES), ...anchors];
  },
};

/** The missing files among the targets that are reported on a page. */
export function deadFiles({ agreement: { links }, name, world: { exists } }: PageInQuestion): string[] {
  return links.reportedOn(name).filter(target => isFile(target) && !isThere(target, exists));
}

/** `template/broken-link`: links that hardly any other page has to pages that do not exist, where nearly all others do, or to other files. */
export const loneLink: PageRule = {
  concerns: ({ fileLinks, world: { exists } }) => fileLinks().some(([path]) => !exists(path)),
  find: (asked): Finding[] => {
    const { compared: page, agreement, fileLinks, found, world } = asked;
    const { links } = agreement;
    const { exists } = world;
    const { start, tagEnd } = page.tree;
    const isMarked = (node: number): boolean => found.some(other => other.start < tagEnd[node]! && start[node]! < other.end);
    const dead = fileLinks().filter(([path, node]) => !exists(path) && !isMarked(node) && !links.isReported(page.name, path));
    if (dead.length === 0) return [];
    const sample = [...new Set(links.sample(page.name).flat())];
    const own = [...new Set(linkTargets(page).paths)];
    const isOne = dead.length < thresholds.several && isFolderHeld(dead[0]![0], exists);
    const all = dead
      .filter(([path]) => isKindHeld(path, sample, exists) && (isOne || isKindHeld(path, own, exists)))
      .map(([path, node]) => finding(path, [[page.name, node]], asked));
    return oneOf(all, FILES).map(finding => ({ ...finding, isLone: true }));
  },
};

/**
 * True if nearly all pages among the targets of some pages exist, and there are several; of other files, half of those with the same extension.
 * Then a dead link is a mistake, even if hardly any page has it; the page's own targets say so of several.
 */
function isKindHeld(dead: string, targets: readonly string[], exists: Exists): boolean {
  const isOfPage = kindOfPath(dead) === 'page';
  const isAlike = (path: string): boolean => (isOfPage ? kindOfPath(path) === 'page' : extensionOf(path) === extensionOf(dead));
  const alike = targets.filter(path => isFile(path) && isAlike(path));
  const there = alike.filter(exists).length;
  return there >= (isOfPage ? FEWEST_PAGES : 1) && there >= (isOfPage ? thresholds.mostPages : 0.5) * alike.length;
}

/** True if the site has the folder of a file. */
function isFolderHeld(path: string, exists: Exists): boolean {
  return !path.includes('/') || exists(path.slice(0, path.lastIndexOf('/')));
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** True if the target exists: the path itself or, for a route, a page with this name. A path above the site counts as existing, unless the site has the file that it means. */
function isThere(path: string, exists: Exists): boolean {
  if (path.startsWith('../')) return meantInside(path, exists) === undefined;
  return exists(path) || (kindOfPath(path) === 'route' && (exists(`${path}.html`) || exists(`${path}.htm`)));
}

/** True for a path of a file that is no page. */
function isOther(path: string): boolean {
  return kindOfPath(path) === 'file';
}

/** True if most of the pages that load files have theirs: a page without was copied from elsewhere. */
function areFilesHeld(pages: readonly (readonly string[])[], exists: Exists): boolean {
  const loading = pages.filter(paths => paths.some(path => isOther(path) && !path.startsWith('../')));
  return loading.filter(paths => kindsHeld(paths, exists).has('file')).length * 2 > loading.length;
}

/** The kinds of targets that the folder contains, by the targets of a page: at least half of those of this kind exist. */
function kindsHeld(paths: readonly string[], exists: Exists): Set<Kind> {
  const tallies = new Map<Kind, { there: number; missing: number }>();
  for (const path of paths) {
    if (path.startsWith('../')) continue;
    const tally = tallies.get(kindOfPath(path)) ?? { there: 0, missing: 0 };
    tallies.set(kindOfPath(path), tally);
    if (isThere(path, exists)) tally.there++;
    else tally.missing++;
  }
  return new Set([...tallies].flatMap(([kind, { there, missing }]) => (there >= missing ? [kind] : [])));
}

/** The beginning of a message about an element that leads somewhere, by the element's name; with `$` for where it stands. */
const leads: Readonly<Record<string, string>> = {
  a: 'This link$ leads to',
  area: 'This link$ leads to',
  form: 'This form$ sends its fields to',
};
/** The noun for what other elements load; what elements load by their style, and all others, are files. */
const nouns: Readonly<Record<string, string>> = { img: 'picture', script: 'script', iframe: 'frame', frame: 'frame' };

function finding(path: string, found: PlacesOnPages, asked: PageUnderCheck): Finding {
  const { compared: page, world } = asked;
  const [, node] = found[0]!;
  const isOfStyle = attributeValue(page.tree, page.source, node, 'style')?.includes(path.slice(path.lastIndexOf('/') + 1));
  const name = isOfStyle ? '' : nodeName(page.tree, node);
  const have = found.length === 1 ? '' : `; ${found.length} pages have it`;
  const part = asked.partOf(node);
  const begin = leads[name]?.replace('$', part === undefined ? '' : ` in the ${part}`);
  const noun = `The ${nouns[name] ?? 'file'} ${path}`;
  const inside = meantInside(path, world.exists);
  const missing = begin ? `${begin} ${path}, which does not exist` : `${noun} does not exist`;
  const what = inside === undefined ? missing : `${noun} lies above the site\u2019s folder, which has ${inside}`;
  return findingOf(path, `${what}${have}.`, found, asked);
}

/** The links to fragments that their pages lack, which this page is the first to have: one finding, since most have one cause. */
function deadAnchors(fragments: readonly string[], asked: PageUnderCheck): Finding[] {
  const { placeOf } = asked;
  const { links } = asked.agreement;
  const pages = new Set<string>();
  const found = fragments.map(fragment => {
    const linking = links.linksTo(fragment);
    for (const [page] of linking) pages.add(page);
    const holders = links.holdersOf(fragment);
    const holder = holders.find(([page]) => isHomePage(page)) ?? holders[0];
    const there = holder ? `; ${holder[0]} ${holders.length > 1 ? `and ${holders.length - 1} more have` : 'has'} it` : '';
    const { related, ...finding } = findingOf(
      fragment,
      `This link leads to ${fragment}, which this page lacks${there}.`,
      linking,
      asked,
    );
    const example = holder && { ...placeOf(...holder), message: 'Here the link leads to its place.' };
    return { ...finding, related: example ? [...related, example] : related };
  });
  const all = oneOf(found, 'links lead to ids that this page lacks');
  const have = pages.size > 1 ? ` ${pages.size} pages have the same.` : '';
  return all.map(finding => ({ ...finding, message: finding.message + have }));
}

/** The links to fragments of another page that has no such id, and whose scripts do not name it: one finding, as `deadAnchors`. */
function deadPlaces(targets: readonly string[], asked: PageUnderCheck): Finding[] {
  const { agreement, compared: page, load } = asked;
  const { links } = agreement;
  const found = targets.flatMap((target): Finding[] => {
    const place = placeOfTarget(target);
    const other = place && links.reads(page.name, place.page) ? load(place.page) : undefined;
    if (!place || !other) return [];
    const { there, isNamed } = anchorsOf(other);
    if (there.has(place.fragment) || isNamed(place.fragment)) return [];
    const linking = links.linksTo(target);
    const have = linking.length > 1 ? `; ${linking.length} pages have it` : '';
    const address = place.page + place.fragment;
    return [findingOf(address, `This link leads to ${address}, but that page has no such id${have}.`, linking, asked)];
  });
  return oneOf(found, 'links lead to ids that their pages lack');
}

function findingOf(path: string, message: string, found: PlacesOnPages, { compared, placeOf, partOf }: PageUnderCheck): Finding {
  const { tree } = compared;
  const [[, node], ...others] = found as [[string, number], ...[string, number][]];
  const part = partOf(node);
  const more = others.length > 1 ? `; ${others.length - 1} more pages have it` : '';
  return {
    code: 'template/broken-link',
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    ...(part !== undefined && { part }),
    absent: path,
    message,
    related: others.slice(0, 1).map(place => ({ ...placeOf(...place), message: `The same address${more}.` })),
    normalisers: ['N5'],
    identity: `template/broken-link ${path}`,
  };
}

/** One finding for several such links, at the first of them: most have one cause. */
function oneOf(found: readonly Finding[], which: string): Finding[] {
  const findings = found.toSorted((a, b) => a.start - b.start);
  const [first] = findings;
  if (first === undefined || findings.length === 1) return findings;
  const paths = findings.map(({ absent }) => absent!);
  const { part, ...common } = first;
  return [
    {
      ...common,
      ...(part !== undefined && findings.every(other => other.part === part) && { part }),
      message: `${findings.length} ${which}: ${firstOf(paths, thresholds.mostNamed)}.`,
      details: findings.map(detailOf),
      identity: `template/broken-link ${paths.sort().join()}`,
    },
  ];
}
