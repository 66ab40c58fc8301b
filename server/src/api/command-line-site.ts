import type { Finding } from 'templens-shared/findings';
import type { GroupingSummary, LayoutLevel } from 'templens-shared/labels';
import type { PartInstance, PartSplit, PartSummary, TranslationGap } from 'templens-shared/parts';
import type { NodeEvidence, OutlineNode, PageEdits, ReportedFindings } from 'templens-shared/stream';
import { configurationNames, loadConfiguration } from '../site/configuration.ts';
import type { SkipRule } from '../site/page-filter.ts';
import { type UnusedEntry, unusedEntries } from '../site/unused-entries.ts';
import { OpenedSite, readPages, skippedPages } from './opened-site.ts';
import { skippedFiles } from './skipped-files.ts';

/**
 * A site with what the command line prints beside the answers of the public interface: details of its formats, and why files are not pages.
 */
export class CommandLineSite extends OpenedSite {
  /**
   * Waits for the first index. Gives the pages that could be read, sorted, and why others were skipped, by page.
   * @throws TemplensError `unreadable-site`.
   */
  async index(): Promise<{ pages: string[]; skipped: Map<string, string> }> {
    const statuses = await this.firstIndex();
    return { pages: readPages(statuses), skipped: new Map(skippedPages(statuses).map(({ page, reason }) => [page, reason])) };
  }

  /** Findings by page, with the number of those that are withheld. */
  check(): Promise<ReportedFindings[]> {
    return this.ask({ kind: 'check' });
  }

  /** All findings of pages, none withheld. */
  async allFindings(): Promise<Finding[]> {
    return (await this.ask({ kind: 'check', all: true })).flatMap(({ diagnostics }) => diagnostics);
  }

  override configurationFindings(): Promise<Finding[]> {
    return super.configurationFindings();
  }

  /** The edits of a finding's page that take the template's version; undefined where there are none. */
  async fixOf({ page, identity, fixable }: Finding): Promise<PageEdits | undefined> {
    if (!fixable) return undefined;
    try {
      const pages = await this.ask({ kind: 'repair', page, identity, how: 'take' });
      return pages.find(edited => edited.page === page);
    } catch {
      return undefined;
    }
  }

  /** The layouts with their tree and distances. */
  grouping(level?: LayoutLevel): Promise<GroupingSummary> {
    return this.ask({ kind: 'grouping', ...(level && { level }) });
  }

  /** Ids of the layouts, by page. */
  async layoutIds(): Promise<Map<string, string>> {
    return new Map((await this.ask({ kind: 'templates' })).map(({ page, template }) => [page, template]));
  }

  outline(page: string): Promise<OutlineNode[]> {
    return this.ask({ kind: 'outline', page });
  }

  /** Why the node at an offset of a page has its label; null where there is no node. */
  evidence(page: string, offset: number): Promise<NodeEvidence | null> {
    return this.ask({ kind: 'evidence', page, offset });
  }

  /** The parts without the differences of their versions, which take longer. */
  partSummaries(): Promise<PartSummary[]> {
    return this.ask({ kind: 'parts' });
  }

  /** Where every part stands, by its id. */
  async allInstances(): Promise<Map<string, PartInstance[]>> {
    return new Map((await this.ask({ kind: 'partInstances' })).map(({ id, instances }) => [id, instances]));
  }

  splits(): Promise<PartSplit[]> {
    return this.ask({ kind: 'splits' });
  }

  translationGaps(): Promise<TranslationGap[]> {
    return this.ask({ kind: 'translationGaps' });
  }

  /** Entries of the setting `parts` in the configuration file that match no part, and the name of the file. */
  async unusedParts(): Promise<{ file: string; entries: readonly UnusedEntry[] }> {
    const { name, text } = await loadConfiguration(this.root);
    return { file: name, entries: await unusedEntries(query => this.ask(query), this.settings, text, ['parts']) };
  }

  /** Text of what a finding is about: of a page, as `text`, or of the configuration file. */
  source(path: string): Promise<string> {
    const isConfiguration = !this.isInMemory && configurationNames.some(name => name === path);
    return isConfiguration ? this.read(path) : this.text(path);
  }

  /** Why a path is not that of a page; undefined for a page's. */
  ruleAgainst(path: string): SkipRule | undefined {
    return this.filter.ruleAgainst(path);
  }

  /** How many HTML files of the folder are not pages, by rule. */
  skippedByRule(): Map<SkipRule, number> {
    return skippedFiles(this.root, this.filter);
  }
}
