import { realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { printableLines } from 'templens-shared/printable';
import {
  type Connection,
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import manifest from '../../package.json' with { type: 'json' };
import { userCacheFolder } from '../site/cache/cache-folder.ts';
import { loadConfiguration } from '../site/configuration.ts';
import { startEngineWorker } from '../site/engine-handle.ts';
import { reasonOf } from '../site/error-reason.ts';
import { readPage } from '../site/read-page.ts';
import { watchSite } from '../site/watcher.ts';
import { HeaderGuard } from './header-guard.ts';
import { serve } from './server.ts';

/**
 * Serves the client that `argv` leads to: `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME`, where the client listens on the
 * socket or pipe. Resolves when the connection stands and rejects with a sentence when it cannot; the process ends with `exit`, with
 * the connection, or when the process named by `--clientProcessId` (watched by the library) or by `initialize` is gone.
 */
export async function startLanguageServer(argv: readonly string[]): Promise<void> {
  const client = await connection(argv);
  const cache = argv.includes('--no-cache') ? undefined : userCacheFolder();
  // Whatever was forgotten to be awaited must not take the server down.
  process.on('unhandledRejection', reason => client.console.error(reason instanceof Error ? `${reason.stack}` : String(reason)));
  serveHere(client, cache);
}

/** Serves a client on two streams, and keeps nothing between runs. The streams do not end the process, `exit` does. */
export function serveStreams(input: Readable, output: Writable): void {
  serveHere(createConnection(ProposedFeatures.all, new StreamMessageReader(input), new StreamMessageWriter(output)));
}

function serveHere(client: Connection, cache?: string): void {
  serve(client, { cache, startEngine: startEngineWorker, loadConfiguration, watchSite, realPath, readPage }, manifest.version);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function connection(argv: readonly string[]): Promise<Connection> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      stdio: { type: 'boolean' },
      'node-ipc': { type: 'boolean' },
      'no-cache': { type: 'boolean' },
      socket: { type: 'string' },
      pipe: { type: 'string' },
      clientProcessId: { type: 'string' },
    },
  });
  if (values.stdio) return createConnection(ProposedFeatures.all, guarded(process.stdin), process.stdout);
  if (values['node-ipc']) return overNodeChannel();
  if (values.pipe !== undefined) return over(await connected(connect(values.pipe), `the pipe ${values.pipe}`));
  if (values.socket === undefined) throw new Error('Give one of --stdio, --socket, --pipe and --node-ipc.');
  const port = Number(values.socket);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`${values.socket} is not a port; give --socket a number from 1 to 65535.`);
  return over(await connected(connect(port, '127.0.0.1'), `port ${port} of this machine`));
}

function overNodeChannel(): Connection {
  if (process.send === undefined)
    throw new Error('There is no channel to a parent process; start the server with fork() for --node-ipc.');
  const result = createConnection(ProposedFeatures.all, new IPCMessageReader(process), new IPCMessageWriter(process));
  // The library ends the process with its streams, but not with this channel.
  process.on('disconnect', () => process.exit(1));
  return result;
}

function connected(socket: Socket, what: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', error => reject(new Error(`No client listens at ${what}: ${reasonOf(error)}.`)));
  });
}

function over(socket: Socket): Connection {
  return createConnection(ProposedFeatures.all, guarded(socket), socket);
}

/** What the client says, as long as it makes sense; else the server ends with a sentence. */
function guarded(input: Readable): Readable {
  const guard = new HeaderGuard(sentence => {
    process.stderr.write(`templens: ${printableLines(sentence)}\n`, () => process.exit(exitCode));
  });
  input.on('error', () => guard.end());
  input.on('close', () => guard.end());
  return input.pipe(guard);
}

/** As the command line's for work that could not be done. */
const exitCode = 3;
