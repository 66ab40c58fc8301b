import type { NodeEvidence } from 'templens-shared/answers';
import {
  type CancellationToken,
  type DocumentSymbol,
  type ExecuteCommandParams,
  type Location,
  Position,
  Range,
  type WorkDoneProgressReporter,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { adoptVersion } from './adopt-version.ts';
import { correctionEdit, oneLayoutEdit, type UserCorrection } from './corrections.ts';
import { describeEvidence } from './describe-evidence.ts';
import { outlineSymbols } from './document-symbol.ts';
import { invalidParams, requestFailed } from './errors.ts';
import { exampleLink } from './example-link.ts';
import { extract } from './extract.ts';
import { migrate } from './migrate.ts';
import { type ShownGroup, shownGroups } from './overview-lists.ts';
import { references } from './references.ts';
import { rename } from './rename.ts';
import { type OpenPage, openPage, queryOpenPage, type Session } from './session.ts';

type Command = (
  session: Session,
  args: readonly unknown[],
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
) => Promise<unknown>;

const commands: Record<string, Command> = {
  /** `[uri]`: the page's template as HTML, with named holes in place of the content. */
  'templens.extractTemplate': (session, [uri], token) => extractText(session, uri, 'template', 'html', token),
  /** `[uri, format]`: the page's content without its template; `format` is `html` (default), `text` or `json`. */
  'templens.extractContent': (session, [uri, format], token) => extractText(session, uri, 'content', format ?? 'html', token),
  /** No arguments: scans all files of all sites again, then returns the number of pages of all sites, without skipped ones. */
  'templens.reindex': reindex,
  /** `[uri, position]`: locations of the node at a position of an open page, on every other page of its layout that has it. */
  'templens.showPages': showPages,
  /** `[uri]`: the outline of an open page as document symbols, even if the setting `outline` is off; null if the document is not an open page. */
  'templens.outline': outlineOf,
  /**
   * `[offset]` (default: 0): for every site, at most 200 layouts after the first `offset`, the largest first, each with its first pages;
   * `total` is the number of all layouts.
   */
  'templens.showGroups': showGroups,
  /** `[site, part, version]`: adopts a version of a part on the pages with other versions, see `adoptVersion`. */
  'templens.adoptVersion': adoptVersion,
  /** `[site, kind, id, name]`: writes the name of a part or a layout to the configuration, see `rename`. */
  'templens.rename': rename,
  /** `[params]`: migrates a site to a project of a generator, or previews it, see `MigrateParams` in `protocol.ts`. */
  'templens.migrate': migrate,
  /**
   * `[uri, range, label, scope]`: writes to the configuration that the node in a range of an open page is `template` or `content`, on the pages
   * of its `layout`, of the `site`, or on this `page`. This and the other commands that write return whether the editor applied the edit.
   */
  'templens.correctLabel': correctLabel,
  /** `[uri]`: writes to the configuration that an open page does not share the layout of the page that is most like it. */
  'templens.ownLayout': ownLayout,
  /** `[uri, position, code]`: writes to the configuration that the difference at a position is intended; `code` chooses among several findings. */
  'templens.intended': intended,
  /** `[uri, uri, ...]`: writes to the configuration that these pages share one layout. */
  'templens.oneLayout': oneLayout,
  /** `[uri, position]`: the evidence for the node at a position of an open page, or null. */
  'templens.explainNode': explainNode,
};

/** Names of all commands, for the server's capabilities. */
export const commandNames: readonly string[] = Object.keys(commands);

/** Runs a command; throws `InvalidParams` if it is unknown or its arguments are wrong. */
export async function executeCommand(
  session: Session,
  { command, arguments: args = [] }: ExecuteCommandParams,
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
): Promise<unknown> {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined) throw invalidParams(`There is no command ${command}.`);
  return run(session, args, token, progress);
}

async function extractText(
  session: Session,
  uri: unknown,
  what: 'template' | 'content',
  format: unknown,
  token: CancellationToken,
): Promise<string> {
  const params = { uri, what, format } as Parameters<typeof extract>[1];
  return (await extract(session, params, token)).text;
}

async function reindex(session: Session, _: readonly unknown[], token: CancellationToken): Promise<{ pages: number }> {
  const pages = await session.workspace.mapSites(site => {
    site.rescan();
    return site.query({ kind: 'pages' }, token);
  });
  return { pages: pages.flat().filter(page => page.state !== 'skipped').length };
}

async function showGroups(
  session: Session,
  [offset = 0]: readonly unknown[],
  token: CancellationToken,
): Promise<{ site: string; groups: ShownGroup[]; total: number }[]> {
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0)
    throw invalidParams('templens.showGroups takes the number of layouts to skip.');
  return session.workspace.mapSites(async site => {
    const groups = await site.query({ kind: 'groups' }, token);
    return { site: site.uri, ...shownGroups(groups, offset) };
  });
}

