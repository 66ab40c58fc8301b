import type { NodeEvidence, OutlineNode, PageEdits, PageJudgements, ReportedFindings } from 'templens-shared/answers';
import type { CheckCode, Finding } from 'templens-shared/findings';
import type { GroupingSummary, LayoutLevel } from 'templens-shared/labels';
import type { PartInstance, PartSplit, PartSummary, TranslationGap } from 'templens-shared/parts';
import { checks } from '../core/findings/checks/index.ts';
import { configurationNames, loadConfiguration } from '../site/configuration.ts';
import { inspectHint } from '../site/discover.ts';
import { compileGlob } from '../site/glob.ts';
import type { SkipRule } from '../site/page-filter.ts';
import { type UnusedEntry, unusedEntries } from '../site/unused-entries.ts';
import { OpenedSite, pagePaths, skippedPages } from './opened-site.ts';
import { skippedFiles } from './skipped-files.ts';
import { TemplensError } from './templens-error.ts';

export { outputs } from '../crawl/page-content.ts';
export { userCacheFolder } from '../site/cache/cache-folder.ts';
export { decodePage } from '../site/decode.ts';
export { encodeLike } from '../site/encode.ts';
export { layoutGlobs as globsOf } from '../site/layout-globs.ts';
export { sampledFolder } from './folder-pages.ts';

/**
 * A site with the answers that only the command line prints, in addition to those of the public interface: details of its formats, and the
 * reasons why files are not pages.
 */
export class CommandLineSite extends OpenedSite {
  /**
   * Waits for the first index.
   * @returns the paths of the pages that could be read, sorted, and the reason why others were skipped, by path.
   * @throws TemplensError `unreadable-site`.
   */
  async index(): Promise<{ pages: string[]; skipped: Map<string, string> }> {
    const statuses = await this.firstIndex();
    return { pages: pagePaths(statuses), skipped: new Map(skippedPages(statuses).map(({ page, reason }) => [page, reason])) };
  }

  /** The reported findings of each page that has findings, and the number of findings beyond the limit for a page. */
  check(): Promise<ReportedFindings[]> {
    return this.query({ kind: 'check' });
  }

  /** The findings of all pages, including those beyond the limit for a page, without those of the configuration file. */
  async allFindings(): Promise<Finding[]> {
    return (await this.query({ kind: 'check', all: true })).flatMap(({ diagnostics }) => diagnostics);
  }

  /** Makes the inherited method public, for a check of the whole site. */
  override configurationFindings(): Promise<Finding[]> {
    return super.configurationFindings();
  }

  /** The edits that fix a finding on its page by taking the template's version; undefined if there are none. */
  async fixOf({ page, identity, fixable }: Finding): Promise<PageEdits | undefined> {
    if (!fixable) return undefined;
    try {
      const pages = await this.query({ kind: 'repair', page, identity, how: 'take' });
      return pages.find(edited => edited.page === page);
    } catch {
      return undefined;
    }
  }

  /** The layouts at a level (default: `layout`), with the dendrogram of the pages and how well the layouts are separated. */
  grouping(level?: LayoutLevel): Promise<GroupingSummary> {
    return this.query({ kind: 'grouping', ...(level && { level }) });
  }

  /** The id of each page's layout, by page. */
  async layoutIds(): Promise<Map<string, string>> {
    return new Map((await this.query({ kind: 'templates' })).map(({ page, template }) => [page, template]));
  }

  /** The outline of a page: an entry for each run of nodes with one verdict, nested in the elements with several verdicts. */
  outline(page: string): Promise<OutlineNode[]> {
    return this.query({ kind: 'outline', page });
  }

  /** The evidence for the label of the node at an offset of a page; null if there is no node. */
  evidence(page: string, offset: number): Promise<NodeEvidence | null> {
    return this.query({ kind: 'evidence', page, offset });
  }

  /** The parts without the differences of their versions, which take longer. */
  partSummaries(): Promise<PartSummary[]> {
    return this.query({ kind: 'parts' });
  }

  /** The instances of every part, by the part's id. */
  async allInstances(): Promise<Map<string, PartInstance[]>> {
    return new Map((await this.query({ kind: 'partInstances' })).map(({ id, instances }) => [id, instances]));
  }

  /** All findings of a page, withheld ones included, with the reasons for their confidence. The site must be open with checks. */
  judgements(page: string): Promise<PageJudgements> {
    return this.query({ kind: 'judgements', page });
  }

  /** A CSS selector that names a part and no other; null if there is none. */
  partSelector(part: string): Promise<string | null> {
    return this.query({ kind: 'partSelector', part });
  }

  splits(): Promise<PartSplit[]> {
    return this.query({ kind: 'splits' });
  }

  translationGaps(): Promise<TranslationGap[]> {
    return this.query({ kind: 'translationGaps' });
  }

  /** Entries of the setting `parts` in the configuration file that match no part, and the name of the file. */
  async unusedParts(): Promise<{ file: string; entries: readonly UnusedEntry[] }> {
    const { name, text } = await loadConfiguration(this.root);
    return { file: name, entries: await unusedEntries(query => this.query(query), this.settings, text, ['parts']) };
  }

  /** The text of a file that findings can be about: of a page, like `text`, or of the configuration file. */
  source(path: string): Promise<string> {
    const isConfiguration = !this.isInMemory && configurationNames.some(name => name === path);
    return isConfiguration ? this.read(path) : this.text(path);
  }

  /** The rule that excludes a path from the pages of the site; undefined if the path is that of a page. */
  ruleAgainst(path: string): SkipRule | undefined {
    return this.filter.ruleAgainst(path);
  }

  /** The number of HTML files in the folder that are not pages, by rule. */
  skippedByRule(): Map<SkipRule, number> {
    return skippedFiles(this.root, this.filter);
  }
}

/** What a check reports, in one sentence. */
export function checkSummary(code: CheckCode): string {
  return checks[code].summary;
}

/**
 * Compiles a glob, written as in the setting `include`, to a predicate for paths of pages.
 * @throws TemplensError `bad-argument` if the glob is invalid.
 */
export function pageGlob(glob: string): (page: string) => boolean {
  try {
    return compileGlob(glob);
  } catch (error) {
    throw new TemplensError('bad-argument', `The glob ${glob} ${(error as Error).message}.`);
  }
}

/**
 * True if the path of a page is still a regular file in the site: not in a linked folder, and not a link that leads out of the site.
 * @param realRoot the site's root with symbolic links resolved.
 */
export function isPageFile(root: string, page: string, realRoot: string): boolean {
  return inspectHint(root, page, realRoot).kind === 'file';
}
