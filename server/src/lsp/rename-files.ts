import { counted } from 'templens-shared/counted';
import type {
  CancellationToken,
  FileOperationRegistrationOptions,
  RenameFilesParams,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import { workspaceEdit } from './workspace-edit.ts';

const scheme = 'file';

/** Registration for `workspace/willRenameFiles`: all files and folders. A glob cannot select the files of a site, so `willRenameFiles` does. */
export const renameRegistration: FileOperationRegistrationOptions = {
  filters: [
    { scheme, pattern: { glob: '**/*.*', matches: 'file' } },
    { scheme, pattern: { glob: '**/*', matches: 'folder' } },
  ],
};

/** The edit that updates links when files are moved within a site: links to moved files, and links on moved pages. Null if no link changes. */
export async function willRenameFiles(
  session: Session,
  { files }: RenameFilesParams,
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  const bySite = new Map<Site, { from: string; to: string }[]>();
  for (const { oldUri, newUri } of files) {
    const from = session.workspace.pageOf(oldUri);
    const to = from?.site.pageOf(newUri);
    if (!from || to === undefined || /(^|\/)(\.git|node_modules)(\/|$)/.test(from.page)) continue;
    bySite.set(from.site, [...(bySite.get(from.site) ?? []), { from: withoutSlash(from.page), to: withoutSlash(to) }]);
  }
  const edits = await Promise.all([...bySite].map(([site, moves]) => editsOf(session, site, moves, token)));
  const changed = edits.filter(edit => edit !== null);
  return changed.length > 1 ? merged(changed) : (changed[0] ?? null);
}

async function editsOf(
  session: Session,
  site: Site,
  moves: readonly { from: string; to: string }[],
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  const pages = await site.query({ kind: 'moves', moves }, token);
  if (pages.length === 0) return null;
  const links = pages.reduce((sum, { edits }) => sum + edits.length, 0);
  const description = `${counted(links, 'link')} on ${counted(pages.length, 'page')}`;
  return workspaceEdit(session, site, pages, { label: 'Update links', description });
}

/** Merges the edits of several sites; they all have the same annotation. */
function merged(edits: readonly WorkspaceEdit[]): WorkspaceEdit {
  const [first] = edits;
  if (first?.documentChanges === undefined) return { changes: Object.assign({}, ...edits.map(({ changes }) => changes)) };
  return { ...first, documentChanges: edits.flatMap(({ documentChanges }) => documentChanges as TextDocumentEdit[]) };
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
