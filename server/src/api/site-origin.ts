import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byFrequency } from 'templens-shared/by-frequency';
import { parsePage } from '../core/directives/parse-page.ts';
import { attributeValue, nodeName } from '../html/access.ts';
import { pageLanguage } from '../html/page-language.ts';
import type { PageTree } from '../html/tree.ts';

/** What a site looks to be made with, as far as its pages and the files around them say. */
export interface SiteOrigin {
  /** Programs that pages name as their generator, without versions, with the number of their pages; the most frequent first. */
  readonly generators: readonly (readonly [name: string, pages: number])[];
  /** Site generators whose configuration lies in the site's folder or in the one above. */
  readonly builders: readonly string[];
  /** Pages that were made from a Dreamweaver template. */
  readonly dreamweaver: number;
  /** Languages with the number of their pages, the most frequent first; empty for pages that name none. */
  readonly languages: readonly (readonly [language: string, pages: number])[];
}

/** Files by which site generators are known. */
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

/** Looks at the pages of a site and at the files beside them. @param pages path and decoded text. */
export function siteOrigin(root: string, pages: Iterable<{ path: string; text: string }>): SiteOrigin {
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
