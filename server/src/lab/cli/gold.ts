import { Argument, type Command } from 'commander';
import { type DataSetName, dataSetNames } from '../datasets/names.ts';

/** Adds the commands of `gold`. Their code is loaded when one runs, because it includes an HTML5 parser that would delay every other command. */
export function addGold(program: Command): void {
  const gold = program
    .command('gold')
    .summary('check gold labels, or make them out of labelled pages')
    .description('Works on gold labels: a folder with gold.json and its pages in the folder pages. See docs/lab/gold.md.')
    .helpCommand(false);
  gold
    .command('check')
    .summary('say what is wrong with gold labels')
    .description(
      'Says what is wrong with the gold labels of a site or of a corpus of sites, a sentence a problem; exit code 1 if anything is.',
    )
    .argument('[folder]', 'folder with gold.json, or a folder of such folders', '.')
    .option('--page <page>', 'print the labels of this page instead, a line a node')
    .action(async (folder: string, { page }: { page?: string }) => {
      const { checkGold, printGoldOutline } = await import('./gold-actions.ts');
      if (page === undefined) await checkGold(folder);
      else await printGoldOutline(folder, page);
    });
  gold
    .command('datasets')
    .summary('say where published data sets are, or check one that was downloaded')
    .description(
      'Lists published data sets of content extraction: address, licence, files, number of pages. With a folder, checks what is in it; exit ' +
        'code 1 if anything is wrong. Fetches nothing.',
    )
    .addArgument(new Argument('[name]', 'data set').choices([...dataSetNames]))
    .argument('[folder]', 'where it was downloaded to')
    .action(async (name: DataSetName | undefined, folder: string | undefined) => {
      const { dataSetsCommand } = await import('./data-set-actions.ts');
      await dataSetsCommand(name, folder);
    });
  gold
    .command('import-teco')
    .summary('make gold labels out of pages labelled as those of the TECO suite')
    .description(
      'Reads pages whose classes TECO_notTemplate, TECO_mainContent ... say what is template, and writes a gold folder: gold.json and the ' +
        'pages without these classes.',
    )
    .argument('<folder|file>', 'the labelled pages')
    .requiredOption('--out <folder>', 'where the gold folder goes; empty or not there')
    .option('--site <name>', 'short name of the site (default: the name of the folder or file)')
    .option('--category <name>', 'kind of site')
    .action(async (source: string, options: { out: string; site?: string; category?: string }) => {
      const { importTecoPages } = await import('./gold-actions.ts');
      await importTecoPages(source, options);
    });
}
