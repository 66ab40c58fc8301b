import type { EngineEvent } from 'templens-shared/stream';
import { equalLists } from '../core/counts/equal-lists.ts';
import type { SiteChange } from '../core/model/site-model.ts';

type GroupEvent = Extract<EngineEvent, { event: 'group' }>;
type Group = Pick<GroupEvent, 'layout' | 'pages'>;

/** The groups as last reported, and the changes that are still to be reported. Several changes of a group become one event. */
export class GroupLog {
  /** Ids of the groups of the model. */
  readonly #present = new Set<string>();
  /** Groups as last reported, by id. */
  readonly #reported = new Map<string, Group>();
  /** Groups that changed since `take`, by id; undefined for those that were removed. */
  readonly #due = new Map<string, Group | undefined>();
  #pagesNamed = 0;

  /** Number of groups of the model. */
  get size(): number {
    return this.#present.size;
  }

  /** The groups as last reported; `template` is a group's id, `layout` its name. */
  get all(): { template: string; layout: string; pages: readonly string[] }[] {
    return [...this.#reported].map(([template, { layout, pages }]) => ({ template, layout, pages }));
  }

  /** Notes changes. @param whole true if they are those of a new model: all other groups were removed. */
  note(changes: SiteChange['groups'], whole: boolean): void {
    const gone = new Set(whole ? this.#present : []);
    for (const group of changes) {
      gone.delete(group.template);
      this.#note(group.template, group.change === 'remove' ? undefined : group);
    }
    for (const template of gone) this.#note(template, undefined);
  }

  /** Returns the changes since the last call as events. */
  take(): GroupEvent[] {
    const events: GroupEvent[] = [];
    for (const [template, group] of this.#due) {
      const before = this.#reported.get(template);
      if (!group) {
        if (before) events.push({ event: 'group', change: 'remove', template, layout: before.layout, pages: [] });
        this.#reported.delete(template);
        continue;
      }
      const { layout, pages } = group;
      this.#pagesNamed += pages.length;
      if (before?.layout === layout && equalLists(before.pages, pages)) continue;
      this.#reported.set(template, { layout, pages });
      events.push({ event: 'group', change: before ? 'change' : 'add', template, layout, pages });
    }
    this.#due.clear();
    return events;
  }

  /** Returns the number of pages in the groups that `take` compared since the last call: a measure of work. */
  takeWork(): number {
    const work = this.#pagesNamed;
    this.#pagesNamed = 0;
    return work;
  }

  #note(template: string, group: Group | undefined): void {
    if (group) this.#present.add(template);
    else this.#present.delete(template);
    this.#due.set(template, group);
  }
}
