import { basename } from 'node:path';
import { overviewChangedMethod, type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import type { EngineEvent, PageRegions } from 'templens-shared/stream';
import { CancellationToken, CodeLensRefreshRequest, MessageType } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Configuration } from '../site/configuration.ts';
import type { EditorConfiguration } from './configuration.ts';
import { ConfigurationDiagnostics } from './configuration-diagnostics.ts';
import { clearHints, sendHints } from './hints.ts';
import { showMessage } from './messages.ts';
import { IndexProgress } from './progress.ts';
import { PublishedFindings } from './published-findings.ts';
import { askAboutText, documentsOf, openPage, type Session } from './session.ts';
import type { EditorSettings, ReadingAids } from './settings.ts';
import type { Site, SiteListener } from './site.ts';
import { UnusedSettings } from './unused-settings.ts';
import type { WatchedFiles } from './watched-files.ts';

/** Tells the client the regions of a document, for the text that it has now. */
function sendRegions(session: Session, document: TextDocument, page: PageRegions): void {
  const positions = session.documents.positions(document);
  const params: RegionsParams = {
    uri: document.uri,
    version: document.version,
    regions: page.regions.map(({ start, end, kind }) => ({ kind, range: positions.range(start, end) })),
    absences: page.absences.map(({ start, end, what }) => ({ what, range: positions.range(start, end) })),
    template: page.template,
    layout: page.layout,
    pages: page.pages,
    templateShare: page.templateShare,
    parts: page.parts.map(({ start, end, ...part }) => ({ ...part, ...positions.range(start, end) })),
  };
  void session.connection.sendNotification(regionsMethod, params);
}

const noRegions: PageRegions = { regions: [], absences: [], template: '', layout: '', pages: 0, templateShare: 0, parts: [] };

/** Turns what happens in the sites into what the client hears. */
export class SiteEvents implements SiteListener {
  readonly #session: Session;
  readonly #configuration: EditorConfiguration;
  readonly #watchedFiles: WatchedFiles;
  readonly #configurationDiagnostics: ConfigurationDiagnostics;
  readonly #unusedSettings: UnusedSettings;
  readonly #findings: PublishedFindings;
  readonly #progress = new Map<Site, IndexProgress>();
  readonly #aids = new WeakMap<Site, ReadingAids>();
  /** By URI of a document whose regions were sent: the site that they are from, and whether its engine was at rest or reported them as an event. */
  readonly #marked = new Map<string, { site: Site; isCertain: boolean }>();
  /** URIs of the documents that show hints. */
  readonly #hinted = new Set<string>();

  constructor(session: Session, configuration: EditorConfiguration, watchedFiles: WatchedFiles) {
    this.#session = session;
    this.#configuration = configuration;
    this.#watchedFiles = watchedFiles;
    this.#configurationDiagnostics = new ConfigurationDiagnostics(session);
    this.#unusedSettings = new UnusedSettings(session);
    this.#findings = new PublishedFindings(session);
    session.documents.onClose(document => {
      for (const { site, page } of session.workspace.pagesOf(document.uri)) site.halfTyped.delete(page);
      this.#marked.delete(document.uri);
      this.#clearHints(document);
    });
  }

  settings(site: Site): Promise<EditorSettings> {
    return this.#configuration.of(site.uri);
  }

