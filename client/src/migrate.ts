import { counted } from 'templens-shared/counted';
import {
  type MigrationNames,
  type MigrationPreview,
  migrationName,
  migrationNameRule,
  migrationTargets,
  npmTargets,
  type TargetName,
  targetNames,
} from 'templens-shared/migration';
import type { MigrateParams, MigrateResult } from 'templens-shared/protocol';
import { commands, ProgressLocation, type QuickPickItem, QuickPickItemKind, Uri, ViewColumn, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient, WorkDoneProgress } from 'vscode-languageclient/node';

/** Migrates a site to a project of a generator: asks for the generator, names and a folder, then shows a built page beside its source. */
export async function migrateSite(client: LanguageClient): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (!folder) return;
  const to = await pickTarget();
  if (to === undefined || !(await saveAll(folder.uri))) return;
  const site = folder.uri.toString();
  const preview = await migrate(client, { site, to });
  const names = preview && (await chooseNames(preview, to));
  const out = names && (await chooseFolder(folder.uri, to));
  if (!out) return;
  const install = npmTargets.includes(to) ? await askToInstall(migrationTargets[to]) : false;
  if (install === undefined) return;
  const result = await migrate(client, { site, to, names, install, out: out.toString() });
  if (result) await show(result, folder.uri, out);
}

async function pickTarget(): Promise<TargetName | undefined> {
  const items = targetNames.map(name => ({ label: migrationTargets[name], name }));
  const picked = await window.showQuickPick(items, {
    title: 'Migrate this site to',
    placeHolder: 'Generator that builds the pages',
  });
  return picked?.name;
}

/** Asks to save the changed files of a site, since files are migrated. Returns false if the user does not. */
async function saveAll(site: Uri): Promise<boolean> {
  const changed = workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && workspace.getWorkspaceFolder(uri)?.uri.toString() === site.toString(),
  );
  if (changed.length === 0) return true;
  const save = 'Save All';
  const asked = `${counted(changed.length, 'file')} of the site ${changed.length === 1 ? 'is' : 'are'} not saved.`;
  if ((await window.showWarningMessage(asked, { modal: true, detail: 'Files are migrated as they are on disk.' }, save)) !== save)
    return false;
  return (await Promise.all(changed.map(document => document.save()))).every(isSaved => isSaved);
}

/** Asks the server, with a progress that can be cancelled; undefined if it is. */
async function migrate(client: LanguageClient, params: MigrateParams): Promise<MigrateResult | undefined> {
  const options = { location: ProgressLocation.Notification, title: `To ${migrationTargets[params.to]}`, cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    const workDoneToken = `templens.migrate ${Date.now()}`;
    let shown = 0;
    const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, value => {
      if (value.kind !== 'report' || value.percentage === undefined) return;
      progress.report({ message: value.message ?? '', increment: value.percentage - shown });
      shown = value.percentage;
    });
    try {
      const request = { command: 'templens.migrate', arguments: [params], workDoneToken };
      return (await client.sendRequest(ExecuteCommandRequest.type, request, token)) as MigrateResult;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      listening.dispose();
    }
  });
}

type NameItem = QuickPickItem & { list?: keyof MigrationNames; name?: string };

