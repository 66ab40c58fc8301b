import { overviewChangedMethod, type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import { type Disposable, EventEmitter, type LogOutputChannel, Uri } from 'vscode';
import { LanguageClient, type LanguageClientOptions, State, type StaticFeature, TransportKind } from 'vscode-languageclient/node';
import { settingsForServer } from './settings.ts';
import type { ClientState } from './status-text.ts';

/** Languages whose documents may be pages; which of them are is for the server's `include` globs to say. */
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
  /** Layouts, parts or findings changed. */
  readonly onOverview = this.#overview.event;

  /** `module` is the path of the bundled server. */
  constructor(module: string, output: LogOutputChannel) {
    this.#module = module;
    this.#output = output;
  }

  /** Starts the server, or starts it anew. A failure is shown to the user and reported by `onState`. */
  async start(): Promise<void> {
    await this.stop();
    const client = new LanguageClient(
      'templens',
      'Templens',
      { module: this.#module, transport: TransportKind.ipc },
      clientOptions(this.#output),
    );
    client.registerFeature(ownCapabilities);
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

  /** The connection; throws a sentence for the user when there is none. */
  running(): LanguageClient {
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

/** Declares that this client draws regions, shows the pages with a node, and has a view of the sites. */
const ownCapabilities: StaticFeature = {
  fillClientCapabilities: capabilities => {
    capabilities.experimental = {
      ...capabilities.experimental,
      templensRegions: true,
      templensPeek: true,
      templensOverview: true,
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