  configured(site: Site, configuration: Configuration): void {
    this.#configurationDiagnostics.show(site.uri, configuration);
    this.#unusedSettings.configured(site, configuration);
    if (this.#aids.has(site)) this.#findings.configured(site);
    else this.#findings.opened(site);
    this.#refreshAids(site);
    this.#watchedFiles.watch(site).catch((error: Error) => {
      this.failed(site, `Changes on disk in ${site.root} are not seen: ${error.message}`);
    });
    for (const document of documentsOf(this.#session, site)) this.#lookAgain(site, document);
  }

  event(site: Site, event: EngineEvent): void {
    switch (event.event) {
      case 'regions': {
        if (event.isHalfTyped) site.halfTyped.add(event.page);
        else site.halfTyped.delete(event.page);
        for (const document of documentsOf(this.#session, site, event.page)) {
          // Those of an older text are of no use: the newer text's follow.
          if (this.#session.documents.revision(document.uri) !== event.version) continue;
          if (this.#session.client.regions) this.#sendRegions(document, event, { site, isCertain: true });
          if (site.hints) this.#sendHints(document, event);
        }
        break;
      }
      case 'unlabelled':
        for (const document of documentsOf(this.#session, site, event.page)) this.#forget(document);
        break;
      case 'diagnostics':
        this.#findings.news(site, event);
        break;
      case 'asked':
        this.#watchedFiles.alsoWatch(site, event.paths);
        break;
      case 'progress': {
        let progress = this.#progress.get(site);
        if (progress === undefined) {
          progress = new IndexProgress(this.#session.connection, basename(site.root));
          this.#progress.set(site, progress);
        }
        progress.report(event);
        break;
      }
      case 'ready':
        this.#session.connection.console.info(`${site.root}: ${event.pages} pages in ${event.groups} layouts.`);
        this.#endProgress(site);
        break;
      case 'idle':
        this.#findings.idle(site);
        this.#confirmMarks(site);
        this.#unusedSettings.idle(site);
        this.#endProgress(site);
        if (this.#session.client.showsOverview) void this.#session.connection.sendNotification(overviewChangedMethod);
        break;
      case 'problem':
        if (event.severity === 'error' && event.page === undefined) this.failed(site, event.message);
        else this.#session.connection.console.warn(event.message);
        break;
    }
  }

  closed(site: Site): void {
    // After shutdown the client hears no more; what is left ends with the process.
    if (this.#session.workspace.closed) return;
    this.#endProgress(site);
    this.#configurationDiagnostics.show(site.uri, { problems: [], text: '' });
    this.#unusedSettings.clear(site);
    this.#findings.clear(site);
    if (this.#session.client.showsOverview) void this.#session.connection.sendNotification(overviewChangedMethod);
    const documents = documentsOf(this.#session, site);
    for (const document of documents) this.#forget(document);
    // Once the workspace knows the site no more, its pages may be those of a site around it.
    queueMicrotask(() => {
      for (const other of this.#session.workspace.sites())
        if (other.pageOf(`${site.uri}/page.html`)) this.#findings.showAgain(other);
      for (const document of documents) {
        const open = openPage(this.#session, document.uri);
        if (open) this.#lookAgain(open.site, document);
      }
    });
    this.#watchedFiles.unwatch(site).catch((error: Error) => this.#session.connection.console.warn(error.message));
  }

  failed(_: Site, message: string): void {
    this.#session.connection.console.error(message);
    showMessage(this.#session.connection, MessageType.Error, `Templens: ${message}`);
  }

  /** The client asks again for what other settings switch on or off. */
  #refreshAids(site: Site): void {
    const before = this.#aids.get(site) ?? site.aids;
    this.#aids.set(site, site.aids);
    const { client, connection } = this.#session;
    const refresh: Promise<void>[] = [];
    if (before.codeLens !== site.aids.codeLens && client.refreshesLenses)
      refresh.push(connection.sendRequest(CodeLensRefreshRequest.type));
    if (before.inlayHints !== site.aids.inlayHints && client.refreshesInlayHints)
      refresh.push(connection.languages.inlayHint.refresh());
    if (before.folding !== site.aids.folding && client.refreshesFolds) refresh.push(connection.languages.foldingRange.refresh());
    // A client that refuses shows the old ones until it asks by itself.
    for (const sent of refresh) sent.catch(() => {});
  }

  #endProgress(site: Site): void {
    this.#progress.get(site)?.done();
    this.#progress.delete(site);
  }

  /**
   * Asks again about documents that show the regions of another site, after workspace folders changed, or an answer that a crashed engine
   * gave: their site may have nothing to report of them.
   */
  #confirmMarks(site: Site): void {
    for (const document of documentsOf(this.#session, site)) {
      const mark = this.#marked.get(document.uri);
      if (mark && (mark.site !== site || !mark.isCertain)) this.#lookAgain(site, document, { isAtRest: true });
    }
  }

  /** After the settings changed: hints may be wanted now or no longer, and the document may be a page now or no longer. */
  #lookAgain(site: Site, document: TextDocument, { isAtRest } = { isAtRest: false }): void {
    const open = openPage(this.#session, document.uri);
    if (open === undefined) return;
    if (!site.hints) this.#clearHints(document);
    askAboutText(this.#session, open, { kind: 'regions', page: open.page }, CancellationToken.None)
      .then(regions => {
        // The folder was closed, or one inside it opened, meanwhile.
        if (openPage(this.#session, document.uri)?.site !== open.site) return;
        if (regions === null) return this.#forget(document);
        // Until now they may have been those of a page of another site.
        const mark = { site: open.site, isCertain: isAtRest };
        const isShown = this.#marked.get(document.uri)?.site === open.site;
        if (this.#session.client.regions && !isShown) this.#sendRegions(document, regions, mark);
        else if (this.#session.client.regions && isAtRest) this.#marked.set(document.uri, mark);
        if (site.hints) this.#sendHints(document, regions);
      })
      // Edited meanwhile: the next regions bring the hints. Or the site was closed, which takes them away.
      .catch(() => {});
  }

  /** The document is no longer a page. */
  #forget(document: TextDocument): void {
    this.#clearHints(document);
    if (this.#marked.delete(document.uri)) sendRegions(this.#session, document, noRegions);
  }

  #sendRegions(document: TextDocument, regions: PageRegions, mark: { site: Site; isCertain: boolean }): void {
    this.#marked.set(document.uri, mark);
    sendRegions(this.#session, document, regions);
  }

  #sendHints(document: TextDocument, regions: PageRegions): void {
    this.#hinted.add(document.uri);
    sendHints(this.#session, document, regions);
  }

  #clearHints(document: TextDocument): void {
    if (this.#hinted.delete(document.uri)) clearHints(this.#session, document);
  }
}
