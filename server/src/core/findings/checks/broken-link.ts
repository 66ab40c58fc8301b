import { firstOf } from 'templens-shared/first-of';
import { attributeValue, nodeName } from '../../../html/access.ts';
import { isHomePage } from '../../../html/page-address.ts';
import { prefixedAddresses } from '../../edits/prefixed-addresses.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { decodedPath, isOnDisk, kindOfPath, lackedScheme, meantInside, routeOf } from '../../keys/normal-form/file-of.ts';
import { pageFolder, relocateAddress } from '../../keys/normal-form/relative-address.ts';
import {
  areFilesHeld,
  elsewhere,
  isBelowPath,
  isDead,
  isFolderHeld,
  isKindHeld,
  isOther,
  isThere,
  kindsHeldFor,
} from '../../statements/held-targets.ts';
import {
  bareOfTarget,
  FEWEST_PAGES,
  isFile,
  isFragment,
  type PlacesOnPages,
  placeOfTarget,
} from '../../statements/link-table.ts';
import { linkTargets } from '../../statements/link-targets.ts';
import { anchorsOf, isControl } from '../../statements/page-anchors.ts';
import { detailOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { hasDifference, type PageInQuestion, type PageRule, type PageUnderCheck } from './page-rule.ts';

const FILES = 'addresses lead to files that do not exist';

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
    const anchors = [
      ...deadAnchors(known.filter(isFragment), asked),
      ...deadPlaces(known, asked),
      ...bareAddresses(known, asked),
    ];
    const reported = deadFiles(asked);
    if (reported.length === 0) return anchors;
    const held = kindsHeldFor(page, exists);
    if (!held.has('file') && reported.some(isOther) && areFilesHeld(links.sample(page.name), exists)) held.add('file');
    const others = reported.filter(isOther);
    const isElsewhere = elsewhere([...links.sample(page.name).flat(), ...linkTargets(page).paths], exists);
    const moved = new Set(others.filter(isElsewhere));
    if (moved.size * 2 > others.length) held.add('file');
    const found = reported
      .filter(path => held.has(kindOfPath(path)) || isOnDisk(path) || path.startsWith('../') || moved.has(path))
      .filter(path => !isBelowPath(page, links.linksTo(path)[0]![1], path, exists))
      .map(path => finding(path, links.linksTo(path), asked));
    return [...oneOf(found, FILES), ...anchors];
  },
};

/** The missing files among the targets that are reported on a page. */
export function deadFiles({ agreement: { links }, name, world: { exists } }: PageInQuestion): string[] {
  return links.reportedOn(name).filter(target => isFile(target) && !isThere(target, exists));
}

/** `template/broken-link`: links that hardly any other page has to pages that do not exist, where half of the others do, or to other files. */
export const loneLink: PageRule = {
  concerns: ({ fileLinks, world: { exists } }) => fileLinks().some(([path]) => isDead(path, exists)),
  find: (asked): Finding[] => {
    const { compared: page, agreement, fileLinks, world } = asked;
    const { links } = agreement;
    const { exists } = world;
    const isSettled = (path: string, node: number): boolean =>
      links.isReported(page.name, path) || isBelowPath(page, node, path, exists);
    const all = fileLinks().filter(([path]) => isDead(path, exists));
    const dead = all.filter(([path, node]) => !isSettled(path, node) && !hasDifference(asked, node));
    if (dead.length === 0) return [];
    const sample = [...new Set(links.sample(page.name).flat())];
    const own = [...new Set(linkTargets(page).paths)];
    const isOne = dead.length < thresholds.several && isFolderHeld(dead[0]![0], exists);
    const isMistake = (path: string): boolean => isKindHeld(path, sample, exists) && (isOne || isKindHeld(path, own, exists));
    const isElsewhere = elsewhere([...sample, ...own], exists);
    const mistakes = dead.filter(([path]) => isMistake(path) || isElsewhere(path));
    const found = mistakes.map(([path, node]) => finding(path, [[page.name, node]], asked));
    return oneOf(found, FILES).map(each => ({ ...each, isLone: true }));
  },
};

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
  const begin = leads[name]?.replace('$', part === undefined || part === 'link' ? '' : ` in the ${part}`);
  const noun = `The ${nouns[name] ?? 'file'} ${path}`;
  const inside = meantInside(path, world.exists);
  const missing = begin ? `${begin} ${path}, which does not exist` : `${noun} does not exist`;
  const what = inside === undefined ? missing : `${noun} lies above the site\u2019s folder, which has ${inside}`;
  return brokenLinkFinding(path, `${what}${have}.`, found, asked);
}

