import { offerLab } from '../with-lab.ts';
import { exit, handleOutputErrors } from './output.ts';
import { reportError, runCommandLine as run } from './program.ts';

offerLab();

/** Runs one command line, including the commands of `lab/`, and returns its exit code: see `runCommandLine` of program.ts. */
export const runCommandLine = (args: readonly string[]): Promise<number> =>
  run(args, async () => (await import('../lab/cli/commands.ts')).commands);

/** Loads the module of the language server, for programs that run it in their own process, such as tests. */
export const languageServer = (): Promise<typeof import('../lsp/start.ts')> => import('../lsp/start.ts');

/** Runs the command line of this process and ends the process with its exit code. */
export function main(): void {
  handleOutputErrors();
  process.on('uncaughtException', error => void exit(reportError(error)));
  // Not awaited here: the language server's command stays open until the server ends the process.
  void runCommandLine(process.argv.slice(2)).then(exit);
}
