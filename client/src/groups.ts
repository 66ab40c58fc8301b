import { counted } from 'templens-shared/counted';
import type { GroupSummary } from 'templens-shared/labels';
import { type QuickPickItem, Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';

interface SiteGroups {
  /** URI of the site's folder. */
  site: string;
  groups: GroupSummary[];
}

/** Lets the user pick a layout, then one of its pages, and opens that. */
export async function pickGroup(client: LanguageClient): Promise<void> {
  const sites: SiteGroups[] = await client.sendRequest(ExecuteCommandRequest.type, {
    command: 'templens.showGroups',
    arguments: [],
  });
  const groups = sites.flatMap(({ site, groups }) => groups.map(group => groupItem(Uri.parse(site), group, sites.length > 1)));
  groups.sort((a, b) => b.pages.length - a.pages.length);
  const group = await window.showQuickPick(groups, { title: 'Layouts', placeHolder: 'Pages built on the same layout' });
  if (group === undefined) return;
  const page = await window.showQuickPick(group.pages, { title: group.label, placeHolder: 'Open a page of the layout' });
  if (page !== undefined) await window.showTextDocument(Uri.joinPath(group.site, page));
}

function groupItem(site: Uri, group: GroupSummary, namesSite: boolean): QuickPickItem & { site: Uri; pages: string[] } {
  const { layout, pages, templateShare } = group;
  const description = `${counted(pages.length, 'page')}, ${Math.round(templateShare * 100)}% template`;
  const shown = pages.slice(0, 3).join(', ');
  return {
    label: layout,
    description: namesSite ? `${description}, ${workspace.asRelativePath(site)}` : description,
    detail: pages.length > 3 ? `${shown}, …` : shown,
    site,
    pages,
  };
}
