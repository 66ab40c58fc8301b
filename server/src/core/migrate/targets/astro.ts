import { slug } from '../names.ts';
import { contentName, type Item, itemNames, type LaidOutPage, type Layout, type Project, renderPage } from '../project.ts';
import { plainAddresses } from './addresses.ts';
import type { Target } from './target.ts';

/** Version of Astro that the projects are written for and tested with: the newest for Node 20. */
const version = '5.18.2';

/**
 * Astro (https://astro.build): layouts with a slot for the content of a page, components for parts, and properties for other values. The text of
 * the site is written as raw text, since the compiler would close elements and read braces.
 */
export const astro: Target = {
  copied: 'static',
  built: 'dist',
  encodings: ['utf8'],
  write(given: Project, _: unknown, others: readonly string[]): Map<string, string> {
    const writer = new AstroWriter(plainAddresses(given));
    const { files: pages, names } = writer.pages(others);
    return new Map([
      ['package.json', packageFile()],
      ['astro.config.mjs', configuration(names)],
      ['.gitignore', 'node_modules/\ndist/\n.astro/\n'],
      ...writer.layouts(),
      ...writer.components(),
      ['src/components/If.astro', optionalBlock],
      ...pages,
    ]);
  },
};

/** Source of the component `If`, which shows its slot if `shown` is true. `{shown && ...}` in a page would not do: Astro would parse the text in it. */
const optionalBlock = `---
const { shown } = Astro.props;
---
{shown && <slot />}
`;

class AstroWriter {
  readonly #project: Project;
  /** Names of the components of parts, as the code uses them. */
  readonly #componentOf = new Map<string, string>();
  /** The parts that the values of pages name, by the name of the value. */
  readonly #choices = new Map<string, Set<string>>();

  constructor(project: Project) {
    this.#project = project;
    const taken = new Set(['If', 'Layout', 'Fragment', 'Astro']);
    for (const part of project.parts.keys()) {
      const base = componentName(part);
      let name = base;
      for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
      taken.add(name);
      this.#componentOf.set(part, name);
    }
    for (const { values } of [...project.layouts.map(({ defaults }) => ({ values: defaults })), ...project.pages])
      for (const [name, value] of values)
        if (typeof value === 'string' && project.parts.has(value))
          this.#choices.set(name, (this.#choices.get(name) ?? new Set()).add(value));
  }

