import type { Diagnostic as EngineDiagnostic } from 'templens-shared/diagnostics';
import type { RepairKind } from 'templens-shared/stream';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver';
import { pushTitle, takeTitle } from './action-titles.ts';
import { invalidParams } from './errors.ts';
import { askAboutText, type OpenPage, openPage, type Session } from './session.ts';
import { workspaceEdit } from './workspace-edit.ts';

/** All safe fixes of a page at once. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.templens`;

/** What a code action needs until its edit is asked for. */
interface ActionData {
  uri: string;
  action: 'all' | { identity: string; how: RepairKind };
}

/** What can be done about the findings in a range: the template's version here, this page's version elsewhere, or leave it so. */
export async function codeAction(
  session: Session,
  { textDocument: { uri }, range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[] | null> {
  const open = openPage(session, uri);
  if (open === undefined || open.site.diagnostics === 'off') return null;
  const wanted = (kind: string) =>
    context.only?.some(only => only === kind || kind.startsWith(`${only}.`)) ?? kind !== fixAllKind;
  const told = await askAboutText(session, open, { kind: 'diagnostics', page: open.page }, token);
  if (told === null) return null;
  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix)) {
    const positions = session.documents.positions(open.document);
    const from = positions.offsetAt(range.start);
    const to = positions.offsetAt(range.end);
    for (const diagnostic of told.diagnostics) {
      if (placesOf(diagnostic).some(({ start, end }) => start <= to && from <= end))
        actions.push(...actionsFor(uri, diagnostic, context.diagnostics));
    }
  }
  if (wanted(fixAllKind) && told.diagnostics.some(({ fixable }) => fixable)) {
    actions.push({ title: 'Fix what Templens finds here', kind: fixAllKind, data: { uri, action: 'all' } satisfies ActionData });
  }
  if (session.client.resolvesEdits) return actions;
  return Promise.all(actions.map(action => resolveCodeAction(session, action, token)));
}

/** Where a finding and the differences that it sums up stand. */
function placesOf({ start, end, details = [] }: EngineDiagnostic): { start: number; end: number }[] {
  return [{ start, end }, ...details];
}

function actionsFor(
  uri: string,
  { identity, code, fixable, support }: EngineDiagnostic,
  shown: readonly Diagnostic[],
): CodeAction[] {
  const diagnostics = shown.filter(({ data }) => (data as { identity?: unknown } | undefined)?.identity === identity);
  const action = (title: string, how: RepairKind, isPreferred?: true): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostics.length > 0 && { diagnostics }),
    ...(isPreferred && { isPreferred }),
    data: { uri, action: { identity, how } } satisfies ActionData,
  });
  const push = support && pushTitle(code, support.pages);
  return [
    ...(fixable ? [action(takeTitle(code), 'take', true)] : []),
    ...(fixable && push ? [action(push, 'push')] : []),
    action(`Ignore ${code} here`, 'ignore'),
  ];
}

/** The edit of a code action, worked out when it is about to be made. */
export async function resolveCodeAction(session: Session, action: CodeAction, token: CancellationToken): Promise<CodeAction> {
  const data = action.data as ActionData | undefined;
  const open = typeof data?.uri === 'string' ? openPage(session, data.uri) : undefined;
  if (!data || !open) throw invalidParams('This code action is not one of an open page.');
  const edit = await editOf(session, open, data.action, token);
  return edit === null ? action : { ...action, edit };
}

async function editOf(session: Session, open: OpenPage, action: ActionData['action'], token: CancellationToken) {
  const { page } = open;
  if (action === 'all') {
    const fixes = await askAboutText(session, open, { kind: 'fixes', page, unsafe: false }, token);
    return fixes && workspaceEdit(session, open.site, [fixes]);
  }
  const { identity, how } = action;
  const edits = await askAboutText(session, open, { kind: 'repair', page, identity, how }, token);
  if (edits === null) return null;
  const confirmation = {
    take: undefined,
    push: { label: "Give this page's version to other pages", description: `${edits.length} pages of its layout` },
    ignore: undefined,
  }[how];
  return workspaceEdit(session, open.site, edits, confirmation);
}
