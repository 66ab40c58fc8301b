import { basename } from 'node:path';
import type { PageRegions } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import type { PagePart } from 'templens-shared/parts';
import { overviewChangedMethod, type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import type { EngineEvent } from 'templens-shared/stream';
import { CancellationToken, CodeLensRefreshRequest, MessageType } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Configuration } from '../site/configuration.ts';
import type { EditorConfiguration } from './configuration.ts';
import { ConfigurationDiagnostics } from './configuration-diagnostics.ts';
import { clearHints, sendHints } from './hints.ts';
import { showMessage } from './messages.ts';
import { IndexProgress } from './progress.ts';
import { PublishedFindings } from './published-findings.ts';
import { documentsOf, openPage, queryOpenPage, type Session } from './session.ts';
import type { EditorFeatures, EditorSettings } from './settings.ts';
import type { Site, SiteListener } from './site.ts';
import { UnusedSettings } from './unused-settings.ts';
import type { WatchedFiles } from './watched-files.ts';

/** Sends the client the regions of a document's current text. */
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

/** Translates events of the sites into notifications for the client. */
export class SiteEvents implements SiteListener {
  readonly #session: Session;
  readonly #configuration: EditorConfiguration;
  readonly #watchedFiles: WatchedFiles;
  readonly #configurationDiagnostics: ConfigurationDiagnostics;
  readonly #unusedSettings: UnusedSettings;
  readonly #findings: PublishedFindings;
  readonly #progress = new Map<Site, IndexProgress>();
  /** The last settings of code lenses, inlay hints and folding, by site. A site without an entry was not configured before. */
  readonly #features = new WeakMap<Site, EditorFeatures>();
  /**
   * The site whose regions were sent to the client, by the document's URI. `isCertain`: the engine reported them as an event, or nothing was
   * pending in the site when it answered.
   */
  readonly #sentRegions = new Map<string, { site: Site; isCertain: boolean }>();
  /** By the URI of a document: its revision, and the versions of parts that its lenses are about. */
  readonly #lensParts = new Map<string, { revision: number; parts: string }>();
  /** Sites with lenses that other pages made outdated. */
  readonly #lensesDue = new Set<Site>();
  /** URIs of the documents that show hints. */
  readonly #withHints = new Set<string>();

  constructor(session: Session, configuration: EditorConfiguration, watchedFiles: WatchedFiles) {
    this.#session = session;
    this.#configuration = configuration;
    this.#watchedFiles = watchedFiles;
    this.#configurationDiagnostics = new ConfigurationDiagnostics(session);
    this.#unusedSettings = new UnusedSettings(session);
    this.#findings = new PublishedFindings(session);
    session.documents.onClose(document => {
      for (const { site, page } of session.workspace.pagesOf(document.uri)) site.halfTyped.delete(page);
      this.#sentRegions.delete(document.uri);
      this.#lensParts.delete(document.uri);
      this.#clearHints(document);
    });
  }

  settings(site: Site): Promise<EditorSettings> {
    return this.#configuration.settingsFor(site.uri);
  }

