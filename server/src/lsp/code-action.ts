import type { FindingActions, RepairKind } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
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
import { correctionEdit, correctionKind, offeredCorrections, type UserCorrection } from './corrections.ts';
import { invalidParams } from './errors.ts';
import { type OpenPage, openPage, queryOpenPage, type Session } from './session.ts';
import { limits } from './thresholds.ts';
import { type Confirmation, workspaceEdit } from './workspace-edit.ts';

/** The kind of the action that applies all safe fixes of a page. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.templens`;

/** The data of a code action, from which `resolveCodeAction` makes its edit. */
interface ActionData {
  uri: string;
  action: 'all' | { identity: string; how: RepairKind } | { adopt: { part: string; version: string } } | UserCorrection;
}

/**
 * The code actions for a range of an open page. For each finding: take the template's version, push this page's version to other pages, ignore
 * the check here, or mark the difference as intended. Besides, adopt a version of a part and, when the user invokes the menu, correct the node's
 * label or the page's layout. The action for all safe fixes is offered only if the client requests exactly its kind, because many editors run
 * all of `source.fixAll` on save. Null if the document is not an open page.
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
  const isWanted = (kind: string): boolean => context.only?.some(only => includesKind(only, kind)) ?? true;
  const [fixes, rewrites] = [isWanted(CodeActionKind.QuickFix), isWanted(CodeActionKind.RefactorRewrite)];
  if (isChecked && (fixes || rewrites)) {
    const positions = session.documents.positions(open.document);
    const [start, end] = [positions.offsetAt(range.start), positions.offsetAt(range.end)];
    const found = (await queryOpenPage(session, open, { kind: 'actions', page: open.page, start, end }, token)) ?? [];
    if (fixes) actions.push(...topFixes(session, quickFixes(uri, found, context.diagnostics)));
    if (rewrites) actions.push(...pushes(session, uri, found), ...(await adoptions(session, open, uri, range, token)));
  }
  const isInvoked = context.triggerKind !== CodeActionTriggerKind.Automatic;
  if (isInvoked && (context.only?.some(only => includesKind(only, correctionKind)) ?? true)) {
    const positions = session.documents.positions(open.document);
    const span = { start: positions.offsetAt(range.start), end: positions.offsetAt(range.end) };
    for (const { title, statement } of await offeredCorrections(session, open, span, token))
      actions.push({ title, kind: correctionKind, data: { uri, action: statement } satisfies ActionData });
  }
  if (isChecked && context.only?.includes(fixAllKind)) {
    const fixes = await queryOpenPage(session, open, { kind: 'fixes', page: open.page, unsafe: false }, token);
    const count = fixes?.fixedFindings.length ?? 0;
    const title = `Fix ${counted(count, 'finding')}: safe fixes only`;
    if (count > 0) actions.push({ title, kind: fixAllKind, data: { uri, action: 'all' } satisfies ActionData });
  }
  if (session.client.resolvesEdits) return actions;
  return Promise.all(actions.map(action => (action.command ? action : resolveCodeAction(session, action, token))));
}

/** True if `kind` equals the kind `inner` or contains it: `refactor` contains `refactor.rewrite`. */
function includesKind(kind: string, inner: string): boolean {
  return kind === inner || inner.startsWith(`${kind}.`);
}

/**
 * The quick fixes of findings, which change this page alone: first what takes the template's version.
 * @param found the most confident first.
 * @param shown diagnostics that the client shows there; those of a finding are attached to its quick fixes.
 */
function quickFixes(uri: string, found: readonly FindingActions[], shown: readonly Diagnostic[]): CodeAction[] {
  const quickFix = (title: string, identity: string, action: ActionData['action'], isPreferred?: true): CodeAction => {
    const diagnostics = shown.filter(({ data }) => (data as { identity?: unknown } | undefined)?.identity === identity);
    return {
      title,
      kind: CodeActionKind.QuickFix,
      ...(diagnostics.length > 0 && { diagnostics }),
      ...(isPreferred && { isPreferred }),
      data: { uri, action } satisfies ActionData,
    };
  };
  const takes = found.flatMap(({ identity, take }) =>
    take === undefined ? [] : [quickFix(take, identity, { identity, how: 'take' }, true)],
  );
  const others = found.flatMap(({ identity, code, part }) => [
    quickFix(`Ignore ${code} here`, identity, { identity, how: 'ignore' }),
    quickFix(`This difference is intended${part === undefined ? '' : ` (for the ${part})`}`, identity, {
      say: 'intended',
      identity,
    }),
  ]);
  return [...takes, ...others];
}

/** The first quick fixes, and one that lists the others, if the client can do that; else all. */
function topFixes({ client }: Session, all: CodeAction[]): CodeAction[] {
  if (!client.listsMore || all.length <= limits.topFixes) return all;
  const others = all.slice(limits.topFixes);
  const command = { title: 'More...', command: 'templens.moreActions', arguments: [others] };
  return [...all.slice(0, limits.topFixes), { title: 'More...', kind: CodeActionKind.QuickFix, command }];
}

/** The actions that bring what this page has to other pages: no quick fixes, since they spread what few pages have. */
function pushes({ client }: Session, uri: string, found: readonly FindingActions[]): CodeAction[] {
  const preview = client.changeAnnotations && client.documentChanges ? ': tick them in the preview' : '';
  return found.flatMap(({ identity, push }) =>
    push === undefined
      ? []
      : [
          {
            title: push + preview,
            kind: CodeActionKind.RefactorRewrite,
            data: { uri, action: { identity, how: 'push' } } satisfies ActionData,
          },
        ],
  );
}

/** The action that adopts this page's version of the part at a range's start; empty without such a part or other versions in its language. */
async function adoptions(
  session: Session,
  open: OpenPage,
  uri: string,
  range: Range,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const offset = session.documents.positions(open.document).offsetAt(range.start);
  const answer = await queryOpenPage(session, open, { kind: 'regions', page: open.page }, token);
  const part = answer?.parts.find(({ start, end }) => start <= offset && offset < end);
  if (!part || part.otherPages === 0) return [];
  const { id, name, version, otherPages } = part;
  const title = `Adopt this version of the ${name} on ${counted(otherPages, 'page')}`;
  return [
    { title, kind: CodeActionKind.RefactorRewrite, data: { uri, action: { adopt: { part: id, version } } } satisfies ActionData },
  ];
}

/** Adds the edit to a code action that the user chose. Throws `InvalidParams` if the action's page is no longer open. */
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
    const fixes = await queryOpenPage(session, open, { kind: 'fixes', page, unsafe: false }, token);
    return fixes && workspaceEdit(session, open.site, [fixes]);
  }
  if ('say' in action) return correctionEdit(session, open, action, token);
  if ('adopt' in action) {
    const adopted = await queryOpenPage(session, open, { kind: 'adoption', ...action.adopt }, token);
    if (adopted === null) return null;
    return adoptionEdit(session, open.site, adopted);
  }
  const { identity, how } = action;
  const edits = await queryOpenPage(session, open, { kind: 'repair', page, identity, how }, token);
  if (edits === null) return null;
  return workspaceEdit(session, open.site, edits, how === 'push' ? pushConfirmation(edits.length) : undefined);
}

/** The text of the preview of a push, in which no page is selected at first. */
function pushConfirmation(pages: number): Confirmation {
  return {
    label: `Push to ${counted(pages, 'page')}`,
    description: 'Nothing is ticked yet: tick the pages to change, then apply.',
  };
}
