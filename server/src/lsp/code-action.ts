import { counted } from 'templens-shared/counted';
import type { FindingActions, RepairKind } from 'templens-shared/stream';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver';
import { adoptionEdit } from './adopt-version.ts';
import { correctionKind, type Statement, statementEdit, statements } from './corrections.ts';
import { invalidParams } from './errors.ts';
import { askAboutText, type OpenPage, openPage, type Session } from './session.ts';
import { type Confirmation, workspaceEdit } from './workspace-edit.ts';

/** All safe fixes of a page at once. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.templens`;

/** What a code action needs until its edit is asked for. */
interface ActionData {
  uri: string;
  action: 'all' | { identity: string; how: RepairKind } | { adopt: { part: string; version: string } } | Statement;
}

/**
 * What can be done about the findings in a range: the template's version here, this page's version elsewhere, or ignore; and what can be said
 * about the node there, when the user asks for actions. All safe fixes at
 * once are offered only if exactly that kind is asked for: many editors are set up to run all of `source.fixAll` on save.
 */
export async function codeAction(
  session: Session,
  { textDocument: { uri }, range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[] | null> {
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const isChecked = open.site.diagnostics !== 'off';
  const actions: CodeAction[] = [];
  if (isChecked && (context.only?.some(only => isOrHolds(only, CodeActionKind.QuickFix)) ?? true)) {
    const positions = session.documents.positions(open.document);
    const [start, end] = [positions.offsetAt(range.start), positions.offsetAt(range.end)];
    const found = await askAboutText(session, open, { kind: 'actions', page: open.page, start, end }, token);
    const { changeAnnotations, documentChanges } = session.client;
    const preview = changeAnnotations && documentChanges ? ': tick them in the preview' : '';
    for (const finding of found ?? []) actions.push(...actionsFor(uri, finding, context.diagnostics, preview));
  }
  if (isChecked && (context.only?.some(only => isOrHolds(only, CodeActionKind.RefactorRewrite)) ?? true)) {
    actions.push(...(await adoptions(session, open, uri, range, token)));
  }
  const isAsked = context.triggerKind !== CodeActionTriggerKind.Automatic;
  if (isAsked && (context.only?.some(only => isOrHolds(only, correctionKind)) ?? true)) {
    const positions = session.documents.positions(open.document);
    const span = { start: positions.offsetAt(range.start), end: positions.offsetAt(range.end) };
    for (const { title, statement } of await statements(session, open, span, token))
      actions.push({ title, kind: correctionKind, data: { uri, action: statement } satisfies ActionData });
  }
  if (isChecked && context.only?.includes(fixAllKind)) {
    const fixes = await askAboutText(session, open, { kind: 'fixes', page: open.page, unsafe: false }, token);
    const count = fixes?.fixedFindings.length ?? 0;
    const title = `Fix ${counted(count, 'finding')}: safe fixes only`;
    if (count > 0) actions.push({ title, kind: fixAllKind, data: { uri, action: 'all' } satisfies ActionData });
  }
  if (session.client.resolvesEdits) return actions;
  return Promise.all(actions.map(action => resolveCodeAction(session, action, token)));
}

function isOrHolds(kind: string, inner: string): boolean {
  return kind === inner || inner.startsWith(`${kind}.`);
}

/** @param preview what the title of a push says of the preview that follows, where the client has one. */
function actionsFor(
  uri: string,
  { identity, code, part, take, push }: FindingActions,
  shown: readonly Diagnostic[],
  preview: string,
): CodeAction[] {
  const diagnostics = shown.filter(({ data }) => (data as { identity?: unknown } | undefined)?.identity === identity);
  const quickFix = (title: string, action: ActionData['action'], isPreferred?: true): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostics.length > 0 && { diagnostics }),
    ...(isPreferred && { isPreferred }),
    data: { uri, action } satisfies ActionData,
  });
  const action = (title: string, how: RepairKind, isPreferred?: true) => quickFix(title, { identity, how }, isPreferred);
  const forPart = part === undefined ? '' : ` (for the ${part})`;
  return [
    ...(take === undefined ? [] : [action(take, 'take', true)]),
    ...(push === undefined ? [] : [action(push + preview, 'push')]),
    action(`Ignore ${code} here`, 'ignore'),
    quickFix(`This difference is intended${forPart}`, { say: 'intended', identity }),
  ];
}

/** Where the part in a range has another version on other pages: bring this page's version to them. */
async function adoptions(
  session: Session,
  open: OpenPage,
  uri: string,
  range: Range,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const offset = session.documents.positions(open.document).offsetAt(range.start);
  const answer = await askAboutText(session, open, { kind: 'regions', page: open.page }, token);
  const part = answer?.parts.find(({ start, end }) => start <= offset && offset < end);
  if (!part || part.otherPages === 0) return [];
  const { id, name, version, otherPages } = part;
  const title = `Adopt this version of the ${name} on ${counted(otherPages, 'page')}`;
  return [
    { title, kind: CodeActionKind.RefactorRewrite, data: { uri, action: { adopt: { part: id, version } } } satisfies ActionData },
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
  if ('say' in action) return statementEdit(session, open, action, token);
  if ('adopt' in action) {
    const adopted = await askAboutText(session, open, { kind: 'adoption', ...action.adopt }, token);
    if (adopted === null) return null;
    return adoptionEdit(session, open.site, adopted);
  }
  const { identity, how } = action;
  const edits = await askAboutText(session, open, { kind: 'repair', page, identity, how }, token);
  if (edits === null) return null;
  return workspaceEdit(session, open.site, edits, how === 'push' ? pushConfirmation(edits.length) : undefined);
}

/** What a preview says beside its boxes, which are not ticked. */
function pushConfirmation(pages: number): Confirmation {
  return {
    label: `Push to ${counted(pages, 'page')}`,
    description: 'Nothing is ticked yet: tick the pages to change, then apply.',
  };
}
