import type { PageLabels } from 'templens-shared/labels';
import { samplePages } from '../core/counts/page-sample.ts';
import type { PageDigest } from '../core/digest/page-digest.ts';
import { labelsAlone } from '../core/labels/alone/alone-labels.ts';
import { pageLabels } from '../core/labels/page-labels.ts';
import { pageHash } from '../core/layouts/group-id.ts';
import { decodeHost, encodeHost, NotAHostModel } from '../core/model/host-format.ts';
import { HostModel } from '../core/model/host-model.ts';
import { learnHost } from '../core/model/learn-host.ts';
import { type ContentSegment, type Output, outputs, type PageContent, pageContent } from '../crawl/page-content.ts';
import { tryDigest } from '../crawl/try-digest.ts';
import { TemplensError } from './templens-error.ts';

export type { ContentSegment, PageContent };

/** A page, with its decoded text. */
export interface PageText {
  /** Path or address: a name that is different for every page. */
  readonly path: string;
  /** Its HTML. */
  readonly text: string;
}

/** What to make of a page that a model is applied to. */
export interface ApplyOptions {
  /** Default: `content`. */
  emit?: readonly Output[];
}

/** The result of `LearnedModel.apply` and `applyAlone`. */
export interface AppliedPage extends PageContent {
  /** `PageText.path`. */
  path: string;
  /** `host`: by a model of other pages of the site; `alone`: by the page alone. */
  method: 'host' | 'alone';
  /** Name of the page's layout; absent if no page that the model was learned from has it. */
  layout?: string;
  /** Id of this layout, which seldom changes when the model is learned again; absent with `layout`. */
  layoutId?: string;
}

/**
 * What some pages of a site say about its other pages, frozen: it labels any page of the site without the others. Read-only; a page that it was
 * applied to leaves no trace. Every method throws a `TemplensError` `not-a-page` for a page that takes too many steps.
 */
export interface LearnedModel {
  /** Number of pages that it was learned from. */
  readonly pages: number;
  /** Content, segments, labels and template of a page, as far as they are wanted. */
  apply(page: PageText, options?: ApplyOptions): AppliedPage;
  /** Labels of a page, as `Site.labels` has them. `template` is empty for a page whose layout no page of the model has. */
  labels(page: PageText): PageLabels;
  /** The model as bytes, for `readModel`. */
  toBytes(): Uint8Array;
}

/**
 * Learns a model from pages of one site; a page that takes too many steps is left out.
 *
 * ```ts
 * const model = learnModel([{ path: 'a.html', text: '<!doctype html>…' }]);
 * console.log(model.apply({ path: 'b.html', text: '<!doctype html>…' }).content);
 * ```
 * @param options `most`: learns from this many of the pages, those with the smallest hashes of their paths; 200 by default.
 * @throws TemplensError `bad-argument` if there is no page, or two with one path.
 */
export function learnModel(pages: Iterable<PageText>, options: { most?: number } = {}): LearnedModel {
  const { most = 200 } = options;
  const named = Array.from(pages, page => ({ ...page, name: page.path, hash: pageHash(page.path) }));
  if (new Set(named.map(({ name }) => name)).size < named.length)
    throw new TemplensError('bad-argument', 'Two pages have the same path.');
  const digests = samplePages(named, most).flatMap(({ name, text }) => {
    const digest = tryDigest(text);
    return digest ? [{ name, digest }] : [];
  });
  if (digests.length === 0) throw new TemplensError('bad-argument', 'There is no page to learn from.');
  return new FrozenModel(learnHost(digests));
}

/**
 * Reads the result of `LearnedModel.toBytes`.
 * @throws TemplensError `bad-argument` for bytes that are no model, or one of another version.
 */
export function readModel(bytes: Uint8Array): LearnedModel {
  try {
    return new FrozenModel(new HostModel(decodeHost(bytes)));
  } catch (error) {
    if (error instanceof NotAHostModel) throw new TemplensError('bad-argument', error.message, { cause: error });
    throw error;
  }
}

/**
 * Content of a page for which no other pages of its site are known. It is found less well than by a model of even one other page.
 * @throws TemplensError `not-a-page` for a page that takes too many steps; `bad-argument` for an unknown output.
 */
export function applyAlone({ path, text }: PageText, { emit = ['content'] }: ApplyOptions = {}): AppliedPage {
  const wanted = wantedOutputs(emit);
  const digest = requireDigest(path, text);
  return { path, method: 'alone', ...pageContent(digest, text, labelsAlone(digest, text), wanted) };
}

function wantedOutputs(emit: readonly Output[]): ReadonlySet<Output> {
  const unknown = emit.find(output => !outputs.includes(output));
  if (unknown !== undefined) throw new TemplensError('bad-argument', `"${unknown}" is not one of ${outputs.join(', ')}.`);
  return new Set(emit);
}

class FrozenModel implements LearnedModel {
  readonly #host: HostModel;

  constructor(host: HostModel) {
    this.#host = host;
  }

  get pages(): number {
    return this.#host.frozen.pages.length;
  }

  apply({ path, text }: PageText, { emit = ['content'] }: ApplyOptions = {}): AppliedPage {
    const wanted = wantedOutputs(emit);
    const digest = requireDigest(path, text);
    const labels = this.#host.apply(digest);
    const group = this.#host.frozen.groups[labels.group];
    return {
      path,
      method: 'host',
      ...(group && { layout: group.layout, layoutId: group.template }),
      ...pageContent(digest, text, labels, wanted),
    };
  }

  labels({ path, text }: PageText): PageLabels {
    const digest = requireDigest(path, text);
    const labels = this.#host.apply(digest);
    const { groups, pages } = this.#host.frozen;
    const { template, layout } = groups[labels.group] ?? { template: '', layout: '' };
    const size = pages.filter(({ group }) => group === labels.group).length + (labels.isMember ? 0 : 1);
    return pageLabels(path, { template, layout, pages: size }, digest.tree, labels);
  }

  toBytes(): Uint8Array {
    return encodeHost(this.#host.frozen);
  }
}

function requireDigest(path: string, text: string): PageDigest {
  const digest = tryDigest(text);
  if (!digest) throw new TemplensError('not-a-page', `${path} is built so that it takes too many steps to parse.`);
  return digest;
}
