import { counted } from 'templens-shared/counted';
import type { GroupSummary } from 'templens-shared/labels';
import { commands, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';

interface SiteGroups {
  /** URI of the site's folder. */
  site: string;
  /** With the first pages of each, and the number of all. */
  groups: (GroupSummary & { total: number })[];
}

/** Lets the user pick a layout, then one of its pages, and opens that. */
export async function pickGroup(client: LanguageClient): Promise<void> {
  const sites: SiteGroups[] = await client.sendRequest(ExecuteCommandRequest.type, {
    command: 'templens.showGroups',
    arguments: [],
  });
  const groups = sites.flatMap(({ site, groups }) => groups.map(group => groupItem(Uri.parse(site), group, sites.length > 1)));
  groups.sort((a, b) => b.total - a.total);
  const group = await window.showQuickPick(groups, { title: 'Layouts', placeHolder: 'Pages built on the same layout' });
  if (group === undefined) return;
  const pages: QuickPickItem[] = group.pages.map(label => ({ label }));
  const left = group.total - pages.length;
  const more = { label: `and ${counted(left, 'more page')}`, description: 'in the view Templens' };
  if (left > 0) pages.push(more);
  const page = await window.showQuickPick(pages, { title: group.label, placeHolder: 'Open a page of the layout' });
  if (page === more) await commands.executeCommand('templens.site.focus');
  else if (page !== undefined) await window.showTextDocument(Uri.joinPath(group.site, page.label));
}

function groupItem(
  site: Uri,
  group: SiteGroups['groups'][number],
  namesSite: boolean,
): QuickPickItem & { site: Uri; pages: string[]; total: number } {
  const { layout, pages, total, templateShare } = group;
  const description = `${counted(total, 'page')}, ${Math.round(templateShare * 100)}% template`;
  const shown = pages.slice(0, 3).join(', ');
  return {
    label: layout,
    description: namesSite ? `${description}, ${workspace.asRelativePath(site)}` : description,
    detail: total > 3 ? `${shown}, …` : shown,
    site,
    pages,
    total,
  };
}
