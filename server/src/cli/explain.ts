import { type Command, Help } from 'commander';
import { checkCodes } from 'templens-shared/findings';
import { checkSummary } from '../api/command-line.ts';
import { rulePageText } from '../docs/rule-page.ts';
import type { Colors } from '../report/colors.ts';
import { judgementsText } from '../report/judgements.ts';
import { codeNamed } from './check-code.ts';
import { exitCode, Failure } from './failure.ts';
import { withIndexedSite } from './indexed-site.ts';
import type { SiteOptions } from './options.ts';
import { colorsFor, print } from './output.ts';
import { selectedPages, selectionOf } from './page-selection.ts';

export function addExplain(program: Command): void {
  program
    .command('explain')
    .summary('show what a finding means and how to fix or ignore it')
    .description(
      'Shows the documentation of a finding; without a code, the list of all codes. With --page, what a page is compared with, and why its findings are reported or not.',
    )
    .argument('[code]', 'code of the finding, such as template/missing-node')
    .option('--page <file>', 'a page of a site: all that was found on it, and why it is reported or not')
    .option('--site <folder>', 'with --page: folder of the site (default: as check FILE finds it)')
    .option('--color', 'colours even where stdout is not a terminal')
    .option('--no-color', 'no colours')
    .action(explain);
}

interface ExplainOptions {
  page?: string;
  site?: string;
  color?: boolean;
}

async function explain(given: string | undefined, options: ExplainOptions): Promise<void> {
  const colors = colorsFor(options.color);
  if (options.page !== undefined) {
    if (given !== undefined) throw new Failure(exitCode.usage, 'Give a code or --page FILE, not both.');
    const { page, site, ...others } = options;
    return explainPage(page, site, { ...others, gitignore: true, cache: true }, colors);
  }
  if (options.site !== undefined) throw new Failure(exitCode.usage, 'Give --site together with --page.');
  await print(given === undefined ? codeList(colors) : pageText(rulePageText(codeNamed(given)), colors));
}

/** Prints what a page is compared with, and why its findings are reported or not. */
async function explainPage(file: string, site: string | undefined, options: SiteOptions, colors: Colors): Promise<void> {
  const selection = await selectionOf([file], site === undefined ? {} : { site });
  await withIndexedSite(
    selection.root,
    options,
    async site => {
      const layouts = await site.opened.layouts();
      for (const page of selectedPages(site, selection, {})) {
        const judgements = await site.opened.judgements(page);
        const surroundings = { regions: await site.opened.regions(page), layouts };
        site.progress.clear();
        await print(judgementsText(page, judgements, surroundings, colors));
      }
    },
    { checks: true },
  );
}

function codeList(colors: Colors): string {
  const width = Math.max(...checkCodes.map(code => code.length));
  const lines = checkCodes.map(code => `${colors.bold(code.padEnd(width))}  ${checkSummary(code)}`);
  return `${lines.join('\n')}\n\ntemplens explain CODE shows more.\n`;
}

/** Explains the notation of pages in examples. */
const NOTATION =
  'page-{1..6}.html stands for six pages. {n} is the number of the page, {n==6?A|B} is A on page 6 and B on the others.';

/** Width of running text in columns: the terminal's, but at most 100, which is still easy to read. */
const columns = (): number => Math.min(process.stdout.columns ?? 80, 100);

/** Formats Markdown for a terminal: wraps paragraphs, prints headings and emphasis in bold, and indents examples. */
function pageText(markdown: string, colors: Colors): string {
  const readable = markdown
    .replaceAll('```text\n```', 'Nothing is reported.')
    .replaceAll('```text\n', 'Reported:\n\n```text\n')
    .replace(/^## Examples?$/m, heading => (markdown.includes('{n') ? `${heading}\n\n${NOTATION}` : heading));
  // The separator has a capturing group, so every second piece is an example.
  const pieces = readable.split(/^```(.*\n[\s\S]*?)^```$/m);
  return pieces.map((piece, index) => (index % 2 === 1 ? exampleText(piece, colors) : proseText(piece, colors))).join('');
}

/** An example, indented, below the name of its file. */
function exampleText(example: string, colors: Colors): string {
  const [first = '', ...lines] = example.trimEnd().split('\n');
  const title = first.replace(/^\w+/, '').trim();
  const code = lines.map(line => (line === '' ? '' : `    ${line}`));
  return [...(title === '' ? [] : [`    ${colors.dim(`${title}:`)}`]), ...code].join('\n');
}

function proseText(prose: string, colors: Colors): string {
  return prose.replace(/^\S.*(?:\n(?!- ) *\S.*)*/gm, paragraph => {
    const text = paragraph
      .split('\n')
      .map(line => line.trim())
      .join(' ')
      .replace(/\[([^\][]{1,200})\]\([^()]{1,200}\)/g, '$1')
      .replace(/\*\*(.+?)\*\*/g, (_, words: string) => colors.bold(words));
    const heading = /^#+ (.*)$/.exec(text);
    if (heading) return colors.bold(heading[1]!.replaceAll('`', ''));
    const code = colors.isColorSupported ? text.replace(/`([^`]+)`/g, (_, words: string) => colors.cyan(words)) : text;
    const isItem = text.startsWith('- ');
    const wrapped = new Help().boxWrap(code, columns() - (isItem ? 2 : 0));
    return isItem ? wrapped.replaceAll('\n', '\n  ') : wrapped;
  });
}
