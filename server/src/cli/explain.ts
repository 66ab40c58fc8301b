import type { Command } from 'commander';
import { type CheckCode, checkCodes } from 'templens-shared/diagnostics';
import { nearest } from 'templens-shared/nearest';
import { checkSummary } from '../api/check-summary.ts';
import { rulePageText } from '../docs/rule-page.ts';
import type { Colors } from '../report/colors.ts';
import { exitCode, Failure } from './failure.ts';
import { colorsFor, print } from './output.ts';

export function addExplain(program: Command): void {
  program
    .command('explain')
    .summary('show what a finding means and how to fix or ignore it')
    .description('Shows the documentation of a finding; without a code, the list of all codes.')
    .argument('[code]', 'code of the finding, such as template/missing-node')
    .option('--color', 'colours even where stdout is not a terminal')
    .option('--no-color', 'no colours')
    .action(explain);
}

async function explain(given: string | undefined, options: { color?: boolean }): Promise<void> {
  const colors = colorsFor(options.color);
  await print(given === undefined ? codeList(colors) : pageText(rulePageText(codeNamed(given)), colors));
}

/** The code, which may be given without the part before its slash. */
function codeNamed(given: string): CheckCode {
  const name = given.toLowerCase();
  const code = checkCodes.find(code => code === name || code.split('/')[1] === name);
  if (code) return code;
  const near = nearest(name, checkCodes) ?? checkCodes.find(code => code.split('/')[1] === nearest(name, checkNames));
  const suggestion = near ? `Did you mean ${near}?` : 'templens explain lists all codes.';
  throw new Failure(exitCode.usage, `There is no finding with the code "${given}". ${suggestion}`);
}

const checkNames = checkCodes.map(code => code.split('/')[1]!);

function codeList(colors: Colors): string {
  const width = Math.max(...checkCodes.map(code => code.length));
  const lines = checkCodes.map(code => `${colors.bold(code.padEnd(width))}  ${checkSummary(code)}`);
  return `${lines.join('\n')}\n\ntemplens explain CODE shows more.\n`;
}

/** How the pages of an example are written. */
const NOTATION =
  'page-{1..6}.html stands for six pages. {n} is the number of the page, {n==6?A|B} is A on page 6 and B on the others.';

/** Markdown for a terminal: headings and emphasis in bold, examples indented. */
function pageText(markdown: string, colors: Colors): string {
  const readable = markdown
    .replaceAll('```text\n```', 'Nothing is reported.')
    .replaceAll('```text\n', 'Reported:\n\n```text\n')
    .replace(/^## Examples?$/m, heading => (markdown.includes('{n') ? `${heading}\n\n${NOTATION}` : heading));
  let isExample = false;
  const lines = readable.split('\n').flatMap(line => {
    if (line.startsWith('```')) {
      isExample = !isExample;
      const title = line.slice(3).replace(/^\w+/, '').trim();
      return isExample && title ? [`    ${colors.dim(`${title}:`)}`] : [];
    }
    if (isExample) return [line === '' ? '' : `    ${line}`];
    const plain = line.replace(/`([^`]+)`/g, '$1').replace(/\[([^\][]{1,200})\]\([^()]{1,200}\)/g, '$1');
    const heading = /^#+ (.*)$/.exec(plain);
    return [heading ? colors.bold(heading[1]!) : plain.replace(/\*\*(.+?)\*\*/g, (_all, words: string) => colors.bold(words))];
  });
  return lines.join('\n');
}
