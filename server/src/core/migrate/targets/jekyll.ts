import { contentName, type Item, itemNames, type LaidOutPage, type Layout, type Project } from '../project.ts';
import { plainAddresses } from './addresses.ts';
import { frontMatter } from './front-matter.ts';
import type { Target } from './target.ts';

/** Jekyll (https://jekyllrb.com). */
export const jekyll: Target = {
  copied: '',
  built: '_site',
  encodings: ['utf8'],
  write(given: Project, _: unknown, others: readonly string[]): Map<string, string> {
    const project = plainAddresses(given);
    const names = [...project.pages.map(({ path }) => path), ...others].flatMap(path => path.split('/'));
    const hidden = new Set(names.filter(name => /^[._#~]/.test(name)));
    const files = new Map([
      ['_config.yml', configuration(hidden)],
      ['Gemfile', "source 'https://rubygems.org'\ngem 'jekyll', '~> 4.3'\n"],
      ['.gitignore', '_site/\n.jekyll-cache/\n'],
    ]);
    if (hidden.has('_posts')) files.set(`${pluginsFolder(hidden)}/no_posts.rb`, noPosts);
    for (const layout of project.layouts)
      files.set(
        `_layouts/${layout.name}.html`,
        frontMatter(layout.defaults) + solid(prelude(layout, project) + template(layout.items)),
      );
    for (const [name, items] of project.parts) files.set(`_includes/parts/${name}.html`, template(items));
    for (const page of project.pages) files.set(page.path, pageFile(page));
    return files;
  },
};

/** The configuration of Jekyll, which skips names that begin with `.`, `_`, `#` or `~` by default. @param hidden names like these */
function configuration(hidden: ReadonlySet<string>): string {
  const include = [...hidden].map(name => `  - ${JSON.stringify(name)}\n`).join('');
  const plugins = pluginsFolder(hidden) === '_plugins' ? '' : `plugins_dir: ${pluginsFolder(hidden)}\n`;
  const included = include === '' ? '' : `include:\n${include}`;
  return `# Builds the site in _site.\nexclude: [Gemfile, Gemfile.lock, MIGRATION.md]\n${plugins}${included}`;
}

/** The folder of the plugins of the project. Files of the site are not run. */
function pluginsFolder(hidden: ReadonlySet<string>): string {
  return hidden.has('_plugins') ? '_plugins_of_project' : '_plugins';
}

/** A plugin for sites with folders `_posts`: Jekyll would build their files a second time, at the addresses of posts. */
const noPosts = `# Files in _posts are built where they are, and not as posts.
class Jekyll::PostReader
  def read_posts(_dir) = []
end
`;

function pageFile({ layout, values }: LaidOutPage): string {
  const own = new Map(values);
  const content = String(own.get(contentName) ?? '');
  own.delete(contentName);
  return frontMatter(own, new Map([['layout', layout]])) + solid(literal(content));
}

/** Jekyll drops the white space after the front matter; this keeps it. */
function solid(text: string): string {
  return /^\s/.test(text) ? `{{ "" }}${text}` : text;
}

/** Names the values of a layout, those of the page first, as its parts use them. */
function prelude({ items, defaults }: Layout, { parts }: Project): string {
  return [...itemNames(items, parts)]
    .filter(name => name !== contentName)
    .map(name => {
      const own = `{% assign ${name} = page.${name} %}`;
      return defaults.has(name) ? `${own}{% if ${name} == nil %}{% assign ${name} = layout.${name} %}{% endif %}` : own;
    })
    .join('');
}

function template(items: readonly Item[]): string {
  let text = '';
  let run = '';
  for (const item of items) {
    if (item.kind === 'text') run += item.text;
    else {
      text += literal(run) + tag(item);
      run = '';
    }
  }
  return text + literal(run);
}

/** Code of template languages is text here; a brace before an own tag must not become part of it. */
function literal(text: string): string {
  return text.replace(/\{(?=[{%]|$)/g, '{{ "{" }}');
}

function tag(item: Exclude<Item, { kind: 'text' }>): string {
  switch (item.kind) {
    case 'address':
    case 'beside':
    case 'list':
      throw new Error('Addresses are slots here, and nothing is computed from lists.');
    case 'slot':
      return `{{ ${item.name} }}`;
    case 'option': {
      const inner = template(item.items);
      // Liquid leaves a block out that has white space only.
      return `{% if ${item.name} %}${inner.trim() === '' ? '{{ "" }}' : ''}${inner}{% endif %}`;
    }
    case 'case':
      return `{% if ${item.name} == "${item.value}" %}{{ "" }}${literal(item.on)}{% else %}{{ "" }}${literal(item.off)}{% endif %}`;
    case 'part':
      return `{% include parts/${item.name}.html %}`;
    case 'choice':
      return `{% if ${item.name} and ${item.name} != "" %}{% include parts/{{ ${item.name} }}.html %}{% endif %}`;
  }
}
