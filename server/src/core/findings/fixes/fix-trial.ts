import { extendStepLimit } from '../../../html/steps.ts';
import { parsePage } from '../../directives/parse-page.ts';
import type { Repair } from '../../edits/repair.ts';
import { repairEdits } from '../../edits/repair-edits.ts';
import { applyEdits, type TextEdit } from '../../edits/text-edit.ts';
import { isTreeKept } from '../../edits/unchanged-tree.ts';
import { type PageReferences, pageReferences } from '../../statements/page-references.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { Finding } from '../finding.ts';
import { contentLoss } from './lost-content.ts';
import { declaresEncoding } from './page-fixes.ts';
import { insertionRisk } from './trial-places.ts';

/** The site, as a trial needs it. */
export interface TrialSite {
  /** Returns a page with its labels; undefined where its text cannot be had. */
  load(page: string): ExamplePage | undefined;
  /** Is there a file or folder at this path from the site's root? */
  exists(path: string): boolean;
  readonly maxDepth?: number;
}

/**
 * Tries a repair of a page in memory. Returns what would be wrong with it: a sentence, or undefined if only the nodes that it writes
 * change, all that they need is there, and nothing of another version stays beside them.
 */
export function triedRisk(
  page: ExamplePage,
  finding: Pick<Finding, 'node'>,
  repair: Repair,
  site: TrialSite,
): string | undefined {
  const repairs = repair.kind === 'all' ? repair.repairs : [repair];
  const inserted = new Set(repairs.flatMap(each => (each.kind === 'insert' ? [each.from.node] : [])));
  for (const each of repairs) {
    const example = each.kind === 'insert' ? site.load(each.from.page) : undefined;
    const risk = each.kind === 'insert' && example ? insertionRisk(page, example, each, inserted) : undefined;
    if (risk !== undefined) return risk;
  }
  const edits = editsOf(page, repair, site);
  if (!edits || edits.length === 0) return 'There is no edit that does this.';
  if (declaresEncoding(finding, edits, page)) return 'It changes the encoding that the page declares.';
  const source = applyEdits(page.source, edits);
  extendStepLimit(source.length);
  const { maxDepth } = site;
  const tree = parsePage(source, { path: page.name, ...(maxDepth !== undefined && { maxDepth }) });
  if (!isTreeKept(page, { tree, source }, edits)) return 'It would change more than what differs, or leave a tag open.';
  return referencesRisk(pageReferences(page), pageReferences({ tree, source, context: page.context }), site);
}

/** Returns why a missing part is not safely added: a sentence if another part of the page is a rare version, else undefined. */
export function versionRisk({ code, part }: Finding, findings: readonly Finding[]): string | undefined {
  if (code !== 'template/missing-part') return undefined;
  const isOther = findings.some(other => other.code === 'template/part-version' && other.part !== part);
  return isOther ? 'Other parts of the page are rare versions: it may follow another design.' : undefined;
}

/** Returns why `fix --unsafe` does not make a repair: a sentence, or undefined if it does. */
export function refusal(
  page: ExamplePage,
  finding: Pick<Finding, 'node'>,
  repair: Repair,
  site: Pick<TrialSite, 'load'>,
): string | undefined {
  const edits = editsOf(page, repair, site);
  if (!edits || edits.length === 0) return 'No edit of this page makes the fix.';
  if (declaresEncoding(finding, edits, page)) return 'The fix would change the encoding that the page declares.';
  return contentLoss(page, repair, name => site.load(name));
}

function editsOf(page: ExamplePage, repair: Repair, site: Pick<TrialSite, 'load'>): TextEdit[] | undefined {
  const sourceOf = ({ name, tree, source }: ExamplePage) => ({ page: name, tree, source });
  const edits = repairEdits(repair, sourceOf(page), name => {
    const other = site.load(name);
    return other && sourceOf(other);
  });
  return edits?.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns what is wrong with the page after a repair that was not wrong before. */
function referencesRisk(before: PageReferences, after: PageReferences, { exists }: TrialSite): string | undefined {
  const added = (of: keyof PageReferences): string[] =>
    [...after[of]].filter(([what, times]) => times > (before[of].get(what) ?? 0)).map(([what]) => what);
  const isGone = [...before.ids].some(([id, times]) => times > (after.ids.get(id) ?? 0));
  if (isGone) return 'Something may refer to an id that it takes away.';
  const double = added('ids').find(id => after.ids.get(id)! > 1);
  if (double !== undefined) return `The page has an element with the id "${double}".`;
  const dangling = added('references').find(id => !after.ids.has(id));
  if (dangling !== undefined) return `It refers to "#${dangling}", which the page does not have.`;
  const twice = added('loaded').find(address => after.loaded.get(address)! > 1);
  if (twice !== undefined) return `The page loads ${twice} already.`;
  const [call] = added('calls');
  if (call !== undefined) return `Its "${call}" may call what the page does not load.`;
  // A site without the folder of a file is a copy of the pages alone.
  const hasFolder = (path: string): boolean => !path.includes('/') || exists(path.slice(0, path.lastIndexOf('/')));
  const dead = added('files').find(path => !exists(path) && hasFolder(path));
  return dead === undefined ? undefined : `It loads ${dead}, which does not exist.`;
}
