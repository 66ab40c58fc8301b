import type { EngineName } from 'templens-shared/migration';
import { contentName, dataText, type Item, type LaidOutPage, type Pattern, type Project } from '../project.ts';
import { configuration } from './eleventy-config.ts';
import { markdownPlugin } from './eleventy-markdown.ts';
import { frontMatter } from './front-matter.ts';
import type { PageEncoding, Target } from './target.ts';

/** Version of Eleventy that the projects are written for and tested with. */
const version = '3.1.8';

/** How a template language of Eleventy writes what is not literal. */
interface Syntax {
  extension: string;
  slot(name: string): string;
  /** A slot without the white space at the ends of its value. */
  trimmed(name: string): string;
  /** @param target an expression. */
  address(target: string): string;
  /** An address in a list with absolute ones. @param prefix before relative ones */
  mixed(target: string, prefix: string): string;
  /** A field of an entry. */
  field(name: string): string;
  /** What is shown for the page beside this one, if there is one. */
  beside(list: string, filter: string, inner: string): string;
  /** A loop over the entries of a list. */
  loop(list: string, inner: string, separator: string): string;
  option(name: string, inner: string): string;
  part(name: string): string;
  choice(name: string): string;
}

const nunjucks: Syntax = {
  extension: 'njk',
  slot: name => `{{ ${name} | safe }}`,
  trimmed: name => `{{ ${name} | trim | safe }}`,
  address: target => `{{ ${target} | from_page(file) | safe }}`,
  mixed: (target, prefix) => `{{ ${target} | after(${prefix}) | safe }}`,
  field: name => `{{ ${name} | safe }}`,
  beside: (list, filter, inner) => `{% set entry = ${list} | ${filter}(file) %}{% if entry %}${inner}{% endif %}`,
  loop: (list, inner, separator) =>
    `{% for entry in ${list} %}${inner}${separator === '' ? '' : `{% if not loop.last %}${separator}{% endif %}`}{% endfor %}`,
  option: (name, inner) => `{% if ${name} %}${inner}{% endif %}`,
  part: name => `{% include "parts/${name}.njk" %}`,
  choice: name => `{% if ${name} %}{% include "parts/" + ${name} + ".njk" %}{% endif %}`,
};

const liquid: Syntax = {
  extension: 'liquid',
  slot: name => `{{ ${name} }}`,
  trimmed: name => `{{ ${name} | strip }}`,
  address: target => `{{ ${target} | from_page: file }}`,
  mixed: (target, prefix) => `{{ ${target} | after: ${prefix} }}`,
  field: name => `{{ ${name} }}`,
  beside: (list, filter, inner) => `{% assign entry = ${list} | ${filter}: file %}{% if entry %}${inner}{% endif %}`,
  loop: (list, inner, separator) =>
    `{% for entry in ${list} %}${inner}${separator === '' ? '' : `{% unless forloop.last %}${separator}{% endunless %}`}{% endfor %}`,
  option: (name, inner) => `{% if ${name} %}${inner}{% endif %}`,
  part: name => `{% include "parts/${name}.liquid" %}`,
  // In Liquid, an empty text is true.
  choice: name =>
    `{% if ${name} and ${name} != "" %}{% assign part_file = ${name} | prepend: "parts/" | append: ".liquid" %}{% include part_file %}{% endif %}`,
};

/** Eleventy (https://www.11ty.dev), with layouts in one of its template languages. */
export function eleventy(engine: EngineName): Target {
  const syntax = { nunjucks, liquid }[engine];
  return {
    copied: 'static',
    built: '_site',
    encodings: ['utf8', 'latin1'],
    write(project: Project, encodings: ReadonlyMap<string, PageEncoding>): Map<string, string> {
      const latin1 = project.pages.flatMap(({ path }) => (encodings.get(path) === 'latin1' ? [path] : []));
      const files = new Map([
        ['package.json', packageFile()],
        ['eleventy.config.js', configuration(project, latin1)],
        ['.gitignore', 'node_modules/\n_site/\n'],
        ['pages/pages.11tydata.js', pageData],
      ]);
      if (project.fewerLines !== undefined) files.set('markdown.js', markdownPlugin);
      for (const [name, entries] of project.data ?? []) files.set(`_data/${name}.json`, dataText(entries));
      const { extension } = syntax;
      for (const { name, items, defaults } of project.layouts)
        files.set(`_includes/layouts/${name}.${extension}`, frontMatter(defaults) + template(items, syntax));
      for (const [name, items] of project.parts) files.set(`_includes/parts/${name}.${extension}`, template(items, syntax));
      const taken = new Set(project.pages.map(({ path }) => path));
      for (const page of project.pages) files.set(...pageFile(page, extension, taken));
      return files;
    },
  };
}