async function outlineOf(
  session: Session,
  [uri]: readonly unknown[],
  token: CancellationToken,
): Promise<DocumentSymbol[] | null> {
  if (typeof uri !== 'string') throw invalidParams('templens.outline takes the URI of a page.');
  return outlineSymbols(session, uri, token);
}

async function showPages(session: Session, [uri, position]: readonly unknown[], token: CancellationToken): Promise<Location[]> {
  if (typeof uri !== 'string' || !Position.is(position))
    throw invalidParams('templens.showPages takes the URI of a page and a position.');
  const params = { textDocument: { uri }, position, context: { includeDeclaration: false } };
  return (await references(session, params, token)) ?? [];
}

async function explainNode(
  session: Session,
  [uri, position]: readonly unknown[],
  token: CancellationToken,
): Promise<{ text: string; range: Range; evidence: NodeEvidence } | null> {
  if (typeof uri !== 'string' || !Position.is(position))
    throw invalidParams('templens.explainNode takes the URI of a page and a position.');
  const open = requireOpenPage(session, uri);
  const positions = session.documents.positions(open.document);
  const offset = positions.offsetAt(position);
  const evidence = await queryOpenPage(session, open, { kind: 'evidence', page: open.page, offset }, token);
  if (evidence === null) return null;
  const range = positions.range(evidence.start, evidence.end);
  const text = describeEvidence(evidence, 'plaintext', await exampleLink(session, open, evidence), true);
  return { text, range, evidence };
}

async function correctLabel(
  session: Session,
  [uri, range, label, scope]: readonly unknown[],
  token: CancellationToken,
): Promise<boolean> {
  const isLabel = label === 'template' || label === 'content';
  const isScope = scope === 'layout' || scope === 'site' || scope === 'page';
  if (typeof uri !== 'string' || !Range.is(range) || !isLabel || !isScope)
    throw invalidParams(
      'templens.correctLabel takes the URI of a page, a range, "template" or "content", and "layout", "site" or "page".',
    );
  const open = requireOpenPage(session, uri);
  const positions = session.documents.positions(open.document);
  const [start, end] = [positions.offsetAt(range.start), positions.offsetAt(range.end)];
  return applyStatement(session, open, { say: 'label', label, scope, alike: false, start, end }, token);
}

async function ownLayout(session: Session, [uri]: readonly unknown[], token: CancellationToken): Promise<boolean> {
  if (typeof uri !== 'string') throw invalidParams('templens.ownLayout takes the URI of a page.');
  return applyStatement(session, requireOpenPage(session, uri), { say: 'own-layout' }, token);
}

async function intended(session: Session, [uri, position, code]: readonly unknown[], token: CancellationToken): Promise<boolean> {
  if (typeof uri !== 'string' || !Position.is(position) || (code !== undefined && typeof code !== 'string'))
    throw invalidParams('templens.intended takes the URI of a page, a position, and perhaps the code of a finding.');
  const open = requireOpenPage(session, uri);
  const start = session.documents.positions(open.document).offsetAt(position);
  const found = await queryOpenPage(session, open, { kind: 'actions', page: open.page, start, end: start }, token);
  const finding = found?.find(other => code === undefined || other.code === code);
  if (!finding) throw requestFailed(`${open.page} has no such finding at this place.`);
  return applyStatement(session, open, { say: 'intended', identity: finding.identity }, token);
}

async function oneLayout(session: Session, uris: readonly unknown[]): Promise<boolean> {
  const found = uris.map(uri => (typeof uri === 'string' ? session.workspace.pageOf(uri) : undefined));
  const [first] = found;
  const pages = [...new Set(found.flatMap(entry => (entry && entry.site === first?.site ? [entry.page] : [])))];
  if (!first || pages.length < 2 || found.some(entry => entry?.site !== first.site))
    throw invalidParams('templens.oneLayout takes the URIs of two or more pages of one site.');
  return applyEdit(session, await oneLayoutEdit(session, first.site, pages));
}

/** The open page with this URI; throws `RequestFailed` if none exists. */
function requireOpenPage(session: Session, uri: string): OpenPage {
  const open = openPage(session, uri);
  if (open === undefined) throw requestFailed(`${uri} is not an open page of a workspace folder.`);
  return open;
}

async function applyStatement(
  session: Session,
  page: OpenPage,
  statement: UserCorrection,
  token: CancellationToken,
): Promise<boolean> {
  const edit = await correctionEdit(session, page, statement, token);
  if (edit === null) throw requestFailed(`${page.page} is not a page of its site; "include" and "exclude" say what is.`);
  return applyEdit(session, edit);
}

async function applyEdit(session: Session, edit: WorkspaceEdit): Promise<boolean> {
  return (await session.connection.workspace.applyEdit({ label: 'Correct', edit })).applied;
}
