import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { addBench } from './bench.ts';
import { addCheck } from './check.ts';
import { addClassify } from './classify.ts';
import { addExplain } from './explain.ts';
import { addExtract } from './extract.ts';
import { addFix } from './fix.ts';
import { addGold } from './gold.ts';
import { addGroups } from './groups.ts';
import { addInit } from './init.ts';
import { addLsp } from './lsp.ts';
import { addParts } from './parts.ts';
import { addReport } from './report.ts';
import { addWatch } from './watch.ts';

/** All commands with their options and help. */
export function templensProgram(): Command {
  const program = new Command('templens')
    .description(manifest.description)
    .version(manifest.version, '-v, --version', 'print the version')
    .exitOverride()
    // Usage errors are reported below, in one sentence.
    .configureOutput({ outputError: () => {} })
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command');
  for (const add of [
    addClassify,
    addCheck,
    addExplain,
    addFix,
    addGroups,
    addParts,
    addReport,
    addExtract,
    addWatch,
    addInit,
    addBench,
    addGold,
    addLsp,
  ])
    add(program);
  return program;
}
