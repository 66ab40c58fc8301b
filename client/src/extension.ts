import { type OverviewList, overviewListMethod, overviewMethod, type SiteOverview } from 'templens-shared/protocol';
import { commands, type ExtensionContext, type TextEditor, window, workspace } from 'vscode';
import { ExecuteCommandRequest, TextDocumentContentRequest } from 'vscode-languageclient/node';
import { registerCommands } from './commands.ts';
import { Decorations } from './decorations.ts';
import { limitation } from './limitation.ts';
import { OutlineView, outlineRequest } from './outline-view.ts';
import { RegionsStore } from './regions-store.ts';
import { ScrollSync } from './scroll-sync.ts';
import { pageLanguages, Server } from './server.ts';
import { SiteView } from './site-view.ts';
import { StatusItem } from './status.ts';
import type { ClientState } from './status-text.ts';
import { TemplateDifferences } from './template-differences.ts';
import { VirtualDocuments } from './virtual-documents.ts';

/** Stops the server; called before the window closes. */
let stop: () => Promise<void>;

/** Starts the extension. Does not wait for the server, because VS Code waits for this function before it activates other extensions. */
export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel('Templens', { log: true });
  const server = new Server(context.asAbsolutePath('client/dist/server.js'), output);
  const documents = new VirtualDocuments(async (uri, token) => {
    const { text } = await server.runningClient().sendRequest(TextDocumentContentRequest.type, { uri }, token);
    return text;
  });
  const decorations = new Decorations(context);
  const status = new StatusItem();
  const outline = new OutlineView(async uri =>
    server.runningClient().sendRequest(ExecuteCommandRequest.type, outlineRequest(uri)),
  );
  const site = new SiteView(
    async () => server.runningClient().sendRequest<SiteOverview[]>(overviewMethod),
    async params => server.runningClient().sendRequest<OverviewList<unknown>>(overviewListMethod, params),
  );
  const sideBySide = new ScrollSync(() => server.runningClient());
  const store = new RegionsStore();
  let state: ClientState = { kind: 'starting' };
  stop = () => server.stop();

  const draw = (editor: TextEditor) => decorations.draw(editor, store.get(editor.document.uri.toString()));
  const drawAll = () => window.visibleTextEditors.forEach(draw);
  const showStatus = () => {
    const document = window.activeTextEditor?.document;
    const relevant = document !== undefined && document.uri.scheme === 'file' && pageLanguages.includes(document.languageId);
    status.show(state, relevant ? store.get(document.uri.toString()) : undefined);
  };
  const setState = (next: ClientState) => {
    state = next;
    void commands.executeCommand('setContext', 'templens.running', state.kind === 'running');
    if (state.kind !== 'running') {
      store.clear();
      drawAll();
      site.refresh();
    }
    showStatus();
  };
  const start = async () => {
    const folderSchemes = workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
    const limited = limitation({ isTrusted: workspace.isTrusted, folderSchemes });
    if (limited !== undefined) setState({ kind: 'limited', ...limited });
    else await server.start();
  };

  context.subscriptions.push(
    output,
    server,
    documents,
    decorations,
    status,
    outline,
    site,
    sideBySide,
    new TemplateDifferences(() => server.runningClient(), context),
    ...registerCommands(context, server, documents, site, output, start),
    server.onState(setState),
    server.onRegions(message => {
      const document = workspace.textDocuments.find(({ uri }) => uri.toString() === message.uri);
      if (!store.receive(message, document?.version)) return;
      window.visibleTextEditors.filter(editor => editor.document === document).forEach(draw);
      showStatus();
      documents.refresh(message.uri);
      sideBySide.changed(message.uri);
      outline.refresh(message.uri);
    }),
    server.onOverview(() => {
      site.refresh();
      documents.refresh();
    }),
    workspace.onDidCloseTextDocument(({ uri }) => store.forget(uri.toString())),
    window.onDidChangeVisibleTextEditors(drawAll),
    window.onDidChangeActiveTextEditor(() => {
      showStatus();
      outline.refresh();
    }),
    workspace.onDidChangeConfiguration(change => {
      if (!change.affectsConfiguration('templens.decorations')) return;
      decorations.reconfigure();
      drawAll();
    }),
    workspace.onDidGrantWorkspaceTrust(start),
  );
  void start();
}

export function deactivate(): Promise<void> {
  return stop();
}
