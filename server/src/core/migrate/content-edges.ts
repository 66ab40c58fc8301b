import { contentName, type Item, itemNames, type LaidOutPage, type Layout, type Project, type Values } from './project.ts';

/** A content between what Markdown cannot have at its ends, such as white space. */
export interface ContentEdges {
  before: string;
  html: string;
  after: string;
}

/**
 * The project in which pages have their contents as Markdown. What stands around the contents moves to the layouts, or to values of the pages.
 * @param contents of the pages that are Markdown, by path. @param fewerLines see `Project`
 */
export function withMarkdown(
  project: Project,
  contents: ReadonlyMap<string, ContentEdges & { markdown: string }>,
  fewerLines: number,
): Project {
  if (contents.size === 0) return project;
  const used = new Set(project.layouts.flatMap(({ items }) => [...itemNames(items, project.parts)]));
  const free = (name: string): string => (used.has(name) ? free(`${name}_text`) : name);
  const names = { before: free('before_content'), after: free('after_content') };
  const edgesOf = ({ path, values }: LaidOutPage): ContentEdges =>
    contents.get(path) ?? trimmed(String(values.get(contentName) ?? ''));
  const edges = new Map(project.pages.map(page => [page.path, edgesOf(page)]));
  const layouts = project.layouts.map((layout): Layout => {
    const own = project.pages.filter(page => page.layout === layout.name).map(({ path }) => edges.get(path)!);
    const defaults = new Map(layout.defaults);
    for (const side of ['before', 'after'] as const) {
      const usual = mostCommon(own.map(edge => edge[side]));
      if (usual !== '') defaults.set(names[side], usual);
    }
    return { ...layout, items: withEdges(layout.items, names), defaults };
  });
  const defaultsOf = new Map(layouts.map(({ name, defaults }) => [name, defaults]));
  const pages = project.pages.map((page): LaidOutPage => {
    const edge = edges.get(page.path)!;
    const values = new Map(page.values);
    if (values.has(contentName)) values.set(contentName, edge.html);
    for (const side of ['before', 'after'] as const)
      if (edge[side] !== (defaultsOf.get(page.layout)!.get(names[side]) ?? '')) values.set(names[side], edge[side]);
    const markdown = contents.get(page.path)?.markdown;
    return { ...page, values, ...(markdown !== undefined && { markdown }) };
  });
  const parts = new Map([...project.parts].map(([name, items]) => [name, withEdges(items, names)]));
  const converted = { ...project, parts, pages, fewerLines };
  return { ...converted, layouts: layouts.map(layout => fixedEdges(layout, converted, names)) };
}

/** Cuts white space from the ends of a text. */
export function trimmed(content: string): ContentEdges {
  const html = content.trim();
  const start = content.length - content.trimStart().length;
  return { before: content.slice(0, start), html, after: content.slice(start + html.length) };
}

type EdgeNames = Record<'before' | 'after', string>;

/** Items with slots around the content. */
function withEdges(items: readonly Item[], { before, after }: EdgeNames): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind === 'option') return [{ ...item, items: withEdges(item.items, { before, after }) }];
    if (item.kind !== 'slot' || item.name !== contentName) return [item];
    return [
      { kind: 'slot', name: before },
      { ...item, isTrimmed: true },
      { kind: 'slot', name: after },
    ];
  });
}

/** The layout with its own text in the place of a slot that has one value on all pages. Slots in parts stay. */
function fixedEdges(layout: Layout, { pages, parts }: Project, names: EdgeNames): Layout {
  const own = pages.filter(page => page.layout === layout.name);
  const fixed = new Map<string, string>();
  for (const name of Object.values(names))
    if (own.every(({ values }) => !values.has(name))) fixed.set(name, String(layout.defaults.get(name) ?? ''));
  const items = layout.items.flatMap((item): Item[] => {
    const text = item.kind === 'slot' ? fixed.get(item.name) : undefined;
    if (text === undefined) return [item];
    return text === '' ? [] : [{ kind: 'text', text }];
  });
  const used = itemNames(items, parts);
  const defaults: Values = new Map([...layout.defaults].filter(([name]) => !fixed.has(name) || used.has(name)));
  return { ...layout, items, defaults };
}

function mostCommon(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
