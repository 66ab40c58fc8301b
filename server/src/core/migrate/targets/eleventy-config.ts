import type { Item, Project } from '../project.ts';

/** The configuration of a project. @param latin1 pages that are not UTF-8 */
export function configuration({ fewerLines, layouts }: Project, latin1: readonly string[]): string {
  const hasSequences = layouts.some(({ items }) => hasBeside(items));
  const hasLatin1 = latin1.length > 0;
  const hasMarkdown = fewerLines !== undefined;
  return `// Builds the site in _site: pages/ by their layouts, static/ copied as it is.
${hasMarkdown ? `import { asWritten } from './markdown.js';\n` : ''}${hasLatin1 ? `\n// Pages with a byte a character.\nconst latin1 = new Set(${JSON.stringify(latin1, null, 2)});\n` : ''}
export default function (config) {
  config.setUseGitIgnore(false);
  config.addPassthroughCopy({ static: '/' }, { junk: true });
  // The shortest address of a file of the site, from a page in its folder.
  const isAbsolute = target => /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(target);
  const fromPage = (target, page) => {
    if (isAbsolute(target)) return target;
    const [, path, rest] = /^([^?#]*)(.*)$/s.exec(target);
    const folder = page.split('/').slice(0, -1);
    const segments = path.split('/');
    let shared = 0;
    while (shared < folder.length && shared < segments.length - 1 && folder[shared] === segments[shared]) shared++;
    return '../'.repeat(folder.length - shared) + segments.slice(shared).join('/') + rest;
  };
  config.addFilter('from_page', fromPage);
  // A relative address after the way up to the root of the site.
  config.addFilter('after', (target, root) => (isAbsolute(target) ? target : root + target));
${hasSequences ? besideFilters : ''}${
  hasLatin1
    ? `  config.addTransform('latin1', (content, output) =>
    typeof output === 'string' && latin1.has(output.replace(/^(?:\\.\\/)?_site\\//, '')) ? Buffer.from(content, 'latin1') : content,
  );
`
    : ''
}${hasMarkdown ? `  config.amendLibrary('md', renderer => renderer.use(asWritten, ${fewerLines}));\n` : ''}  return {
    dir: { input: 'pages', includes: '../_includes', data: '../_data', output: '_site' },
    templateFormats: ['html'${hasMarkdown ? ", 'md'" : ''}],
    htmlTemplateEngine: false,${hasMarkdown ? '\n    markdownTemplateEngine: false,' : ''}
  };
}
`;
}

function hasBeside(items: readonly Item[]): boolean {
  return items.some(item => item.kind === 'beside' || (item.kind === 'option' && hasBeside(item.items)));
}

const besideFilters = `  // The page after or before a page in a list of pages; null in the list stands between pages that do not follow one another.
  const beside = (list, page, step) => {
    const at = list.findIndex(entry => (entry?.address ?? entry) === page);
    const entry = at < 0 ? null : (list[at + step] ?? null);
    return typeof entry === 'string' ? { address: entry } : entry;
  };
  config.addFilter('page_after', (list, page) => beside(list, page, 1));
  config.addFilter('page_before', (list, page) => beside(list, page, -1));
`;
