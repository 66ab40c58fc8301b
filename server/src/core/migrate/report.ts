import { firstOf } from 'templens-shared/first-of';
import type { MigrationPreview } from 'templens-shared/migration';
import { type DataEntry, type Item, itemText, type LaidOutPage, type Layout, type Project, usedItems } from './project.ts';
import { limits } from './thresholds.ts';

/** A change of the site's pages that was made before they were converted, or is left to a person. */
export interface Drift {
  /** Name of the part. */
  part: string;
  /** Paths of the pages that had another version than most, sorted. */
  pages: readonly string[];
  /** True if these pages now have the common version. */
  isAdopted: boolean;
  /** Why these pages could not adopt the common version: a sentence. Missing if they did, or were not asked to. */
  reason?: string;
}

/** What a project has, as Markdown for the person who goes on with it. */
export function migrationReport(project: Project, drift: readonly Drift[]): string {
  const described = describeProject(project);
  return [
    '# Migration\n',
    firstSteps(project, drift),
    layoutsSection(described),
    partsSection(described),
    driftSection(project, drift),
    ...dataSection(project),
    ...markdownSection(project),
    fallbackSection(project),
  ].join('\n');
}

function firstSteps({ layouts, pages, parts, fallbacks }: Project, drift: readonly Drift[]): string {
  const alone = layouts.filter(({ name }) => pages.filter(({ layout }) => layout === name).length === 1);
  const steps = [
    'Build the project, change a part, and look at the pages that change.',
    parts.size > 0 ? 'Give parts and slots the names that you use for them.' : '',
    drift.some(({ isAdopted }) => !isAdopted) ? 'Decide which versions of drifted parts are meant (see Drift).' : '',
    alone.length > 0 ? `Look at the layouts of a single page: ${alone.map(({ name }) => `\`${name}\``).join(', ')}.` : '',
    fallbacks.size > 0 ? 'Look at the pages that no layout makes (see Pages as they are).' : '',
  ].filter(step => step !== '');
  return `## First\n\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}\n`;
}

/** The layouts and parts of a project. */
export function describeProject(project: Project): MigrationPreview {
  const { layouts, pages, parts, fallbacks } = project;
  const shown = new Map(layouts.map(layout => [layout, partsOf(layout, project)]));
  return {
    layouts: layouts.map(({ name, items }) => {
      const own = pages.filter(({ layout }) => layout === name);
      const slots = allItems(items).flatMap(item => (item.kind === 'slot' || item.kind === 'case' ? [item.name] : []));
      const examples = own.slice(0, limits.listedNames).map(({ path }) => path);
      return { name, pages: own.length, examples, slots: [...new Set(slots)] };
    }),
    parts: [...parts].map(([name, items]) => ({
      name,
      layouts: layouts.filter(layout => shown.get(layout)!.has(name)).map(layout => layout.name),
      begins: excerpt(items),
    })),
    fallbacks: fallbacks.size,
  };
}

function layoutsSection({ layouts }: MigrationPreview): string {
  const rows = layouts.map(
    ({ name, pages, examples, slots }) => `| \`${name}\` | ${pages} | ${shortList(examples, pages)} | ${shortList(slots)} |\n`,
  );
  return `## Layouts\n\n| layout | pages | such as | slots |\n| --- | --: | --- | --- |\n${rows.join('')}`;
}

function partsSection({ parts }: MigrationPreview): string {
  if (parts.length === 0) return '## Parts\n\nThe layouts have nothing long in common.\n';
  const rows = parts.map(({ name, layouts, begins }) => `| \`${name}\` | ${shortList(layouts)} | ${cell(begins)} |\n`);
  return `## Parts\n\n| part | in the layouts | begins |\n| --- | --- | --- |\n${rows.join('')}`;
}

