import type { Settings } from 'templens-shared/settings';
import type { SiteChange } from '../../core/model/site-model.ts';

/** Which work of a phase is meant: all of it, or only the work on pages that are open in an editor. */
export type Scope = 'all' | 'open';

/** What happened to the site, or what a phase found out. Every phase hears every event. */
export type PhaseEvent =
  /** The editor's text of a page was set. `version`: the same text with another version. */
  | { readonly kind: 'opened'; readonly page: string; readonly changed: 'text' | 'version' | 'nothing' }
  | { readonly kind: 'closed'; readonly page: string }
  | { readonly kind: 'settings'; readonly change: SettingsChange }
  /** The model is replaced by one with the current settings: with the same pages, or empty because all pages are parsed again. */
  | { readonly kind: 'rebuild'; readonly pages: 'same' | 'none' }
  /** All pages are checked again. */
  | { readonly kind: 'recheck' }
  /** Pages that appeared, changed or disappeared. */
  | { readonly kind: 'changed'; readonly pages: readonly string[] }
  /** A search of files ended: files that are not pages may have appeared or disappeared, too. */
  | { readonly kind: 'searched' }
  /** Pages that were parsed, skipped or found missing. */
  | { readonly kind: 'parsed'; readonly pages: readonly string[] }
  /** Elements that label rules select were found again on pages of the model. */
  | { readonly kind: 'rulesMatched' }
  /** Pages that were parsed again without a change of their trees; their texts may differ. */
  | { readonly kind: 'unchanged'; readonly pages: readonly string[] }
  | SettledEvent
  | { readonly kind: 'labelled'; readonly pages: readonly string[] }
  | { readonly kind: 'checked'; readonly pages: readonly string[] };

/** The model was settled. */
export interface SettledEvent {
  readonly kind: 'settled';
  readonly change: SiteChange;
  /** Pages that were put into the model or removed from it. */
  readonly edited: ReadonlySet<string>;
  /** Pages whose labels, group or presence may have changed. */
  readonly pages: readonly string[];
}

interface SettingsChange {
  readonly old: Settings;
  readonly settings: Settings;
  /** True if one of these settings changed. */
  readonly differs: (...keys: (keyof Settings)[]) => boolean;
  /** All pages are parsed again. */
  readonly reparses: boolean;
}

/** Work of one kind on the pages of a site. */
export interface Phase<Events = readonly PhaseEvent[]> {
  /** Number of pieces of work that wait: mostly pages. */
  due(scope: Scope): number;
  /** Does about `budget` pieces of the work, on open pages first. Returns what the other phases must hear. */
  slice(budget: number, scope: Scope): Events;
  /** Notes the work that follows from an event. Does none of it, but for what an edit of a few pages needs at once. */
  handle(event: PhaseEvent): void;
  close?(): Promise<void>;
}