/** The file of a page, by its path. @param taken paths of all pages, which no file of another page may have. */
function pageFile(
  { path, layout, values, markdown }: LaidOutPage,
  extension: string,
  taken: ReadonlySet<string>,
): [string, string] {
  const own = new Map(values);
  const content = String(own.get(contentName) ?? '');
  own.delete(contentName);
  const last = new Map([['layout', `layouts/${layout}.${extension}`]]);
  // Eleventy reads pages with one extension only, and gives some names a meaning; `source` keeps the name.
  let file = path;
  if (!path.endsWith('.html') || /\.11ty\.[cm]?js|\.11tydata\./.test(path)) {
    last.set('source', path);
    file = `${path.replace(/\.html$/, '').replaceAll('.11ty', '-11ty')}.page.html`;
    while (taken.has(file)) file = file.replace(/\.html$/, '.page.html');
  }
  if (markdown !== undefined) return [`pages/${file.replace(/\.html$/, '.md')}`, frontMatter(own, last) + markdown];
  return [`pages/${file}`, frontMatter(own, last) + content];
}

/** Length of items in a template language. */
export function templateLength(items: readonly Item[], engine: EngineName): number {
  return template(items, { nunjucks, liquid }[engine]).length;
}

function template(items: readonly Pattern[], syntax: Syntax): string {
  let text = '';
  let literal = '';
  const flush = (): void => {
    // Code of template languages in the page is text here; a brace before an own tag must not become part of it.
    text += literal.replace(/\{(?=[{%#]|$)/g, '{{ "{" }}');
    literal = '';
  };
  for (const item of items) {
    if (item.kind === 'text') literal += item.text;
    else {
      flush();
      text += tag(item, syntax);
      if (item.kind === 'address' && item.form !== 'page') literal = item.target;
    }
  }
  flush();
  return text;
}

function tag(item: Exclude<Pattern, { kind: 'text' }>, syntax: Syntax): string {
  switch (item.kind) {
    case 'address':
      return item.form === 'page' ? syntax.address(JSON.stringify(item.target)) : `{{ ${wayUp[item.form]} }}`;
    case 'slot':
      return item.isTrimmed ? syntax.trimmed(item.name) : syntax.slot(item.name);
    case 'option':
      return syntax.option(item.name, template(item.items, syntax));
    case 'case':
      return caseTag(item, JSON.stringify(item.value), syntax);
    case 'beside':
      return syntax.beside(item.data, item.step === 1 ? 'page_after' : 'page_before', template(item.pattern, syntax));
    case 'list':
      return syntax.loop(item.data, template(item.pattern, syntax), template([{ kind: 'text', text: item.separator }], syntax));
    case 'field':
      return syntax.field(`entry.${item.field}`);
    case 'target': {
      const target = `entry.${item.field}`;
      if (item.form !== 'page' && item.isMixed) return syntax.mixed(target, wayUp[item.form]);
      return item.form === 'page' ? syntax.address(target) : `{{ ${wayUp[item.form]} }}${syntax.field(target)}`;
    }
    case 'mark':
      return caseTag(item, `entry.${item.field}`, syntax);
    case 'part':
      return syntax.part(item.name);
    case 'choice':
      return syntax.choice(item.name);
  }
}

/** @param value an expression. */
function caseTag({ name, on, off }: { name: string; on: string; off: string }, value: string, syntax: Syntax): string {
  const [shown, other] = [on, off].map(text => template([{ kind: 'text', text }], syntax));
  return `{% if ${name} == ${value} %}${shown}${other === '' ? '' : `{% else %}${other}`}{% endif %}`;
}

/** The way up to the root of the site, as a value. */
const wayUp = { root: 'root', dot: 'here' } as const;

function packageFile(): string {
  const scripts = { build: 'eleventy', start: 'eleventy --serve' };
  return `${JSON.stringify({ private: true, type: 'module', scripts, devDependencies: { '@11ty/eleventy': version } }, null, 2)}\n`;
}

const pageData = `// A page is written to the path that its file has below pages/, or to its \`source\`.
const path = data => data.source ?? data.page.inputPath.replace(/^(?:\\.\\/)?pages\\//, '').replace(/\\.md$/, '.html');

export default {
  eleventyComputed: {
    file: path,
    permalink: path,
    root: data => '../'.repeat(path(data).split('/').length - 1),
    here: data => '../'.repeat(path(data).split('/').length - 1) || './',
  },
};
`;
