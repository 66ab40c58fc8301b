import { Command, CommanderError } from 'commander';
import { nearest } from 'templens-shared/nearest';
import manifest from '../../package.json' with { type: 'json' };
import { addCheck } from './check.ts';
import { addClassify } from './classify.ts';
import { addCrawl } from './crawl.ts';
import { addExplain } from './explain.ts';
import { addExtract } from './extract.ts';
import { exitCode, Failure } from './failure.ts';
import { refuseFilesLikeOptions } from './file-arguments.ts';
import { addFix } from './fix.ts';
import { addGroups } from './groups.ts';
import { addInit } from './init.ts';
import { addLsp } from './lsp.ts';
import { addMigrate } from './migrate.ts';
import { addApply, addModel } from './model.ts';
import { log } from './output.ts';
import { addParts } from './parts.ts';
import { addReport } from './report.ts';
import { addWatch } from './watch.ts';

/** Adds a command, with its options and help, to a program. */
export type AddCommand = (program: Command) => void;

/**
 * Runs one command line, such as `['check', 'site']`, to its end. Returns the exit code; errors are reported on stderr in one sentence.
 * Does not end the process, and leaves `process.exitCode` as it was.
 * @param loadMore loads further commands; called unless the command line names a built-in command other than `help`.
 */
export async function runCommandLine(
  args: readonly string[],
  loadMore: () => Promise<readonly AddCommand[]> = async () => [],
): Promise<number> {
  const before = process.exitCode;
  process.exitCode = undefined;
  const builtIn = newProgram();
  const isBuiltIn = args[0] !== 'help' && builtIn.commands.some(each => each.name() === args[0]);
  const program = isBuiltIn ? builtIn : newProgram(await loadMore());
  try {
    if (takesFiles(program, args[0])) refuseFilesLikeOptions(args.slice(1));
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? exitCode.done);
  } catch (error) {
    return reportError(error, program, args);
  } finally {
    process.exitCode = before;
  }
}

/** Makes the program: the built-in commands and those of `more`, with their options and help. */
export function newProgram(more: readonly AddCommand[] = []): Command {
  const program = new Command('templens')
    .description(manifest.description)
    .version(manifest.version, '-v, --version', 'print the version')
    .exitOverride()
    // Usage errors are reported below, in one sentence.
    .configureOutput({ outputError: () => {} })
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false);
  // Everyday commands first, as --help lists them.
  for (const add of [
    addCheck,
    addFix,
    addExplain,
    addInit,
    addParts,
    addGroups,
    addReport,
    addClassify,
    addExtract,
    addMigrate,
    addModel,
    addApply,
    addCrawl,
    addWatch,
    addLsp,
    ...more,
  ])
    add(program);
  program.command('help [command]').description('show the help of a command').action(showHelp);
  return program;
}

function takesFiles(program: Command, name: string | undefined): boolean {
  const command = program.commands.find(each => each.name() === name);
  return command?.registeredArguments.some(({ variadic }) => variadic) ?? false;
}

/** Prints the help of a command; throws a `Failure` if it is unknown. Commander's own `help` prints that of the program instead, without an error. */
function showHelp(name: string | undefined, _: object, { parent }: Command): void {
  const program = parent!;
  const command = name === undefined ? program : program.commands.find(each => each.name() === name);
  if (command) return command.outputHelp();
  const near = nearest(
    name!,
    program.commands.map(each => each.name()),
  );
  throw new Failure(exitCode.usage, `Unknown command '${name}'.${near ? ` Did you mean ${near}?` : ''} See templens --help.`);
}

/** Reports an error on stderr, an expected one in one sentence; returns the exit code. */
export function reportError(error: unknown, program?: Command, args: readonly string[] = []): number {
  if (error instanceof Failure) {
    log(error.message);
    return error.code;
  }
  if (error instanceof CommanderError) {
    // Help and version, which were asked for; without any command, help is the answer to a wrong usage.
    if (error.exitCode === 0) return exitCode.done;
    if (error.code !== 'commander.help')
      log(
        usageSentence(
          error.message,
          program?.commands.find(each => each.name() === args[0]),
        ),
      );
    return exitCode.usage;
  }
  log(`Something went wrong that should not have; please report it. ${error instanceof Error ? error.stack : String(error)}`);
  return exitCode.failed;
}

/** Converts an error of commander, such as `error: unknown option '--x'\n(Did you mean --y?)`, to a sentence. */
function usageSentence(message: string, command: Command | undefined): string {
  const [what = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  const hint = suggestion.replace(/^\((.*)\)$/, ' $1');
  return `${sentence}.${hint} See templens ${command ? `${command.name()} ` : ''}--help.`;
}
