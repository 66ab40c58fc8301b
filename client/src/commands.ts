import { commands, type Disposable, type LogOutputChannel, type QuickPickItem, window } from 'vscode';
import type { Position } from 'vscode-languageclient/node';
import type { ExtractedDocuments } from './extracted-document.ts';
import { pickGroup } from './groups.ts';
import { peekPages } from './peek-pages.ts';
import type { Server } from './server.ts';
import { type DecorationMode, decorationMode, decorationModes, setDecorationMode } from './settings.ts';

/** Registers the commands of the palette. What fails is shown to the user as one sentence. */
export function registerCommands(
  server: Server,
  extracted: ExtractedDocuments,
  output: LogOutputChannel,
  restart: () => Promise<void>,
): Disposable[] {
  const actions: Record<string, (...args: never[]) => unknown> = {
    'templens.toggleDecorations': toggleDecorations,
    'templens.chooseDecorations': chooseDecorations,
    'templens.openTemplate': () => extracted.open(activePage(), 'template'),
    'templens.openContent': () => extracted.open(activePage(), 'content'),
    'templens.openGroups': () => pickGroup(server.running()),
    'templens.peekPages': (uri: string, position: Position) => peekPages(server.running(), uri, position),
    'templens.restartServer': restart,
    'templens.showOutput': () => output.show(),
  };
  return Object.entries(actions).map(([id, action]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await action(...(args as never[]));
      } catch (error) {
        void window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    }),
  );
}

function activePage() {
  const document = window.activeTextEditor?.document;
  if (document?.uri.scheme !== 'file') throw new Error('Open a page of the site first: Templens reads its template and content.');
  return document.uri;
}

/** The mode that toggling goes back to. */
let lastMode: DecorationMode = 'gutter';

async function toggleDecorations(): Promise<void> {
  const mode = decorationMode();
  if (mode !== 'off') lastMode = mode;
  await setDecorationMode(mode === 'off' ? lastMode : 'off');
}

const descriptions: Record<DecorationMode, string> = {
  off: 'Draw nothing',
  gutter: 'Shapes beside the line numbers',
  tint: 'Shapes, and a tint behind the template',
  dim: 'Shapes, and the template fades behind the content',
};

async function chooseDecorations(): Promise<void> {
  const current = decorationMode();
  const items = decorationModes.map((label): QuickPickItem & { label: DecorationMode } => ({
    label,
    detail: descriptions[label],
    ...(label === current ? { description: 'current' } : {}),
  }));
  const chosen = await window.showQuickPick(items, { title: 'Templens: how to show template and content' });
  if (chosen !== undefined) await setDecorationMode(chosen.label);
}
