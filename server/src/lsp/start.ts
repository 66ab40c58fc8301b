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
import { startMigration } from '../migration/migration-handle.ts';
import { userCacheFolder } from '../site/cache/cache-folder.ts';
import { loadConfiguration } from '../site/configuration.ts';
import { startEngineWorker } from '../site/engine-handle.ts';
import { reasonOf } from '../site/error-reason.ts';
import { readPage } from '../site/read-page.ts';
import { watchSite } from '../site/watcher.ts';
import { HeaderGuard } from './header-guard.ts';
import { serve } from './server.ts';

/**
 * Connects to the client by the transport in `argv` and serves it: `--stdio`, `--node-ipc`, or `--socket=PORT` or `--pipe=NAME`, on which the
 * client listens. `--no-cache` turns the cache on disk off. Rejects with a sentence if it cannot connect. The process ends on `exit`, when the
 * connection closes, or when the client's process ends, whose id is in `--clientProcessId` (the library watches it) or in `initialize`.
 */
export async function startLanguageServer(argv: readonly string[]): Promise<void> {
  const client = await connectClient(argv);
  const cache = argv.includes('--no-cache') ? undefined : userCacheFolder();
  // A promise that is not awaited by mistake must not end the server.
  process.on('unhandledRejection', reason => client.console.error(reason instanceof Error ? `${reason.stack}` : String(reason)));
  serveConnection(client, cache);
}

/** Serves a client on two streams without a cache on disk. The end of the streams does not end the process; `exit` does. */
export function serveStreams(input: Readable, output: Writable): void {
  serveConnection(createConnection(ProposedFeatures.all, new StreamMessageReader(input), new StreamMessageWriter(output)));
}

function serveConnection(client: Connection, cache?: string): void {
  const dependencies = { startEngine: startEngineWorker, startMigration, loadConfiguration, watchSite, realPath, readPage };
  serve(client, { cache, ...dependencies }, manifest.version);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function connectClient(argv: readonly string[]): Promise<Connection> {
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
  if (values.pipe !== undefined) return connectionOver(await connected(connect(values.pipe), `the pipe ${values.pipe}`));
  if (values.socket === undefined) throw new Error('Give one of --stdio, --socket, --pipe and --node-ipc.');
  const port = Number(values.socket);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`${values.socket} is not a port; give --socket a number from 1 to 65535.`);
  return connectionOver(await connected(connect(port, '127.0.0.1'), `port ${port} of this machine`));
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

function connectionOver(socket: Socket): Connection {
  return createConnection(ProposedFeatures.all, guarded(socket), socket);
}

/** The client's bytes as long as its messages have valid lengths; otherwise prints a sentence and ends the process. */
function guarded(input: Readable): Readable {
  const guard = new HeaderGuard(sentence => {
    process.stderr.write(`templens: ${printableLines(sentence)}\n`, () => process.exit(exitCode));
  });
  input.on('error', () => guard.end());
  input.on('close', () => guard.end());
  return input.pipe(guard);
}

/** The same as the command line's exit code for work that could not be done. */
const exitCode = 3;
