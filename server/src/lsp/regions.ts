import { type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import type { PageRegions } from 'templens-shared/stream';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Session } from './session.ts';

/** Tells the client the regions of a document, for the text that it has now. */
export function sendRegions(session: Session, document: TextDocument, page: PageRegions): void {
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
