import { hash53 } from '../../html/hash.ts';
import { detached } from '../../html/strings.ts';
import { PageSample, type SampledPage } from '../counts/page-sample.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import { Work } from '../counts/work.ts';
import { kindOfPath } from '../keys/normal-form/file-of.ts';

/** The first of some pages by name, kept while pages come and go; a page that goes and comes back at once costs nothing. */
class FirstPage {
  #first: string | undefined;

  /** A page came. */
  add(page: string): void {
    if (this.#first === undefined || page < this.#first) this.#first = page;
  }

  /**
   * The first of these, undefined of none; all that came were added. Looks at all of them if the first one went.
   * @param visited is given how many pages were looked at.
   */
  of(pages: ReadonlyMap<string, unknown> | ReadonlySet<string>, visited: (count: number) => void): string | undefined {
    if (this.#first !== undefined && !pages.has(this.#first)) {
      visited(pages.size);
      this.#first = undefined;
      for (const page of pages.keys()) this.add(page);
    }
    return this.#first;
  }
}

/** What a page loads and links to in its site. */
export interface LinkTargets {
  /** Files from the site's root, or others (`isFile`): first those that count on a single page, then others. */
  readonly paths: string[];
  /** By path, the first node with such an address. */
  readonly nodes: Int32Array;
  /** How many paths count on a single page: style sheets, scripts, pictures, frames, actions of forms. */
  readonly resources: number;
  /** How many of the paths, the last ones, are fragments that lead to an element of the page; other fragments lead to none. */
  readonly alive: number;
}

/** Nodes, each with its page. */
export type PlacesOnPages = [page: string, node: number][];

interface Target {
  readonly path: string;
  /** Pages that load it, or link to it from a part, with the first node that does. */
  readonly pages: Map<string, number>;
  readonly first: FirstPage;
  /** Of a fragment, the pages on which it leads to an element, with the first link to it. */
  readonly holders: Map<string, number>;
  /** How many of these load it. */
  loading: number;
  /** The page that it is reported on: the first by name, where one loads it or enough link to it. */
  reporter: string | undefined;
  /** Somebody asked for all its links. */
  asked: boolean;
}

/** Prefix of a fragment of another page among targets: `place:page.html#name`. No file has it. */
const PLACE = 'place:';
/** Prefix of an address without its scheme. */
const BARE = 'bare:';

/** True for a target that is a file or route of the site, rather than a fragment or an address without its scheme. */
export function isFile(target: string): boolean {
  return !isFragment(target) && ![PLACE, BARE].some(prefix => target.startsWith(prefix));
}

/** The target for an address without its scheme. */
export function bareTarget(address: string): string {
  return BARE + address;
}

/** The address of a target that lacks its scheme; undefined for other targets. */
export function bareOfTarget(target: string): string | undefined {
  return target.startsWith(BARE) ? target.slice(BARE.length) : undefined;
}

/** The target for a fragment (`#name`) of another page. */
export function placeTarget(page: string, fragment: string): string {
  return PLACE + page + fragment;
}

/** The page and the fragment of a target; undefined for other targets. */
export function placeOfTarget(target: string): { page: string; fragment: string } | undefined {
  const at = target.lastIndexOf('#');
  return target.startsWith(PLACE) ? { page: target.slice(PLACE.length, at), fragment: target.slice(at) } : undefined;
}

/** What is kept of a page. */
interface LinkingPage extends SampledPage {
  /** Its targets, those that it loads first. */
  readonly targets: readonly Target[];
  readonly resources: number;
  /** The fragments that lead to an element of the page. */
  readonly alive: readonly Target[];
  /** All its targets, those outside of parts as well. */
  readonly paths: readonly string[];
}

/**
 * So many pages must link to a file from a shared part before the link is one of the template, and so many fragments must a page lack before
 * links outside of shared parts count: they may all be copied from another page.
 */
export const FEWEST_PAGES = 3;

/** The same of a link to a fragment, whether the pages have it or not: a single one may be in the contents of a page. */
const FEWEST_WITH_FRAGMENT = 2;

/** Pages. Links in the content of a larger site are not checked: a program writes it. */
export const MOST_PAGES = 500;

/** Pages that stand for the site. */
const SAMPLED_PAGES = 9;

/** Which pages load which files, or link to them from their shared parts: a file that is not there is reported once. */
export class LinkTable {
  readonly #targets = new Map<string, Target>();
  readonly #pages = new Map<string, LinkingPage>();
  readonly #reportedOn = new Map<string, Set<Target>>();
  readonly #touched = new Set<Target>();
  /** The pages that asked about a page or a target, by what they asked about. */
  readonly #readers = new Map<string, Set<string>>();
  /** Readers whose answer may have changed since the last `settle`. */
  readonly #outdated = new Set<string>();
  readonly #sample = new PageSample(() => this.#pages.values(), SAMPLED_PAGES);
  /** Pages that `sample` was called for since its result last changed. */
  readonly #sampleReaders = new Set<string>();
  /** The sample that they read, with its paths, as one text. */
  #readSample = '';
  readonly #work: Work;

  /** `isSmall` at the last `settle`. */
  #wasSmall = true;

  constructor(work = new Work()) {
    this.#work = work;
  }

  get isSmall(): boolean {
    return this.#pages.size <= MOST_PAGES;
  }

