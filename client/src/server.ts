import { overviewChangedMethod, type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import { type Disposable, EventEmitter, type LogOutputChannel, Uri } from 'vscode';
import { LanguageClient, type LanguageClientOptions, State, type StaticFeature, TransportKind } from 'vscode-languageclient/node';
import { settingsForServer } from './settings.ts';
import type { ClientState } from './status-text.ts';

/** Ids of the languages whose documents may be pages; the server decides by the setting `include` which of them are. */
export const pageLanguages = [
  'html',
  'php',
  'twig',
  'handlebars',
  'django-html',
  'jinja-html',
  'jinja',
  'nunjucks',
  'liquid',
  'erb',
  'blade',
  'smarty',
  'razor',
  'ejs',
];

/** The language server's process and the connection to it. */
export class Server implements Disposable {
  readonly #module: string;
  readonly #output: LogOutputChannel;
  readonly #state = new EventEmitter<ClientState>();
  readonly #regions = new EventEmitter<RegionsParams>();
  readonly #overview = new EventEmitter<undefined>();
  #client: LanguageClient | undefined;

  readonly onState = this.#state.event;
  readonly onRegions = this.#regions.event;
  /** Fires when layouts, parts or findings change. */
  readonly onOverview = this.#overview.event;

  /** @param module path of the bundled server. */
  constructor(module: string, output: LogOutputChannel) {
    this.#module = module;
    this.#output = output;
  }

  /** Starts or restarts the server. Never rejects: an error goes to the output channel, and `onState` reports the state. */
  async start(): Promise<void> {
    await this.stop();
    const client = new LanguageClient(
      'templens',
      'Templens',
      { module: this.#module, transport: TransportKind.ipc },
      clientOptions(this.#output),
    );
    client.registerFeature(experimentalCapabilities);
    client.onNotification(regionsMethod, (message: RegionsParams) => this.#regions.fire(message));
    client.onNotification(overviewChangedMethod, () => this.#overview.fire(undefined));
    client.onDidChangeState(({ newState }) => this.#state.fire(clientState(newState)));
    this.#client = client;
    await client.start().catch(error => this.#output.error(error));
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.dispose().catch(error => this.#output.error(error));
  }

  /** Returns the connection to the server. Throws an error with a message for the user if the server is not running. */
  runningClient(): LanguageClient {
    if (!this.#client?.isRunning()) throw new Error('The Templens language server is not running.');
    return this.#client;
  }

  dispose(): void {
    void this.stop();
    this.#state.dispose();
    this.#regions.dispose();
    this.#overview.dispose();
  }
}

function clientOptions(outputChannel: LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: pageLanguages.map(language => ({ scheme: 'file', language })),
    outputChannel,
    middleware: {
      workspace: {
        configuration: (params, token, next) =>
          Promise.all(
            params.items.map(async item => {
              if (item.section === 'templens')
                return settingsForServer(item.scopeUri === undefined ? undefined : Uri.parse(item.scopeUri));
              const [value] = (await next({ items: [item] }, token)) as unknown[];
              return value;
            }),
          ),
      },
    },
  };
}

/** Declares experimental capabilities: this client draws regions, compares versions of parts, lists further actions, and has a view of the sites. */
const experimentalCapabilities: StaticFeature = {
  fillClientCapabilities: capabilities => {
    capabilities.experimental = {
      ...capabilities.experimental,
      templensRegions: true,
      templensCompare: true,
      templensOverview: true,
      templensMore: true,
    };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

function clientState(state: State): ClientState {
  switch (state) {
    case State.Running:
      return { kind: 'running' };
    case State.Starting:
      return { kind: 'starting' };
    default:
      return { kind: 'stopped', reason: 'The language server is not running; its output says why.' };
  }
}
