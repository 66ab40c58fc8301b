import { type Connection, DidChangeConfigurationNotification, MessageType } from 'vscode-languageserver';
import type { ClientFeatures } from './client-features.ts';
import { showMessage } from './messages.ts';
import { type EditorSettings, readEditorSettings } from './settings.ts';

const section = 'templens';

/** The `templens` section of the editor's settings, pushed by the client or pulled from it. */
export class EditorConfiguration {
  readonly #connection: Connection;
  readonly #client: ClientFeatures;
  /** What the client sent with `initialize` or `workspace/didChangeConfiguration`. */
  #pushed: unknown;
  readonly #reported = new Set<string>();

  constructor(connection: Connection, client: ClientFeatures, initial: unknown) {
    this.#connection = connection;
    this.#client = client;
    this.#pushed = sectionOf(initial) ?? initial;
  }

  /** Asks the client to send notifications when the settings change. */
  async register(): Promise<void> {
    if (this.#client.registersConfiguration) {
      await this.#connection.client.register(DidChangeConfigurationNotification.type, { section });
    }
  }

  /**
   * Stores pushed settings.
   * @param settings the settings in the parameters of `workspace/didChangeConfiguration`.
   */
  changed(settings: unknown): void {
    this.#pushed = sectionOf(settings) ?? this.#pushed;
  }

  /** The settings for the workspace folder with this URI. Each invalid setting is reported once a session. */
  async settingsFor(folder: string): Promise<EditorSettings> {
    const pulled: unknown = this.#client.pullsConfiguration
      ? await this.#connection.workspace.getConfiguration({ scopeUri: folder, section })
      : undefined;
    const settings = readEditorSettings(pulled ?? this.#pushed);
    for (const problem of settings.problems) {
      if (!this.#reported.has(problem)) showMessage(this.#connection, MessageType.Warning, problem);
      this.#reported.add(problem);
    }
    return settings;
  }
}

/** The section in an object of settings; undefined if none exists. */
function sectionOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>)[section] : undefined;
}
