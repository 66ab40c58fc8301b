import { counted } from 'templens-shared/counted';
import type { GroupSummary } from 'templens-shared/labels';
import { type OverviewList, overviewListMethod } from 'templens-shared/protocol';
import { commands, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';

interface SiteGroups {
  /** URI of the site's folder. */
  site: string;
  /** Layouts with their first pages; `total` is the number of all their pages. */
  groups: (GroupSummary & { total: number })[];
  /** Number of all layouts of the site. */
  total: number;
}

/** Lets the user pick a layout and one of its pages, and opens the page. */
export async function pickGroup(client: LanguageClient): Promise<void> {
  const sites: SiteGroups[] = await client.sendRequest(ExecuteCommandRequest.type, {
    command: 'templens.showGroups',
    arguments: [],
  });
  const groups = sites.flatMap(({ site, groups }) => groups.map(group => groupItem(site, group, sites.length > 1)));
  groups.sort((a, b) => b.total - a.total);
  const all = sites.reduce((sum, { total }) => sum + total, 0);
  const options = { title: 'Layouts', placeHolder: 'Pages built on the same layout' };
  const group = await pick<GroupItem>(groups, all, 'more layout', options);
  if (group === undefined) return;
  const params = { site: group.site, list: `layout ${group.template}`, offset: 0 };
  const { items, total } = await client.sendRequest<OverviewList<{ page: string }>>(overviewListMethod, params);
  const pages = items.map(({ page }) => ({ label: page }));
  const page = await pick(pages, total, 'more page', { title: group.label, placeHolder: 'Open a page of the layout' });
  if (page !== undefined) await window.showTextDocument(Uri.joinPath(Uri.parse(group.site), page.label));
}

/** Lets the user pick one of the first items. If there are more, a last entry leads to the side-bar view, which lists all. */
async function pick<Item extends QuickPickItem>(
  items: readonly Item[],
  total: number,
  noun: string,
  options: { title: string; placeHolder: string },
): Promise<Item | undefined> {
  const more = { label: `and ${counted(total - items.length, noun)}`, description: 'in the view Templens' };
  const picked = await window.showQuickPick<Item | typeof more>(total > items.length ? [...items, more] : items, options);
  if (picked !== more) return picked as Item | undefined;
  await commands.executeCommand('templens.site.focus');
  return undefined;
}

type GroupItem = QuickPickItem & { site: string; template: string; total: number };

function groupItem(
  site: string,
  { template, layout, pages, total, templateShare }: SiteGroups['groups'][number],
  namesSite: boolean,
): GroupItem {
  const description = `${counted(total, 'page')}, ${Math.round(templateShare * 100)}% template`;
  const shown = pages.slice(0, 3).join(', ');
  return {
    label: layout,
    description: namesSite ? `${description}, ${workspace.asRelativePath(Uri.parse(site))}` : description,
    detail: total > pages.slice(0, 3).length ? `${shown}, …` : shown,
    site,
    template,
    total,
  };
}
