import type { Settings } from 'templens-shared/settings';
import type { SiteChange } from '../../core/model/site-model.ts';

/** Which work of a phase is meant: all of it, or only the work on pages that are open in an editor. */
export type Scope = 'all' | 'open';

/** An event about the site. Every phase gets every event. Pages are paths. */
export type PhaseEvent =
  /** The editor's text of a page was set. `changed` is `version` if only the version of the text differs. */
  | { readonly kind: 'opened'; readonly page: string; readonly changed: 'text' | 'version' | 'nothing' }
  /** The editor closed a page; its file counts again. */
  | { readonly kind: 'closed'; readonly page: string }
  /** The settings of the site changed. */
  | { readonly kind: 'settings'; readonly change: SettingsChange }
  /** The model is to be replaced by one with the current settings: with the same pages, or empty because all pages are parsed again. */
  | { readonly kind: 'rebuild'; readonly pages: 'same' | 'none' }
  /** All pages are to be checked again. */
  | { readonly kind: 'recheck' }
  /** Pages that appeared, changed or disappeared. */
  | { readonly kind: 'changed'; readonly pages: readonly string[] }
  /** A search of files ended: files that are not pages may have appeared or disappeared, too. */
  | { readonly kind: 'searched' }
  /** Pages that were parsed, skipped or found missing. */
  | { readonly kind: 'parsed'; readonly pages: readonly string[] }
  /** Label rules were matched on pages of the model. */
  | { readonly kind: 'rulesMatched' }
  /** Pages that were parsed again with an equal digest; their texts may differ. */
  | { readonly kind: 'unchanged'; readonly pages: readonly string[] }
  | SettledEvent
  /** Pages whose labels were reported. */
  | { readonly kind: 'labelled'; readonly pages: readonly string[] }
  /** Pages that were checked; their findings may have changed. */
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

/** A change of the settings of a site. */
interface SettingsChange {
  readonly old: Settings;
  readonly settings: Settings;
  /** True if one of these settings changed. */
  readonly differs: (...keys: (keyof Settings)[]) => boolean;
  /** True if all pages are to be parsed again. */
  readonly reparses: boolean;
}

/** Work of one kind on the pages of a site. `Events` is what a slice returns. */
export interface Phase<Events = readonly PhaseEvent[]> {
  /** Returns the number of pieces of work that wait, mostly pages; 0 if there is no work. */
  due(scope: Scope): number;
  /** Does about `budget` pieces of the work, open pages first. Returns events for all phases. */
  slice(budget: number, scope: Scope): Events;
  /** Notes the work that follows from an event. Does only what an edit of a few pages needs at once; the rest is for `slice`. */
  handle(event: PhaseEvent): void;
  /** Releases resources such as threads. */
  close?(): Promise<void>;
}
