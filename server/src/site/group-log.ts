import type { EngineEvent } from 'templens-shared/stream';
import { equalLists } from '../core/counts/equal-lists.ts';
import type { SiteChange } from '../core/model/site-model.ts';

type GroupEvent = Extract<EngineEvent, { event: 'group' }>;
type Group = Pick<GroupEvent, 'layout' | 'pages'>;

/** The groups as last reported, and what is still to report. Lists of pages are made once for what is reported together. */
export class GroupLog {
  readonly #present = new Set<string>();
  readonly #said = new Map<string, Group>();
  /** Groups that changed since `take`, by id; undefined for those that went. */
  readonly #due = new Map<string, Group | undefined>();
  #pagesNamed = 0;

  /** Number of groups. */
  get size(): number {
    return this.#present.size;
  }

  /** The groups as last reported, by id. */
  get all(): { template: string; layout: string; pages: readonly string[] }[] {
    return [...this.#said].map(([template, { layout, pages }]) => ({ template, layout, pages }));
  }

  /** Notes what changed; `whole` when the changes are those of a model that began empty. */
  note(changes: SiteChange['groups'], whole: boolean): void {
    const gone = new Set(whole ? this.#present : []);
    for (const group of changes) {
      gone.delete(group.template);
      this.#note(group.template, group.change === 'remove' ? undefined : group);
    }
    for (const template of gone) this.#note(template, undefined);
  }

  /** What is to report, once. */
  take(): GroupEvent[] {
    const events: GroupEvent[] = [];
    for (const [template, group] of this.#due) {
      const said = this.#said.get(template);
      if (!group) {
        if (said) events.push({ event: 'group', change: 'remove', template, layout: said.layout, pages: [] });
        this.#said.delete(template);
        continue;
      }
      const { layout, pages } = group;
      this.#pagesNamed += pages.length;
      if (said?.layout === layout && equalLists(said.pages, pages)) continue;
      this.#said.set(template, { layout, pages });
      events.push({ event: 'group', change: said ? 'change' : 'add', template, layout, pages });
    }
    this.#due.clear();
    return events;
  }

  /** Pages named since the last call: as many as the groups of the events have. */
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
