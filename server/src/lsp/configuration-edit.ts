import type { CreateFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type EntryEdit, entryEdit } from '../site/configuration-entry.ts';
import { requestFailed } from './errors.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import type { Confirmation } from './workspace-edit.ts';

/**
 * The edit that adds an entry to a list of the site's configuration file. The client asks the user to confirm it where it can. Rejects with
 * `RequestFailed` if the file cannot be edited.
 */
export async function configurationEntryEdit(
  session: Session,
  site: Site,
  list: 'labels' | 'layouts' | 'ignore',
  entry: object,
  confirmation: Confirmation,
): Promise<WorkspaceEdit> {
  const { edit } = await configurationFileEdit(
    session,
    site,
    (text, name) => {
      const change = entryEdit(text, list, entry);
      if (!change) throw requestFailed(`${name} cannot be edited: correct its syntax first, and make "${list}" a list.`);
      return change;
    },
    confirmation,
  );
  return edit;
}

/**
 * The URI of the site's configuration file, and an edit of its text: of the open document, or else of the file on disk. If the file does not
 * exist, the edit creates it, provided that the client supports this.
 * @param change returns the change, given the text and the name of the file; throws `RequestFailed` if the text cannot be edited.
 * @param confirmation label and description of the client's confirmation; without it, the user is not asked.
 */
export async function configurationFileEdit(
  session: Session,
  site: Site,
  change: (text: string, name: string) => EntryEdit,
  confirmation?: Confirmation,
): Promise<{ uri: string; edit: WorkspaceEdit }> {
  const { changeAnnotations, documentChanges, createsFiles, encoding } = session.client;
  const file = await session.dependencies.loadConfiguration(site.root, {});
  const uri = uriOf(site.uri, file.name);
  const open = session.documents.get(uri);
  if (!open && file.isUnreadable) throw requestFailed(file.problems[0]!.message);
  const text = open?.getText() ?? file.text;
  const { start, end, text: newText } = change(text, file.name);
  const positions = new PositionMapper(open ?? TextDocument.create(uri, 'json', 0, text), encoding);
  const textEdit = { range: positions.range(start, end), newText };
  if (!documentChanges) return { uri, edit: { changes: { [uri]: [textEdit] } } };
  const annotated = changeAnnotations && confirmation;
  const edits: TextDocumentEdit = {
    textDocument: { uri, version: open?.version ?? null },
    edits: [annotated ? { ...textEdit, annotationId: 'templens' } : textEdit],
  };
  const create: CreateFile[] = text === '' && createsFiles ? [{ kind: 'create', uri, options: { ignoreIfExists: true } }] : [];
  const edit: WorkspaceEdit = {
    documentChanges: [...create, edits],
    ...(annotated && { changeAnnotations: { templens: { ...confirmation, needsConfirmation: true } } }),
  };
  return { uri, edit };
}
