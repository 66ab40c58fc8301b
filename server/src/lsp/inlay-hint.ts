import { type CancellationToken, type InlayHint, InlayHintKind, type InlayHintParams } from 'vscode-languageserver';
import { askAboutText, openPage, type Session } from './session.ts';

/** The names of the template's holes, where the content begins that fills them. */
export async function inlayHint(
  session: Session,
  params: InlayHintParams,
  token: CancellationToken,
): Promise<InlayHint[] | null> {
  const open = openPage(session, params.textDocument.uri);
  if (open === undefined) return null;
  const query = { kind: 'extract', page: open.page, what: 'content', format: 'json' } as const;
  const json = await askAboutText(session, open, query, token);
  if (json === null || !open.site.aids.inlayHints) return null;
  const positions = session.documents.positions(open.document);
  const [from, to] = [positions.offsetAt(params.range.start), positions.offsetAt(params.range.end)];
  return (JSON.parse(json) as { name: string; start: number }[])
    .filter(({ start }) => from <= start && start <= to)
    .map(({ name, start }) => ({
      position: positions.positionAt(start),
      label: `${name}:`,
      kind: InlayHintKind.Parameter,
      tooltip: `Fills the hole ${name} of the template.`,
      paddingRight: true,
    }));
}