/**
 * The links to fragments that their pages lack, which this page is the first to have: one finding, since most have one cause. Links outside of
 * shared parts count if a single page has all of their places: they were copied from it.
 */
function deadAnchors(fragments: readonly string[], asked: PageUnderCheck): Finding[] {
  const { compared, isInPart, placeOf } = asked;
  const { links } = asked.agreement;
  const ofParts = fragments.filter(fragment => links.linksTo(fragment).some(place => isInPart(...place)));
  const others = fragments.filter(fragment => !ofParts.includes(fragment));
  const isCopied = others.length >= FEWEST_PAGES && links.soleHolder(others) !== undefined;
  const dead = isCopied ? fragments : ofParts;
  if (dead.length === 0) return [];
  const pages = new Set<string>();
  const found = dead.map(fragment => {
    const linking = links.linksTo(fragment);
    for (const [page] of linking) pages.add(page);
    const holders = links.holdersOf(fragment);
    const holder = holders.find(([page]) => isHomePage(page)) ?? holders[0];
    const there = holder ? `; ${holder[0]} ${holders.length > 1 ? `and ${holders.length - 1} more have` : 'has'} it` : '';
    const { related, ...finding } = brokenLinkFinding(
      fragment,
      `This link leads to ${fragment}, which this page lacks${there}.`,
      linking,
      asked,
    );
    const example = holder && { ...placeOf(...holder), message: 'Here the link leads to its place.' };
    return { ...finding, related: example ? [...related, example] : related };
  });
  const sole = links.soleHolder(dead);
  const all = oneOf(found, `links lead to ids that this page lacks${sole === undefined ? '' : ` and ${sole} has`}`);
  const have = pages.size > 1 ? ` ${pages.size} pages have the same.` : '';
  const isFixable = sole !== undefined && (isHomePage(sole) || others.length === 0);
  const fix = isFixable && { repair: withPage(compared, dead, sole), risk: 'The page may be meant to have these places.' };
  return all.map(finding => ({ ...finding, message: finding.message + have, ...fix, ...(isCopied && { isLone: true }) }));
}

/** Puts the address of another page before links to fragments. */
function withPage(page: ComparedPage, fragments: readonly string[], other: string): Repair {
  const known = new Set(fragments);
  const address = relocateAddress(other, '', pageFolder(page.name));
  return prefixedAddresses(page, (fragment, node) =>
    known.has(decodedPath(fragment)) && !isControl(page, node) ? address : undefined,
  );
}

/** The addresses without their scheme, unless they lead to a file: one finding for each scheme. */
function bareAddresses(targets: readonly string[], asked: PageUnderCheck): Finding[] {
  const { agreement, compared: page, world } = asked;
  return ['mailto:', 'tel:', 'https://'].flatMap(scheme => {
    const found = targets.flatMap((target): Finding[] => {
      const address = bareOfTarget(target);
      const file = address && routeOf(`${address.split(/[/?#]/, 1)[0]}/`, page.context.base);
      if (!file || lackedScheme(address) !== scheme || world.exists(file)) return [];
      const message = `This address lacks ${scheme} at its beginning, so browsers look for a file ${address}.`;
      return [brokenLinkFinding(address, message, agreement.links.linksTo(target), asked)];
    });
    if (found.length === 0) return [];
    const addresses = new Set(found.map(({ absent }) => absent));
    const repair = prefixedAddresses(page, address => (addresses.has(address) ? scheme : undefined));
    const risk = scheme === 'https://' ? { risk: 'The host may answer at another address.' } : {};
    const all = oneOf(found, `addresses lack ${scheme} at their beginning`);
    return all.map(finding => ({ ...finding, repair, ...risk, isLone: true as const }));
  });
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
    return [brokenLinkFinding(address, `This link leads to ${address}, but that page has no such id${have}.`, linking, asked)];
  });
  return oneOf(found, 'links lead to ids that their pages lack');
}

export function brokenLinkFinding(
  path: string,
  message: string,
  found: PlacesOnPages,
  { compared, placeOf, partOf }: PageUnderCheck,
): Finding {
  const { tree } = compared;
  const [[, node], ...others] = found as [[string, number], ...[string, number][]];
  const part = partOf(node);
  const more = others.length > 1 ? `; ${others.length - 1} more pages have it` : '';
  return {
    code: 'template/broken-link',
    ...{ start: tree.start[node]!, end: tree.tagEnd[node]!, node, absent: path, message },
    ...(part !== undefined && { part }),
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
