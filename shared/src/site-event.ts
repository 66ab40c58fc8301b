import type { Finding } from './findings.ts';
import type { PageLabels } from './labels.ts';
import type { PartSummary } from './parts.ts';

/**
 * An event of `templens watch` and of `site.watch()`. Replaying the last `page` and `diagnostics` event of every page at `idle` gives what
 * a fresh index of the site reports at that moment.
 */
export type SiteEvent =
  /** The first index is complete. */
  | { event: 'ready'; root: string; pages: number; groups: number }
  /** The labels of a page that is new or whose labels changed. */
  | ({ event: 'page'; change: 'add' | 'change' } & PageLabels)
  | { event: 'page'; change: 'remove'; page: string }
  /** The pages of a layout. `template` is its id, `layout` its name. */
  | { event: 'group'; change: 'add' | 'change' | 'remove'; template: string; layout: string; pages: readonly string[] }
  /** A part that is new, differs from what was reported of it, or is gone; before `idle`. */
  | ({ event: 'part'; change: 'add' | 'change' } & PartSummary)
  | { event: 'part'; change: 'remove'; id: string }
  /** All findings of a page; `withheld` counts those beyond the most that are reported of a page. */
  | { event: 'diagnostics'; page: string; diagnostics: Finding[]; withheld?: number }
  /** Nothing is pending. */
  | { event: 'idle'; sequence: number };
