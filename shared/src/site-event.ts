import type { Finding } from './findings.ts';
import type { PageLabels } from './labels.ts';
import type { PartSummary } from './parts.ts';

/**
 * An event of `templens watch` and of `site.watch()`. At `idle`, the last `page` and `diagnostics` events of every page together are what a
 * fresh index of the site would report.
 */
export type SiteEvent =
  /** The first index is complete. */
  | { event: 'ready'; root: string; pages: number; groups: number }
  /** The labels of a page that is new or whose labels changed. */
  | ({ event: 'page'; change: 'add' | 'change' } & PageLabels)
  | { event: 'page'; change: 'remove'; page: string }
  /** The pages of a layout. `template` is its id, `layout` its name. */
  | { event: 'group'; change: 'add' | 'change' | 'remove'; template: string; layout: string; pages: readonly string[] }
  /** A part that is new, has changed since it was last reported, or is gone. Sent before `idle`. */
  | ({ event: 'part'; change: 'add' | 'change' } & PartSummary)
  | { event: 'part'; change: 'remove'; id: string }
  /** All findings of a page; `withheld` is the number of those beyond the limit of findings reported for a page. */
  | { event: 'diagnostics'; page: string; diagnostics: Finding[]; withheld?: number }
  /** Nothing is pending. */
  | { event: 'idle'; sequence: number };
