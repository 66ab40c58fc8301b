import type { PageEdits } from 'templens-shared/answers';
import type { AnnotatedTextEdit, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { contentModified } from './errors.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import { openDocument, type Session } from './session.ts';
import type { Site } from './site.ts';

/** What the client shows when it asks the user to confirm an edit. */
export interface Confirmation {
  label: string;
  description: string;
}

/**
 * Converts edits of pages to an edit of LSP. It names the versions of open documents, so that the client refuses it if a document changes first.
 * Throws `ContentModified` if the text of an open document is no longer the one that the edits are for.
 * @param confirmation asks the user to confirm the edit, if the client supports it.
 */
export function workspaceEdit(
  session: Session,
  site: Site,
  pages: readonly PageEdits[],
  confirmation?: Confirmation,
): WorkspaceEdit {
  const { changeAnnotations, documentChanges, encoding } = session.client;
  const annotated = confirmation !== undefined && changeAnnotations && documentChanges;
  const changes = pages.map(({ page, text, edits }): TextDocumentEdit => {
    const document = openDocument(session, site, page);
    if (document && document.getText() !== text) throw contentModified();
    const uri = document?.uri ?? uriOf(site.uri, page);
    const positions = new PositionMapper(document ?? TextDocument.create(uri, 'html', 0, text), encoding);
    return {
      textDocument: { uri, version: document?.version ?? null },
      edits: edits
        .toSorted((a, b) => a.start - b.start)
        .map(({ start, end, text: newText }): TextEdit | AnnotatedTextEdit => {
          const range = positions.range(start, end);
          return annotated ? { range, newText, annotationId: 'templens' } : { range, newText };
        }),
    };
  });
  if (!documentChanges) {
    return { changes: Object.fromEntries(changes.map(({ textDocument, edits }) => [textDocument.uri, edits as TextEdit[]])) };
  }
  return {
    documentChanges: changes,
    ...(annotated && { changeAnnotations: { templens: { ...confirmation, needsConfirmation: true } } }),
  };
}
