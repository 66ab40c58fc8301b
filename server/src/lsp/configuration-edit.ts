import type { CreateFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { entryEdit } from '../site/configuration-entry.ts';
import { requestFailed } from './errors.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import type { Confirmation } from './workspace-edit.ts';

/**
 * The edit that puts an entry into a list of the site's configuration file, as the file is in the editor or else on disk; a file that is not there
 * is created. Shown for confirmation where the client can. Rejects with a sentence where the file cannot be edited.
 */
export async function configurationEdit(
  session: Session,
  site: Site,
  list: 'labels' | 'layouts' | 'ignore',
  entry: object,
  confirmation: Confirmation,
): Promise<WorkspaceEdit> {
  const { changeAnnotations, documentChanges, createsFiles, encoding } = session.client;
  const file = await session.dependencies.loadConfiguration(site.root, {});
  const uri = uriOf(site.uri, file.name);
  const open = session.documents.get(uri);
  const text = open?.getText() ?? file.text;
  const edit = entryEdit(text, list, entry);
  if (!edit) throw requestFailed(`${file.name} cannot be edited: correct its syntax first, and make "${list}" a list.`);
  const positions = new PositionMapper(open ?? TextDocument.create(uri, 'json', 0, text), encoding);
  const change = { range: positions.range(edit.start, edit.end), newText: edit.text };
  if (!documentChanges) return { changes: { [uri]: [change] } };
  const annotated = changeAnnotations ? { ...change, annotationId: 'templens' } : change;
  const edits: TextDocumentEdit = { textDocument: { uri, version: open?.version ?? null }, edits: [annotated] };
  const create: CreateFile[] = text === '' && createsFiles ? [{ kind: 'create', uri, options: { ignoreIfExists: true } }] : [];
  return {
    documentChanges: [...create, edits],
    ...(changeAnnotations && { changeAnnotations: { templens: { ...confirmation, needsConfirmation: true } } }),
  };
}
