import type { Item, LaidOutPage, Layout, Project } from '../project.ts';
import { limits } from '../thresholds.ts';
import { plainAddresses } from './addresses.ts';
import type { Target } from './target.ts';

/**
 * Server-side includes: pages that include what they share, for a web server alone (`ssi` of nginx, `mod_include` of Apache). A page has its
 * own values in their places; what stands between them, in its layout and in parts, is included.
 */
export const ssi: Target = {
  copied: '',
  built: undefined,
  encodings: ['utf8'],
  write(given: Project): Map<string, string> {
    const project = plainAddresses(given);
    const layouts = new Map(project.layouts.map(layout => [layout.name, layout]));
    const fragments = new Fragments();
    const files = new Map(project.pages.map(page => [page.path, writePage(layouts.get(page.layout)!, page, project, fragments)]));
    for (const [text, path] of fragments.paths) files.set(path, text);
    return files;
  },
};

/** What pages include: equal texts are one file, named by the layout or part. */
class Fragments {
  readonly paths = new Map<string, string>();
  /** In lower case, since some file systems do not distinguish it. */
  readonly #taken = new Set<string>();

  pathOf(text: string, owner: string): string {
    let path = this.paths.get(text);
    if (path === undefined) {
      let name = owner;
      for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${owner}-${number}`;
      this.#taken.add(name.toLowerCase());
      path = `_includes/${name}.html`;
      this.paths.set(text, path);
    }
    return path;
  }
}

/** Variables that pages set, and what they include shows: the way up to the root of the site. */
const variables = ['root', 'here'];

function writePage(layout: Layout, page: LaidOutPage, { parts }: Project, fragments: Fragments): string {
  const value = (name: string): string | boolean => page.values.get(name) ?? layout.defaults.get(name) ?? '';
  const used = new Set<string>();
  let text = '';
  let run: Item[] = [];
  const flush = (owner: string): void => {
    const length = run.reduce((sum, item) => sum + (item.kind === 'text' ? item.text.length : 0), 0);
    // A directive in the page's own text would be read in an included file as well as here.
    const isShared = length >= limits.partBytes;
    const own = run.map(item => {
      if (item.kind === 'text') return item.text;
      if (item.kind !== 'slot') return '';
      if (!isShared) return String(value(item.name));
      used.add(item.name);
      return `<!--#echo var="${item.name}" encoding="none" -->`;
    });
    text += isShared ? `<!--#include virtual="/${fragments.pathOf(own.join(''), owner)}" -->` : own.join('');
    run = [];
  };
  const write = (items: readonly Item[], owner: string): void => {
    for (const item of items) {
      if (item.kind === 'text' || (item.kind === 'slot' && variables.includes(item.name))) run.push(item);
      else if (item.kind === 'option') {
        if (value(item.name) === true) write(item.items, owner);
      } else {
        flush(owner);
        const name = item.kind === 'part' ? item.name : item.kind === 'choice' ? String(value(item.name)) : '';
        if (item.kind === 'slot') text += String(value(item.name));
        else if (item.kind === 'case') text += value(item.name) === item.value ? item.on : item.off;
        else {
          write(parts.get(name) ?? [], name);
          flush(name);
        }
      }
    }
  };
  write(layout.items, layout.name);
  flush(layout.name);
  return [...used].map(name => `<!--#set var="${name}" value="${value(name)}" -->`).join('') + text;
}
