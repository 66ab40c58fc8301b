import { number53 } from '../../html/hash.ts';
import { COMMENT, type PageTree } from '../../html/tree.ts';
import { PageCounts, type PageKeys } from '../counts/page-counts.ts';
import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { declaredRuns } from './declared.ts';
import { type PartOptions, type Run, sharedRuns } from './instances.ts';
import { LockedRegions } from './locked-regions.ts';
import type { PageInParts } from './page-in-parts.ts';
import { Sharing } from './sharing.ts';
import { eachSharedNode, type FixedNodes, instanceNodes, labelPathHash } from './variant.ts';

/** A run that a template locks, with its fixed nodes. */
export interface TemplateRun extends Run {
  /** 53-bit hash of the label path of its parent. */
  readonly path: number;
  readonly fixed: FixedNodes;
}

/** A Dreamweaver template file in the site. It is not a page: it only determines the parts of the pages made from it. */
export interface LiveTemplate {
  /** Path from the site's root, with `/`. */
  readonly path: string;
  readonly tree: PageTree;
  readonly runs: readonly TemplateRun[];
}

/** A template file with the data that regions and tokens are computed from. */
interface KnownTemplate extends LiveTemplate {
  readonly page: PageInParts;
  readonly regions: LockedRegions;
  readonly nodes: PageKeys;
  readonly places: PageKeys;
  /** Hashes of the locked node keys, if the template has conditions or expressions and so pages may differ in locked regions; else undefined. */
  readonly choices: ReadonlySet<number> | undefined;
}

/** Markers of conditions. Only some pages of the template have the nodes between them. */
const conditional = /^<!--\s*Template(Begin|End)(?:If|MultipleIf|IfClause)\b/i;

/** Digest of a template file. `nodes` and `places` are the hashes of node keys and places, two words per node, see `PageDigest`. */
export interface TemplateFile extends Pick<PageInParts, 'tree' | 'links' | 'directives' | 'declared' | 'language'> {
  readonly nodeKeys: Int32Array;
  readonly placeKeys: Int32Array;
}

/** The template files of a site. Results depend on the set of files only, not on the order of changes. */
export class LiveTemplates {
  readonly #options: PartOptions;
  readonly #counts = { nodes: new PageCounts(), places: new PageCounts() };
  readonly #templates = new Map<string, KnownTemplate>();
  readonly #freeIds: number[] = [];
  #changed = false;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  /** Number of entries, to detect leaks. */
  get size(): number {
    return this.#templates.size + this.#counts.nodes.size;
  }

  /** Returns true if templates were added or deleted since the last call. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /**
   * Adds or replaces a template file. A file without directives is not added, since it locks nothing.
   * @param source text of the file; it is not kept
   */
  put(path: string, { tree, nodeKeys, placeKeys, links, language, directives, declared }: TemplateFile, source: string): void {
    this.delete(path);
    this.#changed = true;
    if (!directives) return;
    const id = this.#freeIds.pop() ?? this.#templates.size;
    const keys = this.#counts.nodes.replace(id, undefined, nodeKeys);
    const held = this.#counts.places.replace(id, undefined, placeKeys);
    const page: PageInParts = { id, hash: 0, name: path, tree, keys, places: held, links, directives, declared, language };
    const { isFixed, hasChoices } = fixedNodes(tree, source);
    const regions = new LockedRegions(tree, directives, isFixed);
    const locked = (node: number): boolean => regions.locked[node] === 1 && keys[node]! >= 0;
    const hashes = Array.from(keys.keys()).filter(locked);
    const choices = hasChoices ? new Set(hashes.map(node => keyHash(this.#counts.nodes, keys[node]!))) : undefined;
    const runs = this.#runs(page, regions);
    this.#templates.set(path, { path, tree, runs, page, regions, nodes: keys, places: held, choices });
  }

  /** Deletes a template file, if it is known. */
  delete(path: string): void {
    const known = this.#templates.get(path);
    if (!known) return;
    this.#changed = true;
    this.#counts.nodes.replace(known.page.id, known.nodes, undefined);
    this.#counts.places.replace(known.page.id, known.places, undefined);
    this.#freeIds.push(known.page.id);
    this.#templates.delete(path);
  }

  /** Returns a template by the path of its file. */
  get(path: string): LiveTemplate | undefined {
    return this.#templates.get(path);
  }

  /** Returns the template that a page is made from, if its file lies in the site. */
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
   * Returns the regions of a page that its template locks; undefined if the site does not have the template file. If the template has conditions
   * or expressions, only nodes that the template file has are locked.
   * @param counts page counts that the ids of the page's keys belong to
   */
  regions(page: PageInParts, counts: PageCounts): LockedRegions | undefined {
    const template = this.of(page);
    if (!template || !page.directives) return undefined;
    const { choices } = this.#templates.get(template.path)!;
    const isLocked = (node: number): boolean => page.keys[node]! >= 0 && choices!.has(keyHash(counts, page.keys[node]!));
    return new LockedRegions(page.tree, page.directives, choices && isLocked);
  }

  /** Returns the token of every fixed node of a run of a template, by tree node in document order. */
  tokens(path: string, run: Run): Map<number, number> {
    const { page, regions } = this.#templates.get(path)!;
    const tokens = new Map<number, number>();
    eachSharedNode(page, run, new Sharing(page, () => false, regions), this.#counts.nodes, (node, _key, token) => {
      if (token !== undefined) tokens.set(node, token);
    });
    return tokens;
  }

  /** The runs of a template that it locks. */
  #runs(page: PageInParts, regions: LockedRegions): TemplateRun[] {
    const sharing = new Sharing(page, () => false, regions);
    const runs = sharedRuns(page, sharing, () => false, this.#options, declaredRuns(page.tree, page.directives, page.declared));
    return runs.flatMap(run => {
      const { fixed } = instanceNodes(page, run, sharing, this.#counts);
      return run.locked ? [{ ...run, path: labelPathHash(page.tree, run.parent), fixed }] : [];
    });
  }
}

/** 53-bit hash of a node key by its id. */
function keyHash(counts: PageCounts, id: number): number {
  return number53(counts.keyLo(id), counts.keyHi(id));
}

/**
 * Finds the nodes that every page made from a template has: those outside conditions and without an expression `@@(...)@@`. `hasChoices` is true
 * if there are other nodes.
 */
function fixedNodes(tree: PageTree, source: string): { isFixed: (node: number) => boolean; hasChoices: boolean } {
  const conditionalNodes = new Uint8Array(tree.size);
  let depth = 0;
  let hasChoices = false;
  for (let node = 0; node < tree.size; node++) {
    const marker = tree.kind[node] === COMMENT ? conditional.exec(source.slice(tree.start[node]!, tree.end[node]!)) : null;
    if (marker) depth = Math.max(0, depth + (marker[1]!.toLowerCase() === 'begin' ? 1 : -1));
    if (depth === 0 && !source.slice(tree.start[node]!, tree.tagEnd[node]!).includes('@@(')) continue;
    conditionalNodes[node] = 1;
    hasChoices = true;
  }
  return { isFixed: node => conditionalNodes[node] === 0, hasChoices };
}

/**
 * Paths at which a page's template file may be, the likeliest first. The root of an absolute address may be any folder above the page, the
 * nearest first; a relative address is resolved from the page.
 * @param declared address of the template as the page declares it
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
