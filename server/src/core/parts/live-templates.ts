import { number53 } from '../../html/hash.ts';
import { COMMENT, type PageTree } from '../../html/tree.ts';
import { PageCounts, type PageKeys } from '../counts/page-counts.ts';
import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { declaredRuns } from './declared.ts';
import { type PartOptions, type Run, sharedRuns } from './instances.ts';
import { LockedRegions } from './locked-regions.ts';
import type { PageInParts } from './page-in-parts.ts';
import { Sharing } from './sharing.ts';
import { eachSharedNode, type FixedNodes, instanceNodes, labelPath } from './variant.ts';

/** A block that a template locks, and what it has there. */
export interface TemplateRun extends Run {
  /** 53-bit hash of the label path of the element that it stands in. */
  readonly path: number;
  readonly fixed: FixedNodes;
}

/** A template file of Dreamweaver that lies in the site. It is no page: it only says what the pages made from it have in common. */
export interface LiveTemplate {
  /** Path from the site's root, with `/`. */
  readonly path: string;
  readonly tree: PageTree;
  readonly runs: readonly TemplateRun[];
}

interface KnownTemplate extends LiveTemplate {
  readonly page: PageInParts;
  readonly regions: LockedRegions;
  readonly nodes: PageKeys;
  readonly places: PageKeys;
  /** Hashes of the keys that it locks, where pages may lack some of them or have others: it has conditions or expressions. */
  readonly choices: ReadonlySet<number> | undefined;
}

/** Nodes inside these stand on some of the template's pages only. */
const conditional = /^<!--\s*Template(Begin|End)(?:If|MultipleIf|IfClause)\b/i;

/** What is known of a template file: its tree, and the keys of its nodes and of their places, see `page-keys.ts`. */
export interface TemplateFile extends Pick<PageInParts, 'tree' | 'links' | 'directives' | 'declared' | 'language'> {
  readonly nodes: Int32Array;
  readonly places: Int32Array;
}

/** The template files of a site. A function of the set of files. */
export class LiveTemplates {
  readonly #options: PartOptions;
  readonly #counts = { nodes: new PageCounts(), places: new PageCounts() };
  readonly #templates = new Map<string, KnownTemplate>();
  readonly #freeIds: number[] = [];
  #changed = false;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#templates.size + this.#counts.nodes.size;
  }

  /** Were templates put in or taken out since the last call? */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** @param source text of the file; it is not kept. */
  put(path: string, { tree, nodes, places, links, language, directives, declared }: TemplateFile, source: string): void {
    this.delete(path);
    this.#changed = true;
    if (!directives) return;
    const id = this.#freeIds.pop() ?? this.#templates.size;
    const keys = this.#counts.nodes.replace(id, undefined, nodes);
    const held = this.#counts.places.replace(id, undefined, places);
    const page: PageInParts = { id, hash: 0, name: path, tree, keys, places: held, links, directives, declared, language };
    const { isFixed, hasChoices } = fixedNodes(tree, source);
    const regions = new LockedRegions(tree, directives, isFixed);
    const locked = (node: number): boolean => regions.locked[node] === 1 && keys[node]! >= 0;
    const hashes = Array.from(keys.keys()).filter(locked);
    const choices = hasChoices ? new Set(hashes.map(node => keyHash(this.#counts.nodes, keys[node]!))) : undefined;
    const runs = this.#runs(page, regions);
    this.#templates.set(path, { path, tree, runs, page, regions, nodes: keys, places: held, choices });
  }

  delete(path: string): void {
    const known = this.#templates.get(path);
    if (!known) return;
    this.#changed = true;
    this.#counts.nodes.replace(known.page.id, known.nodes, undefined);
    this.#counts.places.replace(known.page.id, known.places, undefined);
    this.#freeIds.push(known.page.id);
    this.#templates.delete(path);
  }

  get(path: string): LiveTemplate | undefined {
    return this.#templates.get(path);
  }

  /** The template that a page is made from, if its file lies in the site. */
  of({ name, directives }: Pick<PageInParts, 'name' | 'directives'>): LiveTemplate | undefined {
    const declared = this.#templates.size > 0 ? declaredTemplate(directives) : undefined;
    if (declared === undefined) return undefined;
    for (const path of templatePaths(name, declared)) {
      const template = this.#templates.get(path);
      if (template) return template;
    }
    return undefined;
  }

  /**
   * What its template locks of a page; undefined without one. Where the template has conditions or expressions, only what it has itself.
   * @param counts those that the page's keys are ids of.
   */
  regions(page: PageInParts, counts: PageCounts): LockedRegions | undefined {
    const template = this.of(page);
    if (!template || !page.directives) return undefined;
    const { choices } = this.#templates.get(template.path)!;
    const isLocked = (node: number): boolean => page.keys[node]! >= 0 && choices!.has(keyHash(counts, page.keys[node]!));
    return new LockedRegions(page.tree, page.directives, choices && isLocked);
  }

  /** Token of every fixed node of one of a template's runs, in document order. */
  tokens(path: string, run: Run): Map<number, number> {
    const { page, regions } = this.#templates.get(path)!;
    const tokens = new Map<number, number>();
    eachSharedNode(page, run, new Sharing(page, () => false, regions), this.#counts.nodes, (node, _key, token) => {
      if (token !== undefined) tokens.set(node, token);
    });
    return tokens;
  }

  #runs(page: PageInParts, regions: LockedRegions): TemplateRun[] {
    const sharing = new Sharing(page, () => false, regions);
    const runs = sharedRuns(page, sharing, () => false, this.#options, declaredRuns(page.tree, page.directives, page.declared));
    return runs.flatMap(run => {
      const { fixed } = instanceNodes(page, run, sharing, this.#counts);
      return run.locked ? [{ ...run, path: labelPath(page.tree, run.parent), fixed }] : [];
    });
  }
}

function keyHash(counts: PageCounts, id: number): number {
  return number53(counts.keyLo(id), counts.keyHi(id));
}

/** Nodes that every page made from a template has, and whether there are others: in conditions, or with an expression `@@(...)@@`. */
function fixedNodes(tree: PageTree, source: string): { isFixed: (node: number) => boolean; hasChoices: boolean } {
  const chosen = new Uint8Array(tree.size);
  let depth = 0;
  let hasChoices = false;
  for (let node = 0; node < tree.size; node++) {
    const marker = tree.kind[node] === COMMENT ? conditional.exec(source.slice(tree.start[node]!, tree.end[node]!)) : null;
    if (marker) depth = Math.max(0, depth + (marker[1]!.toLowerCase() === 'begin' ? 1 : -1));
    if (depth === 0 && !source.slice(tree.start[node]!, tree.tagEnd[node]!).includes('@@(')) continue;
    chosen[node] = 1;
    hasChoices = true;
  }
  return { isFixed: node => chosen[node] === 0, hasChoices };
}

/**
 * Where a page's template may lie: an address from the root of Dreamweaver's site in the nearest folder above the page, another one as it
 * is seen from the page.
 */
function templatePaths(page: string, declared: string): string[] {
  const folders = page.split('/').slice(0, -1);
  const names = declared.replaceAll('\\', '/').split('/');
  if (names[0] === '') {
    const rest = names.slice(1);
    return [...folders, ''].map((_, up) => [...folders.slice(0, folders.length - up), ...rest].join('/'));
  }
  for (const name of names) {
    if (name === '..') folders.pop();
    else if (name !== '.') folders.push(name);
  }
  return [folders.join('/')];
}
