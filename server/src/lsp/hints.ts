import type { PageRegions } from 'templens-shared/answers';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Session } from './session.ts';

/** Fades a document's template regions with hint diagnostics, for editors that do not support `templens/regions`. */
export function sendHints(session: Session, document: TextDocument, page: PageRegions): void {
  const positions = session.documents.positions(document);
  const others = page.pages === 1 ? 'only this page has it' : `${page.pages} pages have it`;
  publish(
    session,
    document,
    page.regions
      .filter(region => region.kind === 'template')
      .map(region => ({
        range: positions.range(region.start, region.end),
        severity: DiagnosticSeverity.Hint,
        tags: [DiagnosticTag.Unnecessary],
        source: 'templens',
        code: 'templens/template',
        message: `Layout ${page.layout}; ${others}.`,
      })),
  );
}

/** Removes the hints of a document. */
export function clearHints(session: Session, document: TextDocument): void {
  publish(session, document, []);
}

function publish(session: Session, { uri, version }: TextDocument, diagnostics: Diagnostic[]): void {
  session.diagnostics.set(uri, 'hints', diagnostics, version);
}