  /** @param isInPart does a node of the page stand in a shared part? */
  put(page: string, links: LinkTargets, isInPart: (node: number) => boolean): void {
    this.delete(page);
    const { paths, nodes, resources } = links;
    const targets: Target[] = [];
    const alive: Target[] = [];
    const dead = paths.slice(resources, paths.length - links.alive).filter(isFragment);
    const mayBeCopied = dead.length >= FEWEST_PAGES;
    paths.forEach((path, index) => {
      const isAlive = index >= paths.length - links.alive;
      const counts = index < resources || isAlive || (mayBeCopied && isFragment(path)) || isInPart(nodes[index]!);
      if (!counts) return;
      let target = this.#targets.get(path);
      if (!target) {
        target = {
          path: detached(path),
          pages: new Map(),
          first: new FirstPage(),
          holders: new Map(),
          loading: 0,
          reporter: undefined,
          asked: false,
        };
        this.#targets.set(target.path, target);
      }
      // Equal paths of several pages become one string.
      paths[index] = target.path;
      this.#touched.add(target);
      if (isAlive) {
        target.holders.set(page, nodes[index]!);
        alive.push(target);
        return;
      }
      target.pages.set(page, nodes[index]!);
      if (index < resources) target.loading++;
      target.first.add(page);
      targets.push(target);
    });
    const linking = { name: page, hash: hash53(page), targets, resources, alive, paths };
    this.#pages.set(page, linking);
    this.#sample.add(linking);
  }

  delete(page: string): void {
    for (const reader of this.#readers.get(page) ?? []) this.#outdated.add(reader);
    this.#readers.delete(page);
    const known = this.#pages.get(page);
    if (!known) return;
    known.targets.forEach((target, index) => {
      target.pages.delete(page);
      if (index < known.resources) target.loading--;
      this.#touched.add(target);
    });
    for (const target of known.alive) {
      target.holders.delete(page);
      this.#touched.add(target);
    }
    this.#pages.delete(page);
    this.#sample.delete(known);
  }

  /** Brings the template's links up to date. Returns the pages whose reported links changed; some may be gone. */
  settle(): Set<string> {
    const affected = new Set(this.#outdated);
    this.#outdated.clear();
    if (this.isSmall !== this.#wasSmall) for (const page of this.#pages.keys()) affected.add(page);
    this.#wasSmall = this.isSmall;
    const visited = (count: number): void => this.#work.add(count);
    visited(this.#touched.size + affected.size + this.#sample.takeWork());
    for (const target of this.#touched) {
      const { path, pages, first, loading, reporter: before } = target;
      const linking = pages.size + target.holders.size;
      if (linking === 0 && this.#targets.get(path) === target) this.#targets.delete(path);
      const fewest = isFile(path) ? FEWEST_PAGES : FEWEST_WITH_FRAGMENT;
      target.reporter = loading > 0 || linking >= fewest ? first.of(pages, visited) : undefined;
      if ((before === undefined) !== (target.reporter === undefined))
        for (const reader of this.#readers.get(path) ?? []) affected.add(reader);
      if (before !== undefined && (before !== target.reporter || target.asked)) affected.add(before);
      if (before === target.reporter) continue;
      if (before !== undefined) removeFrom(this.#reportedOn, before, target);
      if (target.reporter === undefined) continue;
      affected.add(target.reporter);
      addTo(this.#reportedOn, target.reporter, target);
    }
    this.#touched.clear();
    if (this.#sampleReaders.size > 0 && JSON.stringify(this.#sampled()) !== this.#readSample) {
      for (const reader of this.#sampleReaders) affected.add(reader);
      this.#sampleReaders.clear();
    }
    return affected;
  }

  /**
   * The paths that some pages load, or link to from their parts, or from anywhere if no part links to a page: of those pages that stand for
   * the site. From then on `settle` returns the reading page if the result changes.
   */
  sample(reader: string): string[][] {
    this.#sampleReaders.add(reader);
    const sampled = this.#sampled();
    this.#readSample = JSON.stringify(sampled);
    return sampled;
  }

  #sampled(): string[][] {
    const ofTemplate = this.#sample.pages.map(({ targets }) => targets.map(({ path }) => path).filter(isFile));
    if (ofTemplate.flat().some(path => kindOfPath(path) === 'page')) return ofTemplate;
    return this.#sample.pages.map(({ paths }) => paths.filter(isFile));
  }

  /** Files that links of the template lead to and that this page is asked about: it is the first that links to them; sorted. */
  reportedOn(page: string): string[] {
    return [...(this.#reportedOn.get(page) ?? [])].map(({ path }) => path).sort();
  }

  /**
   * The pages that load a file, or link to it or to a fragment that they lack from a part, by name, with the node that does. From then on
   * `settle` returns later changes.
   */
  linksTo(path: string): PlacesOnPages {
    return this.#asked(path, ({ pages }) => pages);
  }

  /** The pages that link to a fragment and have it, as `linksTo`. */
  holdersOf(fragment: string): PlacesOnPages {
    return this.#asked(fragment, ({ holders }) => holders);
  }

  /** The only page that links to all these fragments and has them, undefined where none or several do, as `linksTo`. */
  soleHolder(fragments: readonly string[]): string | undefined {
    const [first = [], ...others] = fragments.map(fragment => this.holdersOf(fragment).map(([page]) => page));
    const all = first.filter(page => others.every(pages => pages.includes(page)));
    return all.length === 1 ? all[0] : undefined;
  }

  /** True if a page takes part. From then on `settle` returns the reader when that page comes, goes or changes. */
  reads(reader: string, page: string): boolean {
    addTo(this.#readers, page, reader);
    return this.#pages.has(page);
  }

  /** True if a target is reported on a page. From then on `settle` returns the reader when this changes. */
  isReported(reader: string, path: string): boolean {
    addTo(this.#readers, path, reader);
    return this.#targets.get(path)?.reporter !== undefined;
  }

  #asked(path: string, of: (target: Target) => ReadonlyMap<string, number>): PlacesOnPages {
    const target = this.#targets.get(path)!;
    target.asked = true;
    return [...of(target)].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** True for a fragment of a page among paths. */
export function isFragment(path: string): boolean {
  return path.startsWith('#');
}
