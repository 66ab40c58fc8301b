import { hi, lo } from '../../../html/hash.ts';
import { nameId } from '../../../html/names.ts';
import { OPAQUE, type PageTree, TEXT } from '../../../html/tree.ts';
import { distinct } from '../../counts/distinct-ids.ts';
import { KeyList } from '../../counts/key-list.ts';
import type { KeyTable } from '../../counts/key-table.ts';
import { MainValues } from '../../counts/main-values.ts';
import { PageFolders } from '../../counts/page-folders.ts';
import { Work } from '../../counts/work.ts';
import type { PackedChecks } from '../../digest/packed-checks.ts';
import { totalKey } from '../../keys/comparison-keys.ts';
import { declaredTemplate } from '../../layouts/default-layout-set.ts';
import type { SiteModel } from '../../model/site-model.ts';
import type { Part } from '../../parts/part.ts';
import { SiteAgreement } from '../../statements/site-agreement.ts';
import { isInRun, keysByScope, type PartRun, type Scope, type ScopeKeys } from '../facts/page-scopes.ts';
import { ExamplePages } from './example-pages.ts';
import { ExpectedParts } from './expected-parts.ts';
import { PartKeys } from './part-keys.ts';
import { type PageKeyLists, ScopeCohorts } from './scope-cohorts.ts';

/** A page with what checks count of it, as it was when it was last put in. */
export interface CheckedPage {
  readonly id: number;
  readonly name: string;
  readonly hash: number;
  digest: PackedChecks;
  /** Ids of keys that say how often others stand in one of its scopes. */
  totalIds: readonly number[];
  /** Ids of the keys of its parts. */
  partIds: readonly number[];
  layout: string;
  runs: readonly PartRun[];
  /** Its parts, with those that are translated. */
  parts: readonly Part[];
  scopes: ReadonlySet<Scope>;
}

const head = nameId('head');

/** Returns where a page has a part. */
export function runsOf({ runs }: CheckedPage, of: Part): readonly PartRun[] {
  return runs.filter(({ part }) => part === of);
}

/** Returns all keys of a page. */
export function heldKeys({ digest, partIds }: CheckedPage): PageKeyLists {
  const { structure, wording } = digest.keys;
  const list = (ids: Iterable<number>): KeyList => new KeyList(distinct(ids));
  return { structure: list([...structure.ids, ...partIds]), wording: list(wording.ids) };
}

/** The pages of a site, and what they vote for in each of their scopes, in step with the model's pages. No comparing, no file system. */
export class VotingPages {
  readonly #model: SiteModel;
  readonly #support: number;
  /** Of all that is counted here. */
  readonly work = new Work();
  /** The model's; keys of this class are counted in it, too. */
  readonly keys: KeyTable;
  readonly partKeys: PartKeys;
  readonly expected = new ExpectedParts(this.work);
  /** The parts of each page; main ones have texts for the reader, such as a menu or a footer. Pages without any may differ in their head, too. */
  readonly frame = new MainValues<Part>(this.work);
  readonly folders = new PageFolders();
  readonly examples = new ExamplePages();
  readonly agreement: SiteAgreement;
  readonly #cohorts = new Map<Scope, ScopeCohorts>();
  readonly #touched = new Set<Scope>();
  readonly #pages = new Map<string, CheckedPage>();
  readonly #byId: (CheckedPage | undefined)[] = [];

  /** @param support share of the pages that must have a key before the others are expected to. */
  constructor(model: SiteModel, support: number) {
    this.#model = model;
    this.#support = support;
    this.keys = model.checkKeys;
    this.partKeys = new PartKeys(this.keys);
    this.agreement = new SiteAgreement(support, this.work);
  }

  get(name: string): CheckedPage | undefined {
    return this.#pages.get(name);
  }

  /** The page with an id; undefined for an id that no page has. */
  byId(id: number): CheckedPage | undefined {
    return this.#byId[id];
  }

  /** The pages that have a scope; undefined if there are none. */
  cohorts(scope: Scope): ScopeCohorts | undefined {
    return this.#cohorts.get(scope);
  }

