import { attributeEnd, attributeIndex } from '../../../html/access.ts';
import { attributePlace, startTag } from '../../../html/places.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { pageFolder, relocateAddress } from '../../keys/normal-form/relative-address.ts';
import type { Agreement } from '../../statements/agreement-table.ts';
import { wrongOwnLinks } from '../../statements/own-links.ts';
import { leadsKey, type RelativeAddress, relativeAddresses, writtenKey } from '../../statements/relative-addresses.ts';
import type { Detail, Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { deadFiles } from './broken-link.ts';
import { quoted, treePath } from './describe.ts';
import { agreedFields, type CauseRule, dissents, type PageRule, type PlaceOf } from './page-rule.ts';

/** So many addresses of a page that lead elsewhere than those of other pages have one cause: the page was written for another folder. */
export const MOVED_LINKS = 3;

/** An address, and where it leads on nearly all other pages that write it. */
interface Dissent {
  readonly address: RelativeAddress;
  readonly agreed: Agreement;
}

/**
 * `template/wrong-target`: a page that lies in another folder than its relative addresses are written for. Either nearly all pages that write
 * the same have at least twice as many files there; or hardly any of the addresses leads to a file from here, and most do from there.
 */
export const wrongFolder: CauseRule = {
  concerns: asked => dissents('addresses', MOVED_LINKS)(asked) || deadFiles(asked).length >= MOVED_LINKS,
  find: ({ compared: page, agreement, world: { exists }, placeOf }) => {
    const all = [...relativeAddresses(page)];
    const dissent: Dissent[] = [];
    const asked = new Set<number>();
    for (const address of all) {
      const key = writtenKey(address, page);
      const agreed = asked.has(key) ? undefined : agreement.addresses.agreement(key);
      asked.add(key);
      if (agreed && agreed.value !== leadsKey(address, page, page.context.base)) dissent.push({ address, agreed });
    }
    const isThere = ({ path }: RelativeAddress, base: string): boolean => {
      const file = fileOf(path, base);
      return file !== undefined && file !== page.name && exists(file);
    };
    const there = new Set(all.filter(address => isThere(address, page.context.base)));
    const [best] = [...foldersFor(page.name, dissent)]
      .filter(folder => explains(folder, dissent, page))
      .map(folder => ({ folder, found: all.filter(address => isThere(address, baseOf(folder))) }))
      .sort((a, b) => b.found.length - a.found.length);
    if (!best || best.found.length < Math.max(1, 2 * there.size)) return undefined;
    const isDead =
      best.found.length >= Math.max(MOVED_LINKS, thresholds.mostPages * all.length) &&
      there.size <= thresholds.byChance * all.length;
    if (dissent.length < MOVED_LINKS && !isDead) return undefined;
    const meant = new Set([...best.found, ...dissent.map(({ address }) => address)].map(({ path }) => path));
    const wrong = all.filter(address => meant.has(address.path) && !there.has(address));
    const finding = wrongFolderFinding(page, best.folder, wrong, dissent[0]?.agreed, placeOf);
    const dead = new Set(wrong.map(({ path }) => fileOf(path, page.context.base)));
    const isConsequence = (other: Finding): boolean =>
      other.code === 'template/broken-link' && (other.details ?? [other]).every(({ absent }) => dead.has(absent));
    return { finding, from: finding.start, explains: isConsequence };
  },
};

/** Folders for which the page's addresses may be written: its parent folders, and the folders of pages with the same addresses. */
function foldersFor(page: string, dissent: readonly Dissent[]): Set<string> {
  const folders = new Set<string>();
  for (let folder = pageFolder(page); folder !== ''; folder = pageFolder(folder)) folders.add(pageFolder(folder));
  for (const { agreed } of dissent) folders.add(pageFolder(agreed.example.page));
  folders.delete(pageFolder(page));
  return folders;
}

/** Do nearly all of the addresses lead from a folder to where they lead on other pages? */
function explains(folder: string, dissent: readonly Dissent[], page: ComparedPage): boolean {
  const explained = dissent.filter(({ address, agreed }) => agreed.value === leadsKey(address, page, baseOf(folder)));
  return explained.length >= thresholds.nearlyAll * dissent.length;
}

function wrongFolderFinding(
  page: ComparedPage,
  folder: string,
  wrong: readonly RelativeAddress[],
  agreed: Agreement | undefined,
  placeOf: PlaceOf,
): Finding {
  const { tree, source } = page;
  const own = pageFolder(page.name);
  const place = ({ attribute }: RelativeAddress) => ({
    start: tree.attrNameStart[attribute]!,
    end: attributeEnd(tree, source, attribute),
  });
  const identity = 'template/wrong-target folder';
  const home = `${own}/`.startsWith(`${folder}/`) || folder === '' ? nameOf(folder) : `a folder such as ${nameOf(folder)}`;
  const common = {
    code: 'template/wrong-target',
    ...(agreed && { support: { pages: agreed.pages, of: agreed.of } }),
    normalisers: ['N5'],
  } as const;
  const shown = agreed && placeOf(agreed.example.page, agreed.example.node);
  const related = shown ? [{ ...shown, message: 'Here the same address leads to the file that is meant.' }] : [];
  const details = wrong.map((address): Detail => {
    const lead = (from: string): string => fileOf(address.path, from) ?? address.path;
    return {
      ...common,
      ...place(address),
      message: `${quoted(address.path)} leads to ${lead(page.context.base)} here; from ${nameOf(folder)} it leads to ${lead(baseOf(folder))}.`,
      related: [],
      identity: `${identity}|${address.path}`,
    };
  });
  const repairs = wrong.map(({ attribute }): Repair => {
    const [start, end] = [tree.attrValueStart[attribute]!, tree.attrValueEnd[attribute]!];
    return { kind: 'text', start, end, text: relocateAddress(source.slice(start, end), folder, own) };
  });
  return {
    ...common,
    ...place(wrong[0]!),
    node: tree.root,
    message: `This page lies in another folder than its links expect: ${wrong.length} relative addresses, such as ${quoted(wrong[0]!.path)}, are written for ${home}.`,
    related,
    identity,
    details,
    repair: { kind: 'all', repairs },
    risk: `The page may belong in ${home}.`,
  };
}

/** The folder as addresses are resolved against it. */
function baseOf(folder: string): string {
  return folder === '' ? '/' : `/${folder}/`;
}

function nameOf(folder: string): string {
  return folder === '' ? 'the root folder' : `${folder}/`;
}

/**
 * `template/wrong-target`: a link that leads to the file with the page's own name on most pages, such as its printer version, and to that of
 * another page of the folder here, or to none.
 */
export const wrongOwnLink: PageRule = {
  concerns: dissents('ownLinks'),
  find: ({ compared: page, agreement: { ownLinks }, world: { exists }, load, placeOf }) =>
    wrongOwnLinks(page, ownLinks, load, exists).map(
      ({ link: { node, words }, example, there, agreed, wanted, where, address }): Finding => {
        const { pages, of } = agreed;
        const at = attributeIndex(page.tree, page.source, node, 'href');
        const [start, end] = [page.tree.attrValueStart[at]!, page.tree.attrValueEnd[at]!];
        const on = `On ${pages} of ${of} pages it leads to the file with the page's own name`;
        return {
          code: 'template/wrong-target',
          ...(attributePlace(page, node, 'href') ?? startTag(page, node)),
          node,
          message: `${quoted(words)} leads ${where} here. ${on}, which is ${wanted} for this page.`,
          brief: `has ${quoted(words)} lead ${where} instead of ${wanted}`,
          ...agreedFields(
            { ...agreed, example: { page: example.name, node: there.node } },
            placeOf,
            `Here it leads to ${there.path}.`,
          ),
          attribute: 'href',
          identity: `template/wrong-target own ${treePath(page, node)}`,
          ...(address !== undefined && { repair: { kind: 'text', start, end, text: address } }),
          ...(pages < thresholds.mostPages * of && { risk: `Only ${pages} of ${of} pages follow this rule.` }),
        };
      },
    ),
};
