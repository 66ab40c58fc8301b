import type { EngineEvent } from 'templens-shared/stream';
import type { SiteChange } from '../core/site-model.ts';

type GroupEvent = Extract<EngineEvent, { event: 'group' }>;
type Group = Pick<GroupEvent, 'layout' | 'pages'>;

/** The groups as last reported, and what is still to report. */
export class GroupLog {
  readonly #groups = new Map<string, Group>();
  #events: GroupEvent[] = [];

  /** Number of groups. */
  get size(): number {
    return this.#groups.size;
  }

  /** The groups, by id. */
  get all(): { template: string; layout: string; pages: readonly string[] }[] {
    return [...this.#groups].map(([template, { layout, pages }]) => ({ template, layout, pages }));
  }

  /** Notes what changed; `whole` when the changes are those of a model that began empty. */
  note(changes: SiteChange['groups'], whole: boolean): void {
    const gone = new Set(whole ? this.#groups.keys() : []);
    for (const { template, layout, change, pages } of changes) {
      gone.delete(template);
      if (change === 'remove') this.#remove(template);
      else this.#set(template, { layout, pages });
    }
    for (const template of gone) this.#remove(template);
  }

  /** What is to tell, once. */
  take(): GroupEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #remove(template: string): void {
    const layout = this.#groups.get(template)?.layout;
    if (layout === undefined) return;
    this.#groups.delete(template);
    this.#events.push({ event: 'group', change: 'remove', template, layout, pages: [] });
  }

  #set(template: string, group: Group): void {
    const known = this.#groups.get(template);
    const { layout, pages } = group;
    if (known?.layout === layout && known.pages.length === pages.length && known.pages.every((page, i) => page === pages[i]))
      return;
    this.#groups.set(template, group);
    this.#events.push({ event: 'group', change: known ? 'change' : 'add', template, layout, pages });
  }
}
