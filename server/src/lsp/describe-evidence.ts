import type { NodeDifference, NodeEvidence } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import { normaliserNames } from 'templens-shared/findings';
import { escapeMarkdown, markdownCode } from 'templens-shared/markdown';
import { MarkupKind } from 'vscode-languageserver';

/** Another page that has the node, or the template's version of it; line and column are 1-based. */
export interface ExampleLink {
  uri: string;
  page: string;
  line?: number;
  column?: number;
}

/**
 * Describes the verdict on a node in words: its part, how many pages have it, and the template's version where the page differs.
 * @param kind the markup of the result.
 * @param details adds the reason for the label and the counts behind it.
 */
export function describeEvidence(evidence: NodeEvidence, kind: MarkupKind, example?: ExampleLink, details = false): string {
  const markup = kind === MarkupKind.Markdown ? markdown : plain;
  const [change] = evidence.differences.filter(({ kind }) => kind !== 'missing');
  const missing = evidence.differences.filter(({ kind, template }) => kind === 'missing' && template !== undefined);
  const link = example && markup.link(example);
  const blocks = [title(evidence, change, markup)];
  if (change?.template !== undefined) blocks.push(...comparison(change, link, markup));
  else if (!change) blocks.push(count(evidence, missing.length > 0 ? undefined : link));
  if (evidence.correction !== undefined)
    blocks.push(`Corrected by the entry ${markup.code(evidence.correction)} of the setting ${markup.code('labels')}`);
  for (const [index, { template, support }] of missing.entries()) {
    const suchAs = index === 0 && link !== undefined ? `, such as ${link}` : '';
    blocks.push(`Missing here${support ? `; on ${pagesOf(support)}${suchAs}` : ''}:`, markup.block('html', template!));
  }
  if (details) blocks.push(...reasonAndCounts(evidence, markup));
  return blocks.join('\n\n');
}

const verdictWords = { template: 'Template', content: 'Content', deviating: 'Deviating' };

/** The first line: the verdict, the part, and how many pages have this version of the part. */
function title({ verdict, part }: NodeEvidence, change: NodeDifference | undefined, { strong, literal }: Markup): string {
  const how = change?.kind === 'extra' || change?.kind === 'moved' ? ` (${change.kind})` : '';
  const version =
    part && part.versionPages < part.pages ? `, version of ${part.versionPages} of ${counted(part.pages, 'page')}` : '';
  return `${strong(verdictWords[verdict])}${how}${part ? ` · ${literal(part.name)}${version}` : ''}`;
}

/** The template's version and this page's, as a diff. */
function comparison({ template, here, support }: NodeDifference, link: string | undefined, markup: Markup): string[] {
  const lines = (sign: string, text: string) => text.split('\n').map(line => `${sign} ${line}`);
  const suchAs = link === undefined ? '' : `, such as ${link}`;
  return [
    markup.block('diff', [...lines('-', template!), ...lines('+', here ?? '')].join('\n')),
    `${markup.code('-')} on ${support ? pagesOf(support) : 'other pages'}${suchAs}; ${markup.code('+')} on this page`,
  ];
}

/** Says how many pages have the node. */
function count({ label, support, site, segment }: NodeEvidence, link: string | undefined): string {
  const isAlone = support.of === 1;
  const [having, of] = isAlone ? [site.pages, site.of] : [segment ? segment.group : support.pages, support.of];
  if (having <= 1) return `On this page only${link === undefined ? '' : `; compare ${link}`}`;
  const what = segment ? 'The same text on' : label === 'content' ? 'An element like it on' : 'On';
  const suchAs = link === undefined ? '' : `, such as ${link}`;
  return `${what} ${pagesOf({ pages: having, of })}${isAlone ? ' of the site' : ''}${suchAs}`;
}

/** The reason for the node's label, and a list of the counts behind it. */
function reasonAndCounts(evidence: NodeEvidence, { literal, code }: Markup): string[] {
  const { label, score, name, layout, support, site, importance, segment, reason, differences } = evidence;
  const normalisers = [...new Set(differences.flatMap(({ normalisers }) => normalisers))];
  const confidence = label === 'template' ? score : 1 - score;
  const facts = [`Label of ${code(name === '#text' ? 'text' : `<${name}>`)}: ${label}, ${Math.round(confidence * 100)}% sure`];
  if (segment) facts.push(`The same text on ${counted(segment.site, 'page')} of the site`);
  else facts.push(`The same element on ${site.pages} of ${counted(site.of, 'page')} of the site`);
  facts.push(`Layout ${code(layout)}, ${counted(support.of, 'page')}`);
  if (importance !== undefined)
    facts.push(`Importance in the site style tree: ${importance.toFixed(2)} (0 is template, 1 is content)`);
  if (normalisers.length > 0)
    facts.push(`Not seen as a difference here: ${normalisers.map(id => `${normaliserNames[id]} (${id})`).join(', ')}`);
  return [literal(reason), facts.map(fact => `- ${fact}`).join('\n')];
}

const pagesOf = ({ pages, of }: { pages: number; of: number }) => `${pages} of ${counted(of, 'page')}`;

/** Writes pieces of text in one of the formats that clients show. */
interface Markup {
  strong(text: string): string;
  code(text: string): string;
  /** Escapes all markup in a text. */
  literal(text: string): string;
  link(example: ExampleLink): string;
  block(language: string, text: string): string;
}

const placeOf = ({ page, line }: ExampleLink) => (line === undefined ? page : `${page}:${line}`);

const plain: Markup = {
  strong: text => text,
  code: text => text,
  literal: text => text,
  link: placeOf,
  block: (_, text) => text,
};

const markdown: Markup = {
  strong: text => `**${text}**`,
  code: markdownCode,
  literal: escapeMarkdown,
  link: example => {
    const { uri, line, column } = example;
    const target = line === undefined ? uri : `${uri}#L${line},${column}`;
    return `[${escapeMarkdown(placeOf(example))}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  },
  block: (language, text) => {
    // A fence must be longer than any run of backticks inside the block.
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
    const fence = '`'.repeat(longest + 1);
    return `${fence}${language}\n${text}\n${fence}`;
  },
};
