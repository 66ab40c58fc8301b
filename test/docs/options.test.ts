import { describe, expect, test } from 'vitest';
import { newProgram } from '../../server/src/cli/program.ts';
import { commands } from '../../server/src/lab/cli/commands.ts';
import { codeBlocks, codeSpans, documents, documentText } from './support/documents.ts';

/** The options of each command, of a command's command by both names: `gold check`. */
const helps = new Map(commandsOf(newProgram(commands)));

function commandsOf(program: ReturnType<typeof newProgram>, parents = ''): [string, Set<string>][] {
  return program.commands.flatMap(command => {
    const name = `${parents}${command.name()}`;
    const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
    return [[name, new Set(['--help', ...options])], ...commandsOf(command, `${name} `)];
  });
}

const optionsIn = (text: string): string[] => [...text.matchAll(/(?<![\w-])--[a-z][\w-]+/gi)].map(([option]) => option);

describe('the options in the documents', () => {
  test('of each command are in its help', () => {
    const sections = documentText('docs/cli.md')
      .split(/^## /m)
      .filter(section => section.startsWith('`templens '));
    expect(sections.length).toBeGreaterThan(10);
    const unknown = sections.flatMap(section => {
      const name = /^`templens (\w+)/.exec(section)![1]!;
      const own = new Set(
        [...helps].filter(([command]) => command.split(' ')[0] === name).flatMap(([, options]) => [...options]),
      );
      const listed = [...section.matchAll(/^- `(--[\w-]+)/gm)].map(match => match[1]!);
      return listed.filter(option => !own.has(option)).map(option => `${name} ${option}`);
    });
    expect(unknown).toEqual([]);
  });

  test('are all documented, by the command that has them', () => {
    const shared = documentText('docs/cli.md').split('## Options of extractors')[0]!;
    const undocumented = [...helps].flatMap(([name, options]) => {
      const heading = `## \`templens ${name.split(' ')[0]}`;
      const section = documentText('docs/cli.md').split(heading)[1]?.split(/^## /m)[0] ?? '';
      const named = new Set([...optionsIn(shared), ...optionsIn(section)]);
      return [...options].filter(option => option !== '--help' && !named.has(option)).map(option => `${name} ${option}`);
    });
    expect(undocumented).toEqual([]);
  });

  test('in commands of examples are in the help of the command', () => {
    const commands = documents
      .flatMap(file => codeBlocks(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\btemplens (gold (?:check|import-teco)|[a-z]+) ([^\n|&>]*)/g)].map(([, name, rest]) => ({
          file,
          name: name!,
          rest: rest!,
        })),
      )
      .filter(({ name }) => helps.has(name));
    expect(commands.length).toBeGreaterThan(10);
    const unknown = commands.flatMap(({ file, name, rest }) =>
      optionsIn(rest)
        .filter(option => !helps.get(name)!.has(option))
        .map(option => `${file}: ${name} ${option}`),
    );
    expect(unknown).toEqual([]);
  });

  test('anywhere in the text for users exist', () => {
    const known = new Set([...helps.values()].flatMap(options => [...options]));
    const files = documents.filter(file =>
      /^(?:README|docs\/(?:cli|ci|configuration|directives|editors|findings|grouping|parts|threat-model)|client\/)/.test(file),
    );
    expect(files.length).toBeGreaterThan(8);
    // Commands of other programs, and comments of pages, have options of their own.
    const spans = files.flatMap(file => codeSpans(file).map(text => ({ file, text })));
    const unknown = spans
      .filter(({ text }) => !/^(?:npm|node|git|code|<!--)/.test(text))
      .flatMap(({ file, text }) => optionsIn(text).map(option => ({ file, option })))
      .filter(({ option }) => !known.has(option));
    expect(unknown).toEqual([]);
  });
});
