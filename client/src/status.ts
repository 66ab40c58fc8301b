import type { RegionsParams } from 'templens-shared/protocol';
import { type Disposable, MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { type ClientState, statusText } from './status-text.ts';

/** The status bar item: the layout of the active page, its number of pages and the page's share of template. */
export class StatusItem implements Disposable {
  readonly #item = window.createStatusBarItem('templens.page', StatusBarAlignment.Right, 101);

  constructor() {
    this.#item.name = 'Templens';
  }

  show(state: ClientState, page: RegionsParams | undefined): void {
    const shown = statusText(state, page);
    if (shown === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = shown.text;
    this.#item.accessibilityInformation = { label: shown.label, role: 'button' };
    const tooltip = new MarkdownString(shown.tooltip);
    tooltip.isTrusted = { enabledCommands: shown.commands };
    this.#item.tooltip = tooltip;
    this.#item.command = commandOf(state);
    this.#item.backgroundColor = state.kind === 'stopped' ? new ThemeColor('statusBarItem.errorBackground') : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Id of the command that a click runs. */
function commandOf(state: ClientState): string | undefined {
  if (state.kind === 'limited') return state.command;
  return state.kind === 'running' ? 'templens.chooseDecorations' : 'templens.showOutput';
}