function driftSection({ layouts, pages }: Project, drift: readonly Drift[]): string {
  const lines = drift.map(
    ({ part, pages: own, isAdopted, reason }) =>
      `- ${part}: ${isAdopted ? 'the common version replaced another one on' : 'another version than on most pages is on'} ${shortList(own)}${reason === undefined ? '' : `. ${reason}`}`,
  );
  for (const layout of layouts) {
    const own = pages.filter(page => page.layout === layout.name);
    // An option may stand in several places.
    const options = new Map<string, Item & { kind: 'option' }>();
    for (const item of allItems(layout.items))
      if (item.kind === 'option' && !options.has(item.name)) options.set(item.name, item);
    for (const option of options.values()) lines.push(...optionDrift(layout, option, own));
  }
  return `## Drift\n\n${lines.length === 0 ? 'None found.' : lines.join('\n')}\n`;
}

/** What few pages of a layout have, or lack, alone. */
function optionDrift({ name, defaults }: Layout, option: Item & { kind: 'option' }, pages: readonly LaidOutPage[]): string[] {
  const isUsual = defaults.get(option.name) === true;
  const others = pages.filter(({ values }) => values.has(option.name) && (values.get(option.name) === true) !== isUsual);
  if (others.length === 0 || others.length > pages.length * limits.driftShare) return [];
  const what = `\`${option.name}\` of \`${name}\` (${cell(excerpt(option.items))})`;
  return [`- ${what} is ${isUsual ? 'missing' : 'only'} on ${shortList(others.map(({ path }) => path))}`];
}

function fallbackSection({ fallbacks }: Project): string {
  if (fallbacks.size === 0) return '## Pages as they are\n\nNone: layouts make all pages.\n';
  return `## Pages as they are\n\n${[...fallbacks].map(([page, reason]) => `- ${page}: ${reason}\n`).join('')}`;
}

function dataSection({ data }: Project): string[] {
  if (!data || data.size === 0) return [];
  const rows = [...data].map(
    ([name, entries]) =>
      `| \`_data/${name}.json\` | ${entries.length} | ${shortList(entries.map(labelOf).filter(label => label !== ''))} |\n`,
  );
  return [`## Data\n\n| list | entries | such as |\n| --- | --: | --- |\n${rows.join('')}`];
}

function labelOf(entry: DataEntry): string {
  if (entry === null) return '';
  return (typeof entry === 'string' ? entry : (entry.label ?? entry.title ?? entry.address ?? '')).replace(/[`|\s]+/g, ' ');
}

function markdownSection({ pages, fewerLines }: Project): string[] {
  if (fewerLines === undefined) return [];
  const others = pages.filter(({ markdown }) => markdown === undefined).map(({ path }) => path);
  const kept = ` Still HTML, since Markdown would not give the same bytes for most of the text: ${shortList(others)}.`;
  return [
    `## Markdown\n\n${pages.length - others.length} of ${pages.length} pages have their content in Markdown.${others.length === 0 ? '' : kept}\n`,
  ];
}

function allItems(items: readonly Item[]): Item[] {
  return items.flatMap(item => (item.kind === 'option' || item.kind === 'list' ? [item, ...allItems(item.items)] : [item]));
}

/** Names of the parts that a layout shows, also those that only the values of its pages name. */
function partsOf({ name, items, defaults }: Layout, { pages, parts }: Project): Set<string> {
  const names = new Set<string>();
  const add = (own: readonly Item[]): void => {
    for (const item of usedItems(own, parts, names)) {
      if (item.kind !== 'choice') continue;
      for (const values of [defaults, ...pages.filter(page => page.layout === name).map(page => page.values)]) {
        const part = String(values.get(item.name) ?? '');
        if (names.has(part) || !parts.has(part)) continue;
        names.add(part);
        add(parts.get(part)!);
      }
    }
  };
  add(items);
  return names;
}

/** @param total number of all names, if `names` has the first ones only. */
function shortList(names: readonly string[], total = names.length): string {
  return firstOf(
    names.map(name => `\`${name}\``),
    limits.listedNames,
    total,
  );
}

/** The first characters of items, on one line. */
function excerpt(items: readonly Item[]): string {
  const text = itemText(items).trim().replace(/\s+/g, ' ');
  return text.length > limits.excerptLength ? `${text.slice(0, limits.excerptLength)}…` : text;
}

/** A text as code in a table. */
function cell(text: string): string {
  return `\`\` ${text.replaceAll('`', "'").replaceAll('|', '\\|')} \`\``;
}
