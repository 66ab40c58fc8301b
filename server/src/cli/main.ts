import { CommanderError } from 'commander';
import { exitCode, Failure } from './failure.ts';
import { exit, log, watchOutput } from './output.ts';
import { templensProgram } from './program.ts';

const program = templensProgram();

/** Reports the error, an expected one in one sentence; returns the exit code. */
function report(error: unknown): number {
  if (error instanceof Failure) {
    log(error.message);
    return error.code;
  }
  if (error instanceof CommanderError) {
    // Help and version, which were asked for; without any command, help is the answer to a wrong usage.
    if (error.exitCode === 0) return exitCode.done;
    if (error.code !== 'commander.help') log(usageSentence(error.message));
    return exitCode.usage;
  }
  log(`Something went wrong that should not have; please report it. ${error instanceof Error ? error.stack : String(error)}`);
  return exitCode.failed;
}

/** Commander's `error: unknown option '--x'\n(Did you mean --y?)`, as a sentence. */
function usageSentence(message: string): string {
  const [what = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  const hint = suggestion.replace(/^\((.*)\)$/, ' $1');
  const command = program.commands.find(candidate => candidate.name() === process.argv[2]);
  return `${sentence}.${hint} See templens ${command ? `${command.name()} ` : ''}--help.`;
}

watchOutput();
process.on('uncaughtException', error => void exit(report(error)));
// Not awaited here: the language server's command stays open until the server ends the process.
program.parseAsync().then(
  () => exit(Number(process.exitCode ?? exitCode.done)),
  error => exit(report(error)),
);
