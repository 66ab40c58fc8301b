import type { Region } from './labels.ts';

/**
 * Server to client: the page's regions. `pages` is 0, and there are none, where the document has ceased to be a page of a site: left out by
 * changed settings, or its workspace folder was removed. Sent only to a client with `experimental.templensRegions: true` in its capabilities.
 */
export const regionsMethod = 'templens/regions';
export interface RegionsParams {
  uri: string;
  /** Version of the document that the regions were computed for. */
  version: number;
  regions: {
    kind: Region['kind'];
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Where something is missing that the template has, by place; the range only marks the place. */
  absences: {
    what: string;
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
  /** Id of the page's layout, and its name. */
  template: string;
  layout: string;
  pages: number;
  /** Share of the page's nodes that are template, in [0,1]. */
  templateShare: number;
  /** Parts of the site on this page, in document order. */
  parts: {
    id: string;
    name: string;
    start: { line: number; character: number };
    end: { line: number; character: number };
    /** Number of pages that have the part. */
    pages: number;
    /** Id of this page's version, and the number of pages that have it. */
    version: string;
    versionPages: number;
  }[];
}

/** Client to server: the extracted template or content of a page, as text. */
export const extractMethod = 'templens/extract';
export interface ExtractParams {
  uri: string;
  what: 'template' | 'content';
  format: 'html' | 'text' | 'json';
}
export interface ExtractResult {
  text: string;
}
