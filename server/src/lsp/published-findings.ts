import type { ReportedFindings } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import { CancellationToken, type Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findingDiagnostics, PagePositions } from './finding-diagnostics.ts';
import { uriOf } from './page-uri.ts';
import { openDocument, type Session } from './session.ts';
import type { DiagnosticsScope } from './settings.ts';
import type { Site } from './site.ts';
import { limits, thresholds } from './thresholds.ts';

interface SiteFindings {
  site: Site;
  /** Changed findings by page, to be shown after a quiet period. */
  waiting: Map<string, ReportedFindings>;
  /** Number of findings by page, for pages that have findings and are not open in an editor ("closed"). */
  counts: Map<string, number>;
  /** Closed pages whose findings are not shown because there are too many. */
  withheld: ReadonlySet<string>;
  /** Number of withheld findings that was last reported to the client. */
  reportedCount: number;
  /** True if the first index is complete and all its pages were compared. */
  complete: boolean;
  timer: NodeJS.Timeout | undefined;
  /** The setting `diagnostics` that was in force when they were collected. */
  mode: DiagnosticsScope;
}

/** Sends findings to the client: those on the edited page at once, the others together after a quiet period. */
export class PublishedFindings {
  readonly #session: Session;
  readonly #sites = new Map<Site, SiteFindings>();
  /** URI of the document that was edited last. */
  #edited: string | undefined;

