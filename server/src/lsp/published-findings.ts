import type { ReportedFindings } from 'templens-shared/stream';
import { CancellationToken, type Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findingDiagnostics, PagePositions } from './finding-diagnostics.ts';
import { uriOf } from './page-uri.ts';
import { openDocument, type Session } from './session.ts';
import type { DiagnosticsOf } from './settings.ts';
import type { Site } from './site.ts';

/** Milliseconds without an edit or another finding, after which findings on pages beside the edited one are shown. */
const QUIET = 300;
/** Most findings that are shown of a site's closed pages: an editor's list of many thousands helps nobody. */
const MOST = 2000;

interface SiteFindings {
  site: Site;
  /** News by page that wait for a quiet moment. */
  waiting: Map<string, ReportedFindings>;
  /** Number of findings by closed page, of those that have some. */
  counts: Map<string, number>;
  /** Closed pages whose findings are not shown because there are too many. */
  withheld: ReadonlySet<string>;
  /** How many of them were sent to the client. */
  said: number;
  /** The first index is complete and all of it was compared. */
  complete: boolean;
  timer: NodeJS.Timeout | undefined;
  /** The setting that they are shown by. */
  mode: DiagnosticsOf;
}

/** Passes findings on to the client: those on the page that is edited at once, the others together after a quiet period. */
export class PublishedFindings {
  readonly #session: Session;
  readonly #sites = new Map<Site, SiteFindings>();
  #edited: string | undefined;

