import { setFlagsFromString } from 'node:v8';
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
  const args = process.argv.slice(2);
  if (args[0] !== 'lsp') optimizeLater();
  // Not awaited here: the language server's command stays open until the server ends the process.
  void runCommandLine(args).then(exit);
}

/**
 * Lets a function run sixteen times as long as V8's default before V8 optimizes it, and inlines less. Most commands
 * end before optimized code pays for the time that optimizing takes: two fifths of the processor time of `check` on 50 pages.
 */
function optimizeLater(): void {
  // The V8 of Node 20. Later ones call the first flag otherwise, and print an error for one that they do not have.
  if (process.versions.v8.startsWith('11.3.'))
    setFlagsFromString('--interrupt-budget=1056000 --max-inlined-bytecode-size-cumulative=300');
}
