import { contentName, type Item, type LaidOutPage, type Project } from '../project.ts';
import { frontMatter } from './front-matter.ts';
import type { PageEncoding, Target } from './target.ts';

/** Version of Eleventy that the projects are written for and tested with. */
const version = '3.1.8';

/** Eleventy (https://www.11ty.dev) with layouts in Nunjucks. */
export const eleventy: Target = {
  copied: 'static',
  write(project: Project, encodings: ReadonlyMap<string, PageEncoding>): Map<string, string> {
    const latin1 = project.pages.flatMap(({ path }) => (encodings.get(path) === 'latin1' ? [path] : []));
    const files = new Map([
      ['package.json', packageFile()],
      ['eleventy.config.js', configuration(latin1)],
      ['.gitignore', 'node_modules/\n_site/\n'],
      ['pages/pages.11tydata.js', pageData],
    ]);
    for (const { name, items, defaults } of project.layouts)
      files.set(`_includes/layouts/${name}.njk`, frontMatter(defaults) + template(items));
    for (const [name, items] of project.parts) files.set(`_includes/parts/${name}.njk`, template(items));
    for (const page of project.pages) files.set(...pageFile(page));
    return files;
  },
};

function pageFile({ path, layout, values }: LaidOutPage): [string, string] {
  const own = new Map(values);
  const content = String(own.get(contentName) ?? '');
  own.delete(contentName);
  const last = new Map([['layout', `layouts/${layout}.njk`]]);
  // Eleventy reads pages with one extension only; `source` keeps the name.
  const isHtml = path.endsWith('.html');
  if (!isHtml) last.set('source', path);
  return [`pages/${path}${isHtml ? '' : '.page.html'}`, frontMatter(own, last) + content];
}

function template(items: readonly Item[]): string {
  let text = '';
  let literal = '';
  const flush = (): void => {
    // Code of template languages in the page is text here; a brace before an own tag must not become part of it.
    text += literal.replace(/\{(?=[{%#]|$)/g, '{{ "{" }}');
    literal = '';
  };
  for (const item of items) {
    if (item.kind === 'text') literal += item.text;
    else if (item.kind === 'address' && item.form === 'root') {
      flush();
      text += '{{ root }}';
      literal = item.target;
    } else {
      flush();
      text += tag(item);
    }
  }
  flush();
  return text;
}

function tag(item: Exclude<Item, { kind: 'text' }>): string {
  switch (item.kind) {
    case 'address':
      return `{{ ${JSON.stringify(item.target)} | from_page(file) | safe }}`;
    case 'slot':
      return `{{ ${item.name} | safe }}`;
    case 'option':
      return `{% if ${item.name} %}${template(item.items)}{% endif %}`;
    case 'part':
      return `{% include "parts/${item.name}.njk" %}`;
    case 'choice':
      return `{% if ${item.name} %}{% include "parts/" + ${item.name} + ".njk" %}{% endif %}`;
  }
}

function packageFile(): string {
  const scripts = { build: 'eleventy', start: 'eleventy --serve' };
  return `${JSON.stringify({ private: true, type: 'module', scripts, devDependencies: { '@11ty/eleventy': version } }, null, 2)}\n`;
}

/** @param latin1 pages that are not UTF-8. */
function configuration(latin1: readonly string[]): string {
  const hasLatin1 = latin1.length > 0;
  return `// Builds the site in _site: pages/ by their layouts, static/ copied as it is.
${hasLatin1 ? `\n// Pages with a byte a character.\nconst latin1 = new Set(${JSON.stringify(latin1, null, 2)});\n` : ''}
export default function (config) {
  config.setUseGitIgnore(false);
  config.addPassthroughCopy({ static: '/' }, { junk: true });
  // The shortest address of a file of the site, from a page in its folder.
  config.addFilter('from_page', (target, page) => {
    const [, path, rest] = /^([^?#]*)(.*)$/s.exec(target);
    const folder = page.split('/').slice(0, -1);
    const segments = path.split('/');
    let shared = 0;
    while (shared < folder.length && shared < segments.length - 1 && folder[shared] === segments[shared]) shared++;
    return '../'.repeat(folder.length - shared) + segments.slice(shared).join('/') + rest;
  });
${
  hasLatin1
    ? `  config.addTransform('latin1', (content, output) =>
    typeof output === 'string' && latin1.has(output.replace(/^(?:\\.\\/)?_site\\//, '')) ? Buffer.from(content, 'latin1') : content,
  );
`
    : ''
}  return {
    dir: { input: 'pages', includes: '../_includes', data: '../_data', output: '_site' },
    templateFormats: ['html'],
    htmlTemplateEngine: false,
  };
}
`;
}

const pageData = `// A page is written to the path that its file has below pages/, or to its \`source\`.
const path = data => data.source ?? data.page.inputPath.replace(/^(?:\\.\\/)?pages\\//, '');

export default {
  eleventyComputed: {
    file: path,
    permalink: path,
    root: data => '../'.repeat(path(data).split('/').length - 1),
  },
};
`;
