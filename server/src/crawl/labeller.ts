import { createHash } from 'node:crypto';
import type { PageDigest } from '../core/digest/page-digest.ts';
import { labelsAlone } from '../core/labels/alone/alone-labels.ts';
import type { NodeLabels } from '../core/labels/node-labels.ts';
import type { FrozenSite } from '../core/model/frozen-site.ts';
import { decodeHost, encodeHost, NotAHostModel } from '../core/model/host-format.ts';
import { HostModel } from '../core/model/host-model.ts';
import { LearnedSite } from '../core/model/learn-host.ts';
import { TooManySteps } from '../html/steps.ts';
import { type ErrorReason, errorRow, type PageKey, rowKey } from './crawl-page.ts';
import { type Output, pageContent } from './page-content.ts';
import { thresholds } from './thresholds.ts';
import { tryDigest } from './try-digest.ts';

/** A model as it is sent and stored. */
export interface SiteModelBytes {
  readonly id: string;
  /** Number of pages that it was learned from. */
  readonly pages: number;
  readonly bytes: Uint8Array;
}

/** Work on one site after another: `begin`, then `learn` and `finish` or `model`, then `apply`. Without a model, pages are labelled alone. */
export type Task =
  | { readonly kind: 'begin' }
  | { readonly kind: 'model'; readonly bytes: Uint8Array }
  | { readonly kind: 'learn'; readonly url: string; readonly text: string }
  | { readonly kind: 'finish'; readonly site: string }
  | { readonly kind: 'apply'; readonly key: PageKey; readonly text: string };

/** Whatever a task may end a thread with: a page's URL, or the site whose model is learned. */
export function nameOf(task: Task): string | undefined {
  if (task.kind === 'learn') return task.url;
  if (task.kind === 'apply') return task.key.url;
  return task.kind === 'finish' ? task.site : undefined;
}

/** `refused` is a sentence about bytes that are no model; `row` is a line of JSON without line feed. */
export type TaskResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'model'; readonly model: SiteModelBytes | undefined }
  | { readonly kind: 'row'; readonly row: string; readonly isError: boolean };

/** The model of a site. */
interface Learned {
  readonly id: string;
  readonly frozen: FrozenSite;
  /** Labels pages that the model was learned from, by URL; undefined if the model was given. */
  readonly site?: LearnedSite;
  /** Labels other pages; made when the first one comes. */
  host?: HostModel;
}

/** Labels pages site by site. */
export class Labeller {
  readonly #emit: ReadonlySet<Output>;
  #learned: Learned | undefined;
  /** Digests of the pages to learn from, by URL; after `finish`, until their rows are made. */
  #kept = new Map<string, PageDigest>();

  constructor(emit: readonly Output[]) {
    this.#emit = new Set(emit);
  }

  do(task: Task): TaskResult {
    switch (task.kind) {
      case 'begin':
        this.#kept.clear();
        this.#learned = undefined;
        return { kind: 'done' };
      case 'model':
        return this.#use(task.bytes);
      case 'learn':
        this.#learn(task.url, task.text);
        return { kind: 'done' };
      case 'finish':
        return { kind: 'model', model: this.#finish() };
      case 'apply':
        return this.#apply(task.key, task.text);
    }
  }

  #use(bytes: Uint8Array): TaskResult {
    try {
      this.#learned = { frozen: decodeHost(bytes), id: modelId(bytes) };
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof NotAHostModel) return { kind: 'refused', message: error.message };
      throw error;
    }
  }

  #learn(url: string, text: string): void {
    try {
      const digest = tryDigest(text);
      if (digest) this.#kept.set(url, digest);
    } catch {
      // Its row says that it failed.
    }
  }

  #finish(): SiteModelBytes | undefined {
    if (this.#kept.size < thresholds.hostPages) return undefined;
    const site = new LearnedSite(Array.from(this.#kept, ([name, digest]) => ({ name, digest })));
    const { frozen } = site;
    const bytes = encodeHost(frozen);
    this.#learned = { frozen, id: modelId(bytes), site };
    return { id: this.#learned.id, pages: frozen.pages.length, bytes };
  }

  #apply(key: PageKey, text: string): TaskResult {
    try {
      const kept = this.#kept.get(key.url);
      const digest = kept ?? tryDigest(text);
      this.#kept.delete(key.url);
      if (!digest) return failed(key, 'too-many-steps');
      const learned = this.#learned;
      const labels: PageLabels = learned ? labelsBy(learned, kept ? key.url : undefined, digest) : labelsAlone(digest, text);
      if (labels.tooManySteps !== undefined) return failed(key, 'too-many-steps');
      const row = {
        ...rowKey(key),
        ...(learned ? methodHost(learned, labels) : { method: 'alone' }),
        ...pageContent(digest, text, labels, this.#emit),
      };
      return { kind: 'row', row: JSON.stringify(row), isError: false };
    } catch (error) {
      return failed(key, error instanceof TooManySteps ? 'too-many-steps' : 'failed');
    }
  }
}

/** Labels, and the layout of a page that has one: its name and its id. */
type PageLabels = NodeLabels & { readonly layout?: string; readonly layoutId?: string };

/** Labels a page by a model. @param name of the page if the model was learned from it just now */
function labelsBy(learned: Learned, name: string | undefined, digest: PageDigest): PageLabels {
  if (name !== undefined && learned.site) return learned.site.apply(name);
  learned.host ??= new HostModel(learned.frozen);
  const { group, ...labels } = learned.host.apply(digest);
  const found = learned.frozen.groups[group];
  return { ...labels, ...(found && { layout: found.layout, layoutId: found.template }) };
}

/** The columns that say how a page was labelled by a model. */
function methodHost({ frozen, id }: Learned, { layout, layoutId }: PageLabels): object {
  return { method: 'host', model: id, sample: frozen.pages.length, ...(layout !== undefined && { layout, layoutId }) };
}

function failed(key: PageKey, reason: ErrorReason): TaskResult {
  return { kind: 'row', row: errorRow(key, reason), isError: true };
}

function modelId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