  /**
   * Replaces what is known of a page by what the model has.
   * @returns the page if it changed; undefined if it did not, or is gone.
   */
  take(name: string): CheckedPage | undefined {
    const digest = this.#model.has(name) ? this.#model.checks(name) : undefined;
    const identity = digest && this.#model.identity(name);
    this.#dropOutdated(name, identity?.id);
    if (!digest || !identity) return undefined;
    const known = this.#pages.get(name);
    const layout = this.#model.group(name).template;
    this.work.add(1 + digest.size);
    const runs = digest.isCompared ? this.#runs(name) : [];
    const parts = digest.isCompared ? [...new Set(this.#model.partInstances(name).map(({ part }) => part))] : [];
    const isSame = known && known.digest === digest && known.layout === layout && isEqual(known.runs, runs);
    if (isSame && known.parts.length === parts.length && known.parts.every((part, at) => part === parts[at])) return undefined;
    // In before out: keys that stay keep their ids.
    digest.retain();
    const partIds = [...new Set(runs.map(({ part }) => part))].map(part => this.partKeys.increment(part));
    const old = known && { ...known };
    const page: CheckedPage = known ?? {
      id: identity.id,
      name,
      hash: identity.hash,
      digest,
      totalIds: [],
      partIds,
      layout,
      runs,
      parts,
      scopes: new Set(),
    };
    const before = page.scopes;
    Object.assign(page, { digest, partIds, layout, runs, parts });
    this.#pages.set(name, page);
    this.#byId[page.id] = page;
    this.#vote(page, before);
    if (old) this.#release(old);
    return page;
  }

  /**
   * Counts the votes of the pages taken since the last call.
   * @param affected takes up the ids of the pages whose findings may have changed; some may be gone.
   * @returns the scopes whose pages or keys changed.
   */
  settle(affected: Set<number>): ReadonlySet<Scope> {
    const touched = new Set(this.#touched);
    this.#touched.clear();
    for (const scope of touched) this.#settleScope(scope, affected);
    for (const id of this.frame.settle()) affected.add(id);
    for (const other of this.agreement.settle()) affected.add(this.#pages.get(other)?.id ?? -1);
    for (const id of this.expected.settle()) affected.add(id);
    return touched;
  }

  #settleScope(scope: Scope, affected: Set<number>): void {
    const cohorts = this.#cohorts.get(scope);
    if (!cohorts) return;
    const settled = cohorts.settle();
    for (const id of settled.affected) affected.add(id);
    const compared = settled.reordered ? this.examples.compared(scope) : [];
    for (const id of compared) {
      this.work.add(1);
      const example = this.examples.of(id).get(scope);
      if (!cohorts.hasPage(id) || affected.has(id)) continue;
      if (cohorts.exampleFor(id, cohorts.juriesOf(id)) !== example) affected.add(id);
    }
  }

  /** Translated parts have nobody to judge them: no other page says the same. */
  #runs(name: string): PartRun[] {
    const tree = this.#model.tree(name);
    return this.#model.partInstances(name).flatMap(({ instance: { first, last, parent, translated }, part }): PartRun[] => {
      const end = tree.subtreeEnd[last]!;
      return translated ? [] : [{ part, first, end, parent, says: hasText(tree, first, end) }];
    });
  }