  layouts(): [path: string, text: string][] {
    return this.#project.layouts.map(({ name, items, defaults }) => {
      const used = this.#valuesOf(items).map(own => `${own} = ${literal(defaults.get(own) ?? '')}`);
      return [`src/layouts/${name}.astro`, this.#file(items, used, '../components/')];
    });
  }

  components(): [path: string, text: string][] {
    return [...this.#project.parts].map(([name, items]) => [
      `src/components/${this.#componentOf.get(name)}.astro`,
      this.#file(items, this.#valuesOf(items), './'),
    ]);
  }

  /** Files of pages, and the pages that have another name in the site than Astro gives them, by the path that it gives. */
  pages(others: readonly string[]): { files: [path: string, text: string][]; names: Map<string, string> } {
    const { layouts, pages, parts } = this.#project;
    const layoutOf = new Map(layouts.map(layout => [layout.name, layout]));
    const names = new Map<string, string>();
    const routes = [...others, ...pages.map(({ path }) => path)].map(routeOf);
    const taken = new Set<string>();
    const files = pages.map((page): [string, string] => {
      const isPlain = isRoute(page.path) && !taken.has(routeOf(page.path));
      const path = isPlain ? page.path : freeRoute(page.path, new Set([...routes, ...taken]));
      taken.add(routeOf(path));
      if (path !== page.path) names.set(path, page.path);
      const text = pageFile(page, '../'.repeat(path.split('/').length), layoutOf.get(page.layout)!, parts);
      return [`src/pages/${path.replace(/\.html$/, '')}.astro`, text];
    });
    return { files, names };
  }

  #valuesOf(items: readonly Item[]): string[] {
    return [...itemNames(items, this.#project.parts)].filter(name => name !== contentName);
  }

  /** A layout or component. */
  #file(items: readonly Item[], properties: readonly string[], components: string): string {
    const imports = this.#partsIn(items).map(name => importLine(name, `${components}${name}.astro`));
    const own = properties.length === 0 ? '' : `const { ${properties.join(', ')} } = Astro.props;\n`;
    const head = `${imports.join('')}${own}`;
    return `${head === '' ? '' : `---\n${head}---\n`}${this.#markup(items)}\n`;
  }

  /** Names of the components that items show themselves. */
  #partsIn(items: readonly Item[]): string[] {
    const names = new Set<string>();
    const visit = (item: Item): void => {
      if (item.kind === 'part') names.add(this.#componentOf.get(item.name)!);
      if (item.kind === 'choice') for (const part of this.#choices.get(item.name) ?? []) names.add(this.#componentOf.get(part)!);
      if (item.kind === 'option') item.items.forEach(visit);
    };
    for (const item of tagRuns(items)) {
      if (Array.isArray(item)) continue;
      if (item.kind === 'option') names.add('If');
      visit(item);
    }
    return [...names].sort();
  }

  #markup(items: readonly Item[]): string {
    return tagRuns(items)
      .map(run => (Array.isArray(run) ? expression(run) : this.#item(run)))
      .join('');
  }

  #item(item: Item): string {
    switch (item.kind) {
      case 'text':
        return raw(item.text);
      case 'address':
      case 'beside':
      case 'list':
        throw new Error('Addresses are slots here, and nothing is computed from lists.');
      case 'slot':
        return item.name === contentName ? '<slot />' : `<Fragment set:html={${item.name}} />`;
      case 'option':
        return `<If shown={${item.name}}>${this.#markup(item.items)}</If>`;
      case 'case':
        return expression([item]);
      case 'part':
        return this.#component(item.name);
      case 'choice':
        return [...(this.#choices.get(item.name) ?? [])]
          .sort()
          .map(part => `{${item.name} === ${quoted(part)} && ${this.#component(part)}}`)
          .join('');
    }
  }

  #component(part: string): string {
    const names = itemNames(this.#project.parts.get(part)!, this.#project.parts);
    const component = this.#componentOf.get(part)!;
    const properties = [...names].filter(name => name !== contentName).map(name => ` {${name}}`);
    return `<${component}${properties.join('')}${names.has(contentName) ? `><slot /></${component}>` : ' />'}`;
  }
}

function pageFile(page: LaidOutPage, up: string, layout: Layout, parts: Project['parts']): string {
  const own = new Map(page.values);
  const content = String(own.get(contentName) ?? '');
  own.delete(contentName);
  const properties = [...own].map(([name, value]) => `\n  ${property(name, value)}`).join('');
  // To other pages Astro adds a doctype, unless they are partial.
  const isWhole = /^\s*<!doctype html/i.test(renderPage(layout, page, parts));
  const partial = isWhole ? '' : 'export const partial = true;\n';
  const head = importLine('Layout', `${up}layouts/${layout.name}.astro`) + partial;
  return `---\n${head}---\n<Layout${properties}${properties === '' ? '' : '\n'}>${raw(content)}</Layout>\n`;
}

/** Items, where those of a start tag with values in it are an array. */
function tagRuns(items: readonly Item[]): (Item | Item[])[] {
  const runs: (Item | Item[])[] = [];
  let tag: Item[] | undefined;
  const close = (): void => {
    if (tag) runs.push(...(tag.length > 1 ? [tag] : tag));
    tag = undefined;
  };
  for (const item of mergedTexts(items)) {
    if (item.kind !== 'text') {
      if (tag && isInline(item)) tag.push(item);
      else {
        close();
        runs.push(item);
      }
      continue;
    }
    let { text } = item;
    if (tag) {
      const end = text.indexOf('>') + 1;
      tag.push({ kind: 'text', text: end === 0 ? text : text.slice(0, end) });
      if (end === 0) continue;
      close();
      text = text.slice(end);
    }
    const open = /<[a-z][^<>]*$/i.exec(text);
    const before = open ? text.slice(0, open.index) : text;
    if (before !== '') runs.push({ kind: 'text', text: before });
    if (open) tag = [{ kind: 'text', text: open[0] }];
  }
  close();
  return runs;
}

/** Items with one text in the place of several that follow one another. */
function mergedTexts(items: readonly Item[]): Item[] {
  const merged: Item[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    if (item.kind === 'text' && last?.kind === 'text') merged[merged.length - 1] = { kind: 'text', text: last.text + item.text };
    else merged.push(item);
  }
  return merged;
}

/** True for items that an expression can have: values and texts. */
function isInline(item: Item): boolean {
  if (item.kind === 'option') return item.items.every(isInline);
  return item.kind === 'text' || item.kind === 'case' || (item.kind === 'slot' && item.name !== contentName);
}

/** Items as the HTML of an expression. */
function expression(items: readonly Item[]): string {
  return `<Fragment set:html={${items.length === 1 && items[0]!.kind === 'case' ? choiceOf(items[0]!) : template(items)}} />`;
}

function template(items: readonly Item[]): string {
  return `\`${items.map(inTemplate).join('')}\``;
}

function inTemplate(item: Item): string {
  if (item.kind === 'text') return escaped(item.text);
  if (item.kind === 'option') return `\${${item.name} ? ${template(item.items)} : ''}`;
  if (item.kind === 'case') return `\${${choiceOf(item)}}`;
  return 'name' in item ? `\${${item.name}}` : '';
}

function choiceOf({ name, value, on, off }: Item & { kind: 'case' }): string {
  return `${name} === ${quoted(value)} ? ${literal(on)} : ${literal(off)}`;
}

/** Text as it is. Carriage returns survive in expressions only. */
function raw(text: string): string {
  if (text === '') return '';
  // The compiler drops raw text that is white space only.
  const isRaw = text.trim() !== '' && !/<\/fragment|\r/i.test(text);
  return isRaw ? `<Fragment is:raw>${text}</Fragment>` : `<Fragment set:html={${literal(text)}} />`;
}

/** A property of a component. */
function property(name: string, value: string | boolean): string {
  if (value === true) return name;
  return typeof value === 'string' && /^[^"&{}<>\\`\p{Cc}]*$/u.test(value) ? `${name}="${value}"` : `${name}={${literal(value)}}`;
}

/** A value in JavaScript: lines of text as a template, others quoted. */
function literal(value: string | boolean): string {
  if (typeof value === 'boolean') return String(value);
  return /[\n"']/.test(value) ? `\`${escaped(value)}\`` : quoted(value);
}

function quoted(text: string): string {
  return text.includes("'") || /[\\\p{Cc}\u2028\u2029]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}

/** Text in a template of JavaScript. */
function escaped(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\r', '\\r');
}

/** The name of the component of a part: `site-menu` is `SiteMenu`. */
function componentName(part: string): string {
  const words = part.split('-').map(word => word.slice(0, 1).toUpperCase() + word.slice(1));
  return words.join('').replace(/^(?=\d)/, 'Part');
}

/** True if Astro builds a page of this path from a file of the same name. */
function isRoute(path: string): boolean {
  return path.endsWith('.html') && path.split('/').every(step => /^[a-z0-9][\w.-]*$/i.test(step));
}

/** What the address of a page is for Astro, for which `a.html` and `a/index.html` are one, in upper and lower case. */
function routeOf(path: string): string {
  return `/${path.toLowerCase()}`.replace(/(?:\/index)?\.html$/, '');
}

/** A path like `path` that Astro builds and that is free. */
function freeRoute(path: string, taken: ReadonlySet<string>): string {
  const base = path
    .replace(/\.html$/, '')
    .split('/')
    .map(slug)
    .join('/');
  let route = `${base}.html`;
  for (let number = 2; taken.has(routeOf(route)); number++) route = `${base}-${number}.html`;
  return route;
}

function packageFile(): string {
  const scripts = { build: 'astro build', start: 'astro dev' };
  return `${JSON.stringify({ private: true, type: 'module', scripts, devDependencies: { astro: version } }, null, 2)}\n`;
}

function importLine(names: string, file: string): string {
  return `import ${names} from ${quoted(file)};\n`;
}

/** What a configuration with names of pages imports of Node. */
const nodeImports = [
  ['{ mkdir, rename }', 'fs/promises'],
  ['{ dirname }', 'path'],
  ['{ fileURLToPath }', 'url'],
] as const;

/** @param names pages that have another name in the site, by the path that Astro gives them. */
function configuration(names: ReadonlyMap<string, string>): string {
  const renames = names.size > 0;
  return `// Builds the site in dist: src/pages/ by their layouts, static/ copied as it is.
${
  renames
    ? `${nodeImports.map(([names, module]) => importLine(names, `node:${module}`)).join('')}
// Names that pages have in the site, by the names that Astro builds them with.
const names = ${JSON.stringify(Object.fromEntries(names), null, 2)};

const renamed = {
  name: 'names-of-the-site',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const [built, name] of Object.entries(names)) {
        await mkdir(dirname(folder + name), { recursive: true });
        await rename(folder + built, folder + name);
      }
    },
  },
};
`
    : ''
}
export default {
  build: { format: 'preserve' },
  compressHTML: false,
  publicDir: 'static',
${renames ? '  integrations: [renamed],\n' : ''}};
`;
}
