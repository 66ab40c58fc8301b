import { attributeEnd, attributeIndex } from '../../../../html/access.ts';
import { type ComparedPage, unkeyedPage } from '../../../keys/compared-page.ts';
import type { AgreementTable } from '../../../statements/agreement-table.ts';
import { type OwnLink, ownLinks, parts } from '../../../statements/own-links.ts';
import { quoted } from '../../comparison/describe.ts';
import type { Finding } from '../../finding.ts';
import { thresholds } from '../../thresholds.ts';

/** An address that a generator, or a person, did not fill in; others without a file name may be routes. */
const placeholder = /[&;{}$]/;

/**
 * `template/wrong-target`: a link that leads to the file with the page's own name on most pages, such as its printer version, and to that of
 * another page of the folder here, or to none.
 */
export function wrongOwnLinks(
  page: ComparedPage,
  rules: AgreementTable,
  exists: (path: string) => boolean,
  load: (page: string) => ComparedPage | undefined,
): Finding[] {
  let lasting: OwnLink[] | undefined;
  const following = new Map<string, ReadonlyMap<number, OwnLink>>();
  const linksThatFollow = (example: ComparedPage): ReadonlyMap<number, OwnLink> => {
    const links = following.get(example.name) ?? linksWithPattern(example);
    following.set(example.name, links);
    return links;
  };
  return ownLinks(page).flatMap(({ key, node, words, path, pattern }, at): Finding[] => {
    const rule = pattern === undefined ? rules.agreement(key) : undefined;
    const example = rule && load(rule.example.page);
    const link = example && linksThatFollow(example).get(key);
    const attribute = attributeIndex(page.tree, page.source, node, 'href');
    if (!rule || !link || attribute < 0) return [];
    const wanted = link.pattern!.replace('*', () => parts(page.context.path)[1]);
    const { tree, source } = page;
    const written = source.slice(tree.attrValueStart[attribute]!, tree.attrValueEnd[attribute]!);
    const isThere = exists(wanted);
    const leadsNowhere = path === undefined ? placeholder.test(written) : !exists(path);
    if (!leadsToThatOf(page, path, link.pattern!, exists) && !(isThere && leadsNowhere)) return [];
    const { pages, of } = rule;
    lasting ??= ownLinks(unkeyedPage(page));
    const where = path === undefined ? `nowhere (${written})` : `to ${path}`;
    const said = quoted(words);
    return [
      {
        code: 'template/wrong-target',
        start: tree.attrNameStart[attribute]!,
        end: attributeEnd(tree, source, attribute),
        node,
        message: `${said} leads ${where} here. On ${pages} of ${of} pages it leads to the file with the page's own name, which is ${wanted} for this page.`,
        brief: `has ${said} lead ${where} instead of ${wanted}`,
        support: { pages, of },
        related: [
          {
            page: rule.example.page,
            start: example!.tree.start[link.node]!,
            end: example!.tree.tagEnd[link.node]!,
            message: `Here it leads to ${link.path}.`,
          },
        ],
        normalisers: ['N5'],
        attribute: 'href',
        identity: `template/wrong-target own ${lasting[at]!.key.toString(36)}`,
        ...(isThere && repairOf(page, example!, link.node, attribute)),
        ...(pages < thresholds.mostPages * of && { risk: `Only ${pages} of ${of} pages follow this rule.` }),
      },
    ];
  });
}

/** The links of a page that lead to files with its name, by their keys; of several with one key the first. */
function linksWithPattern(page: ComparedPage): ReadonlyMap<number, OwnLink> {
  const links = new Map<number, OwnLink>();
  for (const link of ownLinks(page)) if (link.pattern !== undefined && !links.has(link.key)) links.set(link.key, link);
  return links;
}

/** Does a path follow the pattern for another page of the folder? */
function leadsToThatOf(
  page: ComparedPage,
  path: string | undefined,
  pattern: string,
  exists: (path: string) => boolean,
): boolean {
  const [before, after] = pattern.split('*') as [string, string];
  if (!path?.startsWith(before) || !path.endsWith(after)) return false;
  const stem = path.slice(before.length, path.length - after.length);
  const [folder, , extension] = parts(page.context.path);
  return stem !== '' && !stem.includes('/') && exists(folder + stem + extension);
}

/** The address as a page of the same folder writes it, with this page's name. */
function repairOf(page: ComparedPage, example: ComparedPage, node: number, attribute: number): Pick<Finding, 'repair'> {
  const [folder, stem] = parts(page.context.path);
  const [otherFolder, otherStem] = parts(example.context.path);
  if (folder !== otherFolder) return {};
  const other = attributeIndex(example.tree, example.source, node, 'href');
  const written = example.source.slice(example.tree.attrValueStart[other]!, example.tree.attrValueEnd[other]!);
  const at = written.lastIndexOf(otherStem);
  if (at < 0) return {};
  const text = written.slice(0, at) + stem + written.slice(at + otherStem.length);
  return {
    repair: { kind: 'text', start: page.tree.attrValueStart[attribute]!, end: page.tree.attrValueEnd[attribute]!, text },
  };
}
