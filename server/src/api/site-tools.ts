import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byFrequency } from 'templens-shared/by-frequency';
import { parsePage } from '../core/directives/parse-page.ts';
import { attributeValue, nodeName } from '../html/access.ts';
import { pageLanguage } from '../html/page-language.ts';
import type { PageTree } from '../html/tree.ts';

/** The tools that probably made a site, and its languages, according to its pages and the files beside them. */
export interface SiteTools {
  /** Programs in `<meta name="generator">`, without versions, with the number of their pages; the most frequent first. */
  readonly generators: readonly (readonly [name: string, pages: number])[];
  /** Site generators whose configuration lies in the site's folder or its parent folder. */
  readonly builders: readonly string[];
  /** Number of pages that were made from a Dreamweaver template. */
  readonly dreamweaver: number;
  /** Languages with the number of their pages, the most frequent first; `''` for pages whose language is unknown, see `pageLanguage`. */
  readonly languages: readonly (readonly [language: string, pages: number])[];
}

/** Site generators by the names of their configuration files. */
const configurations: Readonly<Record<string, string>> = {
  'hugo.toml': 'Hugo',
  'hugo.yaml': 'Hugo',
  '_config.yml': 'Jekyll',
  '.eleventy.js': 'Eleventy',
  'eleventy.config.js': 'Eleventy',
  'astro.config.mjs': 'Astro',
  'mkdocs.yml': 'MkDocs',
  'docusaurus.config.js': 'Docusaurus',
  'vite.config.js': 'Vite',
  'vite.config.ts': 'Vite',
  'antora-playbook.yml': 'Antora',
  'conf.py': 'Sphinx',
};

/**
 * Detects the tools that made a site, and the languages of its pages.
 * @param root absolute path of the site's folder.
 * @param pages path and decoded text of each page to read.
 */
export function detectSiteTools(root: string, pages: Iterable<{ path: string; text: string }>): SiteTools {
  const generators: string[] = [];
  const languages: string[] = [];
  let dreamweaver = 0;
  for (const { path, text } of pages) {
    const tree = parsePage(text, { path });
    const generator = generatorOf(tree, text);
    if (generator !== undefined) generators.push(generator);
    languages.push(pageLanguage(tree, text, path));
    if (text.includes('<!-- InstanceBegin template=')) dreamweaver++;
  }
  const around = [root, dirname(root)];
  const files = Object.entries(configurations).filter(([file]) => around.some(folder => existsSync(join(folder, file))));
  return {
    generators: byFrequency(generators),
    builders: [...new Set(files.map(([, name]) => name))],
    dreamweaver,
    languages: byFrequency(languages),
  };
}

/** The program in a page's `<meta name="generator">`, without its version. */
function generatorOf(tree: PageTree, text: string): string | undefined {
  for (let node = 0; node < tree.size; node++) {
    const name = nodeName(tree, node);
    if (name === 'body') return undefined;
    if (name !== 'meta' || attributeValue(tree, text, node, 'name')?.toLowerCase() !== 'generator') continue;
    const [program = ''] = (attributeValue(tree, text, node, 'content') ?? '').trim().split(/\s(?=v?\d)|[;,(]/);
    return program.trim() === '' ? undefined : program.trim().slice(0, 60);
  }
  return undefined;
}