  constructor(session: Session) {
    this.#session = session;
    const { documents } = session;
    documents.onChange(document => {
      this.#edited = document.uri;
      for (const findings of this.#sites.values()) this.#schedule(findings);
    });
    documents.onClose(document => this.#documentClosed(document));
  }

  /** Called when the findings of a page change. */
  findingsChanged(site: Site, news: ReportedFindings): void {
    // The engine emitted these findings before the setting `diagnostics` was switched off.
    if (site.diagnostics === 'off') return;
    const findings = this.#of(site);
    findings.waiting.set(news.page, news);
    const document = openDocument(this.#session, site, news.page);
    if (findings.complete && document && document.uri === this.#edited) void this.#show(findings, [news.page]);
    else this.#schedule(findings);
  }

  /** Called when nothing is pending in the site. The first call shows the findings of the first index; later calls do nothing. */
  idle(site: Site): void {
    const findings = this.#of(site);
    if (findings.complete) return;
    findings.complete = true;
    void this.#show(findings, [...findings.waiting.keys()]);
  }

  /** Called after the settings of the site changed: the setting `diagnostics` may ask for the findings of other pages than before. */
  configured(site: Site): void {
    const findings = this.#sites.get(site);
    if (!findings || findings.mode === site.diagnostics) return;
    const wasOff = findings.mode === 'off';
    if (!findings.complete && !wasOff && site.diagnostics !== 'off') {
      // Nothing is shown yet: what the engine has reported waits for the end of the first index.
      findings.mode = site.diagnostics;
      return;
    }
    this.clear(site);
    // In this case the engine reopens the site, and reports all findings itself.
    if (wasOff || site.diagnostics === 'off') return;
    this.#of(site).complete = true;
    this.showAgain(site);
  }

  /** Called when a site opens. Removes the findings that an enclosing site showed for pages that now belong to the opened site. */
  opened(site: Site): void {
    this.#clearFindings(site);
  }

  /** Queries and shows all findings again, after a change of settings, or because the pages of a closed inner site now belong to this site. */
  showAgain(site: Site): void {
    const findings = this.#sites.get(site);
    if (!findings?.complete || site.diagnostics === 'off') return;
    site
      .query({ kind: 'check' }, CancellationToken.None)
      .then(pages => {
        for (const page of pages) if (!findings.waiting.has(page.page)) findings.waiting.set(page.page, page);
        return this.#show(findings, [...findings.waiting.keys()]);
      })
      // Rejects if the site is closed first.
      .catch(() => {});
  }

  /** Withdraws all findings of a site. */
  clear(site: Site): void {
    const findings = this.#sites.get(site);
    clearTimeout(findings?.timer);
    this.#sites.delete(site);
    this.#clearFindings(site);
  }

  #clearFindings(site: Site): void {
    for (const uri of this.#session.diagnostics.uris())
      if (this.#session.workspace.pageOf(uri)?.site === site) this.#session.diagnostics.set(uri, 'findings', []);
  }

  #of(site: Site): SiteFindings {
    const findings = this.#sites.get(site) ?? {
      site,
      waiting: new Map(),
      counts: new Map(),
      withheld: new Set(),
      reportedCount: 0,
      complete: false,
      timer: undefined,
      mode: site.diagnostics,
    };
    this.#sites.set(site, findings);
    return findings;
  }

  #schedule(findings: SiteFindings): void {
    clearTimeout(findings.timer);
    if (!findings.complete || findings.waiting.size === 0) return;
    findings.timer = setTimeout(() => void this.#show(findings, [...findings.waiting.keys()]), thresholds.findingsDelay);
    findings.timer.unref();
  }

  async #show(findings: SiteFindings, pages: readonly string[]): Promise<void> {
    const { site, waiting } = findings;
    const positions = new PagePositions(this.#session, site);
    this.#updateCounts(findings, pages);
    for (const page of pages) {
      const news = waiting.get(page);
      if (!news) continue;
      const shown = await findingDiagnostics(this.#session, site, news, positions);
      // Newer findings have arrived, or the site was closed.
      if (waiting.get(page) !== news || this.#sites.get(site) !== findings) continue;
      waiting.delete(page);
      const document = openDocument(this.#session, site, page);
      // Skip findings for another version of the text: the engine also reports those of the current one, or of the file of a closed document.
      if (news.version !== (document && this.#session.documents.revision(document.uri))) continue;
      if (document) {
        // The URI of the document may be spelled differently from that of its file.
        const uri = uriOf(site.uri, page);
        if (uri !== document.uri) this.#set(findings, uri, []);
        this.#set(findings, document.uri, shown, document.version);
      } else if (site.diagnostics === 'workspace')
        this.#set(findings, uriOf(site.uri, page), findings.withheld.has(page) ? [] : shown);
    }
    this.#reportWithheld(findings);
  }

  /** Updates the number of findings of these pages, and decides which closed pages are shown: the first by path. */
  #updateCounts(findings: SiteFindings, pages: readonly string[]): void {
    const { site, waiting, counts } = findings;
    if (site.diagnostics !== 'workspace') return;
    for (const page of pages) {
      const count = waiting.get(page)?.diagnostics.length ?? 0;
      if (count === 0 || openDocument(this.#session, site, page)) counts.delete(page);
      else counts.set(page, count);
    }
    const before = findings.withheld;
    findings.withheld = pagesPast(counts, limits.closedPageFindings);
    for (const page of findings.withheld) if (!before.has(page)) this.#set(findings, uriOf(site.uri, page), []);
    const shown = [...before].filter(page => counts.has(page) && !findings.withheld.has(page) && !waiting.has(page));
    for (const page of shown) void this.#showWithheld(findings, page);
  }

  /** Queries and shows the findings of a closed page that were withheld before. */
  async #showWithheld(findings: SiteFindings, page: string): Promise<void> {
    const { site, waiting } = findings;
    try {
      const found = await site.query({ kind: 'diagnostics', page }, CancellationToken.None);
      if (waiting.has(page)) return;
      waiting.set(page, found);
      await this.#show(findings, [page]);
    } catch {
      // The page was removed, or the site was closed: there is nothing to show.
    }
  }

  /** Reports the number of withheld findings in the client's log, if it changed. */
  #reportWithheld(findings: SiteFindings): void {
    const { site, withheld, counts } = findings;
    const count = [...withheld].reduce((sum, page) => sum + counts.get(page)!, 0);
    if (count === findings.reportedCount) return;
    findings.reportedCount = count;
    if (count === 0) return;
    this.#session.connection.console.warn(
      `${site.root}: ${counted(count, 'more finding')} on ${counted(withheld.size, 'closed page')} not shown; templens check shows all.`,
    );
  }

  #set(findings: SiteFindings, uri: string, shown: Diagnostic[], version?: number): void {
    // A file in two nested sites belongs to the inner one.
    if (this.#session.workspace.pageOf(uri)?.site !== findings.site) return;
    this.#session.diagnostics.set(uri, 'findings', shown, version);
  }

  #documentClosed(document: TextDocument): void {
    const found = this.#session.workspace.pageOf(document.uri);
    const findings = found && this.#sites.get(found.site);
    if (!findings) return;
    const isFile = uriOf(found.site.uri, found.page) === document.uri;
    if (found.site.diagnostics !== 'workspace' || !isFile) this.#set(findings, document.uri, []);
  }
}

/** The pages to withhold: by path, all from the page on at which the sum of the counts exceeds `most`. */
function pagesPast(counts: ReadonlyMap<string, number>, most: number): ReadonlySet<string> {
  const pages = [...counts.keys()].sort();
  let sum = 0;
  const first = pages.findIndex(page => {
    sum += counts.get(page)!;
    return sum > most;
  });
  return new Set(first < 0 ? [] : pages.slice(first));
}
