import type { PageEdits } from 'templens-shared/stream';
import type { AnnotatedTextEdit, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { contentModified } from './errors.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import { openDocument, type Session } from './session.ts';
import type { Site } from './site.ts';

/** Something that the user is to look at before it is done. */
export interface Confirmation {
  label: string;
  description: string;
}

/**
 * Edits of pages as the editor makes them: with the versions of open documents, so that a page that changed meanwhile is left alone.
 * Rejects with `ContentModified` where one changed already.
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
