import type { Correction, CorrectionChoices, CorrectionScope } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import type { Label } from 'templens-shared/labels';
import { type CancellationToken, CodeActionKind, type WorkspaceEdit } from 'vscode-languageserver';
import { configurationEntryEdit } from './configuration-edit.ts';
import { requestFailed } from './errors.ts';
import { type OpenPage, queryOpenPage, type Session } from './session.ts';
import type { Site } from './site.ts';
import { limits } from './thresholds.ts';

/** The kind of code actions that correct labels and layouts. */
export const correctionKind = `${CodeActionKind.RefactorRewrite}.templens`;

/** Offsets into the page's text. */
interface Span {
  start: number;
  end: number;
}

/**
 * A correction that the user can choose; it becomes an entry of the configuration file. `label` sets the label of the node in a range and, with
 * `alike`, of similar nodes; `intended` accepts the difference of a finding; `own-layout` separates the page from its layout; `one-layout` unites
 * the layouts of pages.
 */
export type UserCorrection =
  | ({ say: 'label'; label: Label; scope: CorrectionScope; alike: boolean } & Span)
  | { say: 'intended'; identity: string }
  | { say: 'own-layout' }
  | { say: 'one-layout'; pages: string[] };

/** The corrections to offer for the node in a range of an open page, and for the page's layout, with their titles. */
export async function offeredCorrections(
  session: Session,
  open: OpenPage,
  span: Span,
  token: CancellationToken,
): Promise<{ title: string; statement: UserCorrection }[]> {
  const choices = await queryOpenPage(session, open, { kind: 'corrections', page: open.page, ...span }, token);
  if (!choices) return [];
  const label = choices.label === 'template' ? 'content' : 'template';
  const offered: { title: string; statement: UserCorrection }[] = [];
  for (const { scope, where } of scopes(choices)) {
    const say = (alike: boolean, subject: string) =>
      offered.push({ title: `${subject} ${label} ${where}`, statement: { say: 'label', label, scope, alike, ...span } });
    say(false, `This ${choices.name} is`);
    if (choices.isAlike && scope !== 'page') say(true, `This ${choices.name} and those like it are`);
  }
  if (choices.layoutPages > 1) offered.push({ title: 'This page has a layout of its own', statement: { say: 'own-layout' } });
  for (const other of await otherLayouts(session, open, token))
    offered.push({
      title: `This page and ${other} share one layout`,
      statement: { say: 'one-layout', pages: [open.page, other] },
    });
  return offered;
}

/** The scopes to offer, each with its wording in a title. Skips a scope that has no more pages than the next smaller one. */
function scopes({ layout, layoutPages, sitePages }: CorrectionChoices): { scope: CorrectionScope; where: string }[] {
  return [
    ...(layoutPages > 1 ? [{ scope: 'layout' as const, where: `on all ${layoutPages} pages of ${layout}` }] : []),
    ...(sitePages > layoutPages ? [{ scope: 'site' as const, where: `on all ${sitePages} pages of the site` }] : []),
    { scope: 'page', where: 'on this page only' },
  ];
}

/** Paths of at most `limits.layoutOffers` other open pages of the site whose layout is not the page's own. */
async function otherLayouts(session: Session, { site, page }: OpenPage, token: CancellationToken): Promise<string[]> {
  const opened = session.documents.all().flatMap(({ uri }) => {
    const found = session.workspace.pageOf(uri);
    return found?.site === site && found.page !== page ? [found.page] : [];
  });
  if (opened.length === 0) return [];
  const templates = new Map((await site.query({ kind: 'templates' }, token)).map(entry => [entry.page, entry.template]));
  const others = opened.filter(other => templates.has(other) && templates.get(other) !== templates.get(page));
  return others.sort().slice(0, limits.layoutOffers);
}

/**
 * The edit that writes a correction to the configuration file; null if the document is not a page of its site. Rejects with `RequestFailed` if
 * the file cannot be edited, or if `own-layout` is for a page that shares its layout with no other page.
 */
export async function correctionEdit(
  session: Session,
  open: OpenPage,
  statement: UserCorrection,
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  const { page, site } = open;
  switch (statement.say) {
    case 'label': {
      const { say: _, ...asked } = statement;
      const correction = await queryOpenPage(session, open, { kind: 'correction', page, ...asked }, token);
      if (!correction) return null;
      return configurationEntryEdit(session, site, 'labels', correction.rule, confirmationOf(correction));
    }
    case 'intended': {
      const rule = await queryOpenPage(session, open, { kind: 'intended', page, identity: statement.identity }, token);
      if (!rule) return null;
      return configurationEntryEdit(session, site, 'ignore', rule, {
        label: 'This difference is intended',
        description: `Findings of ${rule.codes?.join(', ')} are no longer shown ${rule.selector === undefined ? '' : `at ${rule.selector} `}on ${page}.`,
      });
    }
    case 'own-layout': {
      const other = await queryOpenPage(session, open, { kind: 'layoutMate', page }, token);
      if (other === null) throw requestFailed(`${page} shares its layout with no other page.`);
      return configurationEntryEdit(
        session,
        site,
        'layouts',
        { pages: [page, other], same: false },
        {
          label: 'This page has a layout of its own',
          description: `The layouts of ${page} and ${other} differ; pages that look like ${page} go with it.`,
        },
      );
    }
    case 'one-layout':
      return oneLayoutEdit(session, site, statement.pages);
  }
}

/** The edit of the configuration file that unites the layouts of pages. */
export function oneLayoutEdit(session: Session, site: Site, pages: readonly string[]): Promise<WorkspaceEdit> {
  const confirmation = {
    label: 'These pages share one layout',
    description: `The layouts of ${pages.join(' and ')} are united.`,
  };
  return configurationEntryEdit(session, site, 'layouts', { pages, same: true }, confirmation);
}

/** The confirmation for a label's correction: the nodes that it matches, and the pages to look at first. */
function confirmationOf({ rule, places, pages, isPartial, look }: Correction): { label: string; description: string } {
  const first = look.length > 0 ? ` Look at these pages first: ${look.join(', ')}.` : '';
  return {
    label: `${rule.select} is ${rule.label}`,
    description: `${isPartial ? 'At least ' : ''}${counted(places, 'place')} on ${counted(pages, 'page')}.${first}`,
  };
}
