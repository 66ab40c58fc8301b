import { type Command, InvalidArgumentError, Option } from 'commander';
import { exitCode, Failure } from './failure.ts';

interface Transports {
  stdio?: true;
  socket?: string;
  pipe?: string;
  nodeIpc?: true;
  cache: boolean;
}

export function addLsp(program: Command): void {
  program
    .command('lsp')
    .summary('start the language server')
    .description('Starts the language server, for an editor to talk to; give one way of talking.')
    .option('--stdio', 'over standard input and output')
    .option('--socket <port>', 'over a TCP connection to this port', port)
    .option('--pipe <name>', 'over a named pipe')
    .option('--node-ipc', "over Node's own channel to the parent process")
    .option('--no-cache', 'neither use nor write what is kept of sites between runs')
    .addOption(new Option('--clientProcessId <id>', 'end when this process is gone'))
    .action(async ({ stdio, socket, pipe, nodeIpc }: Transports) => {
      const given = [stdio, socket, pipe, nodeIpc].filter(transport => transport !== undefined);
      if (given.length !== 1) throw new Failure(exitCode.usage, 'Give exactly one of --stdio, --socket, --pipe and --node-ipc.');
      const { startLanguageServer } = await import('../lsp/start.ts');
      await startLanguageServer(process.argv.slice(process.argv.indexOf('lsp') + 1)).catch((error: Error) => {
        throw new Failure(exitCode.failed, error.message);
      });
      // The server ends the process.
      await new Promise(() => {});
    });
}

function port(value: string): string {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > 65535) throw new InvalidArgumentError('Give a number from 1 to 65535.');
  return value;
}