  configured(site: Site, configuration: Configuration): void {
    this.#configurationDiagnostics.show(site.uri, configuration);
    this.#unusedSettings.configured(site, configuration);
    if (this.#features.has(site)) this.#findings.configured(site);
    else this.#findings.opened(site);
    this.#refreshAids(site);
    this.#watchedFiles.watch(site).catch((error: Error) => {
      this.failed(site, `Changes on disk in ${site.root} are not seen: ${error.message}`);
    });
    for (const document of documentsOf(this.#session, site)) this.#updateDocument(site, document);
  }

  event(site: Site, event: EngineEvent): void {
    switch (event.event) {
      case 'regions': {
        if (event.isHalfTyped) site.halfTyped.add(event.page);
        else site.halfTyped.delete(event.page);
        for (const document of documentsOf(this.#session, site, event.page)) {
          // Skip regions of an older text; those of the current one follow.
          if (this.#session.documents.revision(document.uri) !== event.version) continue;
          if (this.#session.client.regions) this.#sendRegions(document, event, { site, isCertain: true });
          if (site.hints) this.#sendHints(document, event);
          this.#noteParts(site, document.uri, event.version, event.parts);
        }
        break;
      }
      case 'unlabelled':
        for (const document of documentsOf(this.#session, site, event.page)) this.#clear(document);
        break;
      case 'diagnostics':
        this.#findings.findingsChanged(site, event);
        break;
      case 'asked':
        // The checks test whether these files exist, so a change of one affects findings.
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
        this.#session.connection.console.info(
          `${site.root}: ${counted(event.pages, 'page')} in ${counted(event.groups, 'layout')}.`,
        );
        this.#endProgress(site);
        break;
      case 'idle':
        this.#findings.idle(site);
        this.#confirmRegions(site);
        this.#unusedSettings.idle(site);
        this.#endProgress(site);
        if (this.#lensesDue.delete(site) && site.features.codeLens && this.#session.client.refreshesLenses)
          // A client that refuses shows the old ones until its next request.
          this.#session.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {});
        if (this.#session.client.showsOverview) void this.#session.connection.sendNotification(overviewChangedMethod);
        break;
      case 'problem':
        if (event.severity === 'error' && event.page === undefined) this.failed(site, event.message);
        else this.#session.connection.console.warn(event.message);
        break;
    }
  }

  closed(site: Site): void {
    // After shutdown nothing is sent to the client; the rest ends with the process.
    if (this.#session.workspace.closed) return;
    this.#endProgress(site);
    this.#configurationDiagnostics.show(site.uri, { problems: [], text: '' });
    this.#unusedSettings.clear(site);
    this.#findings.clear(site);
    if (this.#session.client.showsOverview) void this.#session.connection.sendNotification(overviewChangedMethod);
    const documents = documentsOf(this.#session, site);
    for (const document of documents) this.#clear(document);
    // After the workspace has removed the site, its pages may belong to an enclosing site.
    queueMicrotask(() => {
      for (const other of this.#session.workspace.sites())
        if (other.pageOf(`${site.uri}/page.html`)) this.#findings.showAgain(other);
      for (const document of documents) {
        const open = openPage(this.#session, document.uri);
        if (open) this.#updateDocument(open.site, document);
      }
    });
    this.#watchedFiles.unwatch(site).catch((error: Error) => this.#session.connection.console.warn(error.message));
  }

  failed(_: Site, message: string): void {
    this.#session.connection.console.error(message);
    showMessage(this.#session.connection, MessageType.Error, `Templens: ${message}`);
  }

  /** Asks the client to refresh the editor features that the new settings switch on or off. */
  #refreshAids(site: Site): void {
    const before = this.#features.get(site) ?? site.features;
    this.#features.set(site, site.features);
    const { client, connection } = this.#session;
    const refresh: Promise<void>[] = [];
    if (before.codeLens !== site.features.codeLens && client.refreshesLenses)
      refresh.push(connection.sendRequest(CodeLensRefreshRequest.type));
    if (before.inlayHints !== site.features.inlayHints && client.refreshesInlayHints)
      refresh.push(connection.languages.inlayHint.refresh());
    if (before.folding !== site.features.folding && client.refreshesFolds)
      refresh.push(connection.languages.foldingRange.refresh());
    // A client that refuses shows the old ones until its next request.
    for (const sent of refresh) sent.catch(() => {});
  }

  /** Makes the lenses of a document due if its parts have other versions, though its text is the same: then the client does not ask by itself. */
  #noteParts(site: Site, uri: string, revision: number, shown: readonly PagePart[]): void {
    const parts = JSON.stringify(
      shown.map(({ id, version, versionPages, otherPages }) => [id, version, versionPages, otherPages]),
    );
    const before = this.#lensParts.get(uri);
    if (before?.revision === revision && before.parts !== parts) this.#lensesDue.add(site);
    this.#lensParts.set(uri, { revision, parts });
  }

  #endProgress(site: Site): void {
    this.#progress.get(site)?.done();
    this.#progress.delete(site);
  }

  /**
   * Queries the regions again for documents whose regions come from another site (workspace folders changed) or from an answer that is not
   * certain (an engine crashed). Without the query, a document that is no page of this site keeps them, since the engine sends no event for it.
   */
  #confirmRegions(site: Site): void {
    for (const document of documentsOf(this.#session, site)) {
      const origin = this.#sentRegions.get(document.uri);
      if (origin && (origin.site !== site || !origin.isCertain)) this.#updateDocument(site, document, { isAtRest: true });
    }
  }

  /**
   * Queries the regions of a document and updates what the client shows, after the settings or folders changed: they switch hints and decide which
   * documents are pages.
   * @param isAtRest nothing is pending in the site, so the answer is certain.
   */
  #updateDocument(site: Site, document: TextDocument, { isAtRest } = { isAtRest: false }): void {
    const open = openPage(this.#session, document.uri);
    if (open === undefined) return;
    if (!site.hints) this.#clearHints(document);
    queryOpenPage(this.#session, open, { kind: 'regions', page: open.page }, CancellationToken.None)
      .then(regions => {
        // Drop the answer if, in the meantime, the folder was closed or a folder inside it was opened.
        if (openPage(this.#session, document.uri)?.site !== open.site) return;
        if (regions === null) return this.#clear(document);
        // The regions that the client shows may be those of another site.
        const origin = { site: open.site, isCertain: isAtRest };
        const isShown = this.#sentRegions.get(document.uri)?.site === open.site;
        if (this.#session.client.regions && !isShown) this.#sendRegions(document, regions, origin);
        else if (this.#session.client.regions && isAtRest) this.#sentRegions.set(document.uri, origin);
        if (site.hints) this.#sendHints(document, regions);
      })
      // Rejects if the document is edited, and the next regions bring the hints; or if the site is closed, which removes them.
      .catch(() => {});
  }

  /** Removes hints and regions of a document that is no longer a page. */
  #clear(document: TextDocument): void {
    this.#clearHints(document);
    if (this.#sentRegions.delete(document.uri)) sendRegions(this.#session, document, noRegions);
  }

  #sendRegions(document: TextDocument, regions: PageRegions, origin: { site: Site; isCertain: boolean }): void {
    this.#sentRegions.set(document.uri, origin);
    sendRegions(this.#session, document, regions);
  }

  #sendHints(document: TextDocument, regions: PageRegions): void {
    this.#withHints.add(document.uri);
    sendHints(this.#session, document, regions);
  }

  #clearHints(document: TextDocument): void {
    if (this.#withHints.delete(document.uri)) clearHints(this.#session, document);
  }
}
