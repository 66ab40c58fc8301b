import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { plainText, slugOf } from '../../../.config/docs-site/headings.mjs';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
const markdown = new MarkdownIt({ html: true });

/** Paths of all Markdown files of the project, but those of test sites and of releases to come. */
export const documents: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: repository,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(path => !/^(?:test\/fixtures\/.*\/pages|\.changeset)\//.test(path));

export const documentText = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** A fenced block: its language, what stands behind that, and its text without the indentation of a list. */
export interface CodeBlock {
  file: string;
  /** From 1, of the fence. */
  line: number;
  language: string;
  name: string;
  text: string;
}

export function codeBlocks(file: string): CodeBlock[] {
  return markdown
    .parse(documentText(file), {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }) => {
      const [language = '', ...name] = info.trim().split(' ');
      return { file, line: map![0] + 1, language, name: name.join(' '), text: content };
    });
}

/** Does a block show what its commands print, and not the commands alone? */
export function showsOutput({ language, text }: CodeBlock): boolean {
  return language === 'console' && !/^(?:\$ .*\n?)*$/.test(text);
}

/** The texts between backquotes, outside of blocks. */
export function codeSpans(file: string): string[] {
  const tokens = markdown.parse(documentText(file), {}).flatMap(token => token.children ?? []);
  return tokens.filter(({ type }) => type === 'code_inline').map(({ content }) => content);
}

/** The targets of links and pictures of a document of the project; those with a scheme are skipped. */
export const linksOf = (file: string): { path: string; fragment: string }[] => linksIn(documentText(file), file);

/** The targets of links and pictures of a document at a path, by paths from where that begins. */
export function linksIn(text: string, file: string): { path: string; fragment: string }[] {
  const tokens = markdown.parse(text, {}).flatMap(token => token.children ?? []);
  const targets = tokens.flatMap(token => token.attrGet('href') ?? token.attrGet('src') ?? []);
  return targets
    .filter(target => !/^[a-z]+:/i.test(target))
    .map(target => {
      const [path = '', fragment = ''] = decodeURI(target).split('#');
      return { path: path === '' ? file : join(dirname(file), path), fragment };
    });
}

/** The fragments that lead to the headings of a document of the project, as GitHub makes them. */
export const fragmentsOf = (file: string): string[] => fragmentsIn(documentText(file));

/** The fragments that lead to the headings of a Markdown text. */
export function fragmentsIn(text: string): string[] {
  const tokens = markdown.parse(text, {});
  const titles = tokens.flatMap((token, at) => (token.type === 'heading_open' ? [tokens[at + 1]!] : []));
  const seen = new Map<string, number>();
  return titles.map(title => slugOf(plainText(title), seen));
}