  constructor(session: Session) {
    this.#session = session;
    const { documents } = session;
    documents.onChange(document => {
      this.#edited = document.uri;
      for (const findings of this.#sites.values()) this.#wait(findings);
    });
    documents.onClose(document => this.#closed(document));
  }

  /** The findings of a page changed. */
  news(site: Site, news: ReportedFindings): void {
    const findings = this.#of(site);
    findings.waiting.set(news.page, news);
    const document = openDocument(this.#session, site, news.page);
    if (findings.complete && document && document.uri === this.#edited) void this.#show(findings, [news.page]);
    else this.#wait(findings);
  }

  /** Nothing is pending in the site: the picture is whole. */
  idle(site: Site): void {
    const findings = this.#of(site);
    if (findings.complete) return;
    findings.complete = true;
    void this.#show(findings, [...findings.waiting.keys()]);
  }

  /** The settings of the site may want findings of other pages than before. */
  configured(site: Site): void {
    const findings = this.#sites.get(site);
    if (!findings || findings.mode === site.diagnostics) return;
    const wasOff = findings.mode === 'off';
    this.clear(site);
    // The engine begins anew in this case, and says by itself what there is.
    if (wasOff || site.diagnostics === 'off') return;
    const anew = this.#of(site);
    anew.complete = findings.complete;
    this.showAgain(site);
  }

  /** Takes back what a site around this one showed of the pages that are this site's from now on. */
  opened(site: Site): void {
    this.#clearFindings(site);
  }

  /** Shows again what the engine found: some pages may have been those of a site inside this one. */
  showAgain(site: Site): void {
    const findings = this.#sites.get(site);
    if (!findings?.complete || site.diagnostics === 'off') return;
    site
      .query({ kind: 'check' }, CancellationToken.None)
      .then(pages => {
        for (const page of pages) if (!findings.waiting.has(page.page)) findings.waiting.set(page.page, page);
        return this.#show(findings, [...findings.waiting.keys()]);
      })
      // The site was closed meanwhile.
      .catch(() => {});
  }

  /** Takes everything back that was shown of a site. */
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
      said: 0,
      complete: false,
      timer: undefined,
      mode: site.diagnostics,
    };
    this.#sites.set(site, findings);
    return findings;
  }

  #wait(findings: SiteFindings): void {
    clearTimeout(findings.timer);
    if (!findings.complete || findings.waiting.size === 0) return;
    findings.timer = setTimeout(() => void this.#show(findings, [...findings.waiting.keys()]), QUIET);
    findings.timer.unref();
  }

  async #show(findings: SiteFindings, pages: readonly string[]): Promise<void> {
    const { site, waiting } = findings;
    const positions = new PagePositions(this.#session, site);
    this.#count(findings, pages);
    for (const page of pages) {
      const news = waiting.get(page);
      if (!news) continue;
      const shown = await findingDiagnostics(this.#session, site, news, positions);
      // Newer ones came meanwhile, or the site was closed.
      if (waiting.get(page) !== news || this.#sites.get(site) !== findings) continue;
      waiting.delete(page);
      const document = openDocument(this.#session, site, page);
      // Those of another text are of no use: the engine reports those of each text of an editor, and of the file after it was closed.
      if (news.version !== (document && this.#session.documents.revision(document.uri))) continue;
      if (document) {
        // The document may be spelt otherwise than its file.
        const uri = uriOf(site.uri, page);
        if (uri !== document.uri) this.#set(findings, uri, []);
        this.#set(findings, document.uri, shown, document.version);
      } else if (site.diagnostics === 'workspace')
        this.#set(findings, uriOf(site.uri, page), findings.withheld.has(page) ? [] : shown);
    }
    this.#sayWithheld(findings);
  }

  /** Takes over how many findings these pages have, and decides anew which closed pages are shown: the first by path. */
  #count(findings: SiteFindings, pages: readonly string[]): void {
    const { site, waiting, counts } = findings;
    if (site.diagnostics !== 'workspace') return;
    for (const page of pages) {
      const count = waiting.get(page)?.diagnostics.length ?? 0;
      if (count === 0 || openDocument(this.#session, site, page)) counts.delete(page);
      else counts.set(page, count);
    }
    const before = findings.withheld;
    findings.withheld = beyond(counts, MOST);
    for (const page of findings.withheld) if (!before.has(page)) this.#set(findings, uriOf(site.uri, page), []);
    const shown = [...before].filter(page => counts.has(page) && !findings.withheld.has(page) && !waiting.has(page));
    for (const page of shown) void this.#ask(findings, page);
  }

  /** Shows what the engine knows of a closed page whose findings were withheld. */
  async #ask(findings: SiteFindings, page: string): Promise<void> {
    const { site, waiting } = findings;
    try {
      const found = await site.query({ kind: 'diagnostics', page }, CancellationToken.None);
      if (waiting.has(page)) return;
      waiting.set(page, found);
      await this.#show(findings, [page]);
    } catch {
      // The page is gone, or the site was closed: there is nothing to show.
    }
  }

  #sayWithheld(findings: SiteFindings): void {
    const { site, withheld, counts } = findings;
    const count = [...withheld].reduce((sum, page) => sum + counts.get(page)!, 0);
    if (count === findings.said) return;
    findings.said = count;
    if (count === 0) return;
    this.#session.connection.console.warn(
      `${count} more findings on ${withheld.size} closed pages of ${site.root} are not shown; templens check shows all.`,
    );
  }

  #set(findings: SiteFindings, uri: string, shown: Diagnostic[], version?: number): void {
    // A file in two sites belongs to the inner one.
    if (this.#session.workspace.pageOf(uri)?.site !== findings.site) return;
    this.#session.diagnostics.set(uri, 'findings', shown, version);
  }

  #closed(document: TextDocument): void {
    const found = this.#session.workspace.pageOf(document.uri);
    const findings = found && this.#sites.get(found.site);
    if (!findings) return;
    const isFile = uriOf(found.site.uri, found.page) === document.uri;
    if (found.site.diagnostics !== 'workspace' || !isFile) this.#set(findings, document.uri, []);
  }
}

/** Pages after the first, by path, whose counts together are at most the given number. */
function beyond(counts: ReadonlyMap<string, number>, most: number): ReadonlySet<string> {
  const pages = [...counts.keys()].sort();
  let sum = 0;
  const first = pages.findIndex(page => {
    sum += counts.get(page)!;
    return sum > most;
  });
  return new Set(first < 0 ? [] : pages.slice(first));
}