/** Shows the layouts and parts, which the user may rename; returns the names, or undefined if the user leaves. */
async function chooseNames({ layouts, parts, fallbacks }: MigrationPreview, to: TargetName): Promise<MigrationNames | undefined> {
  const names = { layouts: {} as Record<string, string>, parts: {} as Record<string, string> };
  const item = (list: keyof MigrationNames, name: string, description: string, detail: string): NameItem => {
    const chosen = names[list][name];
    return {
      list,
      name,
      label: chosen ?? name,
      description: chosen === undefined ? description : `${name}, ${description}`,
      detail,
    };
  };
  const kept = fallbacks > 0 ? `, ${counted(fallbacks, 'page')} as they are` : '';
  const goOn = { label: '$(arrow-right) Choose the Folder of the Project', alwaysShow: true };
  for (;;) {
    const items: NameItem[] = [
      goOn,
      { label: 'layouts', kind: QuickPickItemKind.Separator },
      ...layouts.map(({ name, pages, examples, slots }) =>
        item('layouts', name, counted(pages, 'page'), `${shortList(examples)}: ${shortList(slots)}`),
      ),
      { label: 'parts', kind: QuickPickItemKind.Separator },
      ...parts.map(({ name, layouts: users, begins }) => item('parts', name, `in ${shortList(users)}`, begins)),
    ];
    const picked = await window.showQuickPick(items, {
      title: `To ${migrationTargets[to]}: ${counted(layouts.length, 'layout')}, ${counted(parts.length, 'part')}${kept}`,
      placeHolder: 'Choose a layout or part to rename it',
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    if (picked === undefined || picked === goOn) return picked && names;
    const { list, name } = picked;
    if (list !== undefined && name !== undefined) await rename(list === 'layouts' ? layouts : parts, names[list], name);
  }
}

/** Asks for a new name of a layout or part, which no other one has. */
async function rename(all: readonly { name: string }[], names: Record<string, string>, name: string): Promise<void> {
  const others = all.filter(each => each.name !== name).map(each => (names[each.name] ?? each.name).toLowerCase());
  const chosen = await window.showInputBox({
    title: `Rename ${name}`,
    value: names[name] ?? name,
    ignoreFocusOut: true,
    validateInput: value => {
      if (!migrationName.test(value)) return `A name has ${migrationNameRule}.`;
      return others.includes(value.toLowerCase()) ? `${value} is the name of another one.` : undefined;
    },
  });
  if (chosen === name) delete names[name];
  else if (chosen !== undefined) names[name] = chosen;
}

function chooseFolder(site: Uri, to: TargetName): Thenable<Uri | undefined> {
  const name = site.path.slice(site.path.lastIndexOf('/') + 1);
  const defaultUri = Uri.joinPath(site, '..', `${name}-${to}`);
  return window.showSaveDialog({ title: 'New folder for the project, outside the site', saveLabel: 'Write Project', defaultUri });
}

async function askToInstall(generator: string): Promise<boolean | undefined> {
  const items = [
    { label: `Install ${generator} in the project and build`, description: 'npm install', install: true },
    { label: `Build if ${generator} is installed`, description: 'in the folder of the project or above it', install: false },
  ];
  return (await window.showQuickPick(items, { title: 'Build the project', ignoreFocusOut: true }))?.install;
}

/** Opens a page and its built version side by side, and says what was built. */
async function show({ layouts, written, skipped }: MigrateResult, site: Uri, out: Uri): Promise<void> {
  if (!written) return;
  const { built, pages, report } = written;
  const active = window.activeTextEditor?.document.uri;
  const own = active && workspace.getWorkspaceFolder(active)?.uri.toString() === site.toString() ? active : undefined;
  const largest = [...layouts].sort((a, b) => b.pages - a.pages)[0]?.examples[0];
  const page = own ? own.path.slice(site.path.length + 1) : largest;
  if (built && page !== undefined) {
    await window.showTextDocument(Uri.joinPath(site, page), { viewColumn: ViewColumn.One, preview: false });
    const result = Uri.joinPath(Uri.parse(pages), page);
    await window.showTextDocument(result, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
  }
  const [openReport, openProject] = ['Show Report', 'Open Project'];
  const total = built ? built.equal + built.differing.length : 0;
  const said = built
    ? `${built.equal} of ${counted(total, 'file')} are built as the site has them.`
    : 'The project is written, and not built.';
  const isWhole = built?.differing.length === 0 && skipped.length === 0;
  const message = [said, ...(built?.differing.slice(0, 3).map(file => `${file} differs.`) ?? []), ...skipped.slice(0, 3)].join(
    ' ',
  );
  const tell = isWhole || !built ? window.showInformationMessage : window.showWarningMessage;
  const chosen = await tell(message, openReport, openProject);
  if (chosen === openReport) await commands.executeCommand('markdown.showPreview', Uri.parse(report));
  if (chosen === openProject) await commands.executeCommand('vscode.openFolder', out, { forceNewWindow: true });
}

/** The first names of a list. */
function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown}, …` : shown;
}