  #release({ digest, totalIds, partIds }: CheckedPage): void {
    for (const id of totalIds) this.keys.decrement(id);
    for (const id of partIds) this.partKeys.decrement(id);
    digest.release();
  }

  /** Counts out all keys that were counted in: the table is the model's, which stays. */
  dispose(): void {
    for (const page of this.#pages.values()) this.#release(page);
  }

  /** Puts a page's keys into the cohorts of its parts and its layout, and takes them out of others. */
  #vote(page: CheckedPage, before: ReadonlySet<Scope>): void {
    const { digest } = page;
    const totalIds: number[] = [];
    const totalOf = (id: number, total: number): number => {
      totalKey(this.keys.lo(id), this.keys.hi(id), total);
      totalIds.push(this.keys.increment(lo, hi));
      return totalIds.at(-1)!;
    };
    const keys: ReadonlyMap<Scope, ScopeKeys> = digest.isCompared
      ? keysByScope(digest.keys, page.runs, page.layout, page.partIds, totalOf)
      : new Map();
    page.scopes = new Set(keys.keys());
    for (const scope of before) if (!keys.has(scope)) this.#leave(scope, page.id);
    page.totalIds = totalIds;
    const ofLayout = keys.has(page.layout) ? listsOf(keys.get(page.layout)!) : undefined;
    for (const [scope, ofScope] of keys) {
      const isFrame = scope === page.layout;
      const layout = isFrame ? undefined : page.layout;
      // What was cut off a part stands outside of parts.
      const elsewhere = isFrame ? undefined : ofLayout;
      const { structure, wording } = isFrame ? ofLayout! : listsOf(ofScope);
      this.#join(scope).put({ id: page.id, hash: page.hash, language: digest.language, layout, structure, wording, elsewhere });
    }
    const links = digest.isCompared ? digest.links : undefined;
    this.agreement.putNames(page.name, digest.names, links);
    if (!links) return this.#forgetVote(page);
    this.expected.put(page.id, page.hash, page.parts);
    const speaking = page.runs.filter(({ says }) => says);
    this.frame.put(
      page.id,
      page.runs.map(({ part }) => part),
      speaking.map(({ part }) => part),
    );
    this.folders.put(page.name, declaredTemplate(this.#model.directives(page.name)));
    this.agreement.put(page.name, digest.statements, links, node => isInRun(page.runs, node));
  }

  #join(scope: Scope): ScopeCohorts {
    let cohorts = this.#cohorts.get(scope);
    if (!cohorts) {
      cohorts = new ScopeCohorts(this.#support, this.work);
      this.#cohorts.set(scope, cohorts);
    }
    this.#touched.add(scope);
    return cohorts;
  }

  #leave(scope: Scope, id: number): void {
    const cohorts = this.#cohorts.get(scope)!;
    cohorts.delete(id);
    this.#touched.add(scope);
    if (cohorts.size === 0) this.#cohorts.delete(scope);
  }

  /** Removes the page's votes other than its keys. */
  #forgetVote({ id, name }: CheckedPage): void {
    this.expected.delete(id);
    this.frame.delete(id);
    this.folders.delete(name);
    this.agreement.delete(name);
  }

  /** Drops the page of this name if the model has it no more, or by another id; and a page that had this id before. */
  #dropOutdated(name: string, id: number | undefined): void {
    const known = this.#pages.get(name);
    if (known && known.id !== id) this.#drop(known);
    const before = id === undefined ? undefined : this.#byId[id];
    if (before && before.name !== name) this.#drop(before);
  }

  #drop(page: CheckedPage): void {
    for (const scope of page.scopes) this.#leave(scope, page.id);
    this.#forgetVote(page);
    this.agreement.unlinkedPages.delete(page.name);
    this.examples.clear(page.id);
    this.#release(page);
    this.#pages.delete(page.name);
    this.#byId[page.id] = undefined;
  }
}

/** Has a part texts for the reader of the page, outside of its head? */
function hasText(tree: PageTree, first: number, end: number): boolean {
  for (let at = tree.parent[first]!; at >= 0; at = tree.parent[at]!) if (tree.name[at] === head) return false;
  for (let node = first; node < end; node++)
    if (tree.kind[node] === TEXT && tree.textLength[node]! > 0 && !(tree.flags[node]! & OPAQUE)) return true;
  return false;
}

function listsOf({ structure, wording }: ScopeKeys): PageKeyLists {
  return { structure: new KeyList(structure), wording: new KeyList(wording) };
}

function isEqual(a: readonly PartRun[], b: readonly PartRun[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ part, first, end }, at) => part === b[at]!.part && first === b[at]!.first && end === b[at]!.end)
  );
}
