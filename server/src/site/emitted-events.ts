import type { EngineEvent } from 'templens-shared/stream';

/** An event about something that stays until another event takes it back. */
type LastingEvent = Extract<EngineEvent, { event: 'page' | 'group' | 'part' | 'diagnostics' | 'regions' | 'unlabelled' }>;

type Kind = Exclude<LastingEvent['event'], 'unlabelled'>;

interface Known {
  /** The content of the last event, in a form that can be compared; undefined if events are not compared. */
  content: string | undefined;
  /** True if the current index emitted it. */
  isSeen: boolean;
  /** Name of the layout in the last event of a group. */
  layout?: string;
}

/**
 * The emitted events of a site that still hold. If another index of the same site takes over, its events are passed on as changes of these,
 * and events that it does not emit again are taken back.
 */
export class EmittedEvents {
  readonly #known: Record<Kind, Map<string, Known>> = {
    page: new Map(),
    group: new Map(),
    part: new Map(),
    diagnostics: new Map(),
    regions: new Map(),
  };

  /** To be called when another index takes over: `retractUnseen` then takes back what that index does not emit. */
  begin(): void {
    for (const known of Object.values(this.#known)) for (const entry of known.values()) entry.isSeen = false;
  }

  /** True if an event about the same subject holds. */
  has(event: LastingEvent): boolean {
    return this.#entries(event).has(subjectOf(event));
  }

  /** Notes an event of an earlier index that is passed on unchanged; `content` as in `changeOf`. */
  note(event: LastingEvent, content?: string): void {
    this.#set(event, content, false);
  }

  /**
   * Returns the event to pass on, with `change` set to 'change' if an event about the same subject holds, else to 'add'; undefined if nothing
   * changed.
   * @param content of the event, to be compared; without it, every event counts as changed.
   */
  changeOf(event: LastingEvent, content?: string): EngineEvent | undefined {
    const entries = this.#entries(event);
    const subject = subjectOf(event);
    const known = entries.get(subject);
    if (takesBack(event)) {
      entries.delete(subject);
      return known && event;
    }
    this.#set(event, content, true);
    if (content !== undefined && known?.content === content) return undefined;
    return 'change' in event ? ({ ...event, change: known ? 'change' : 'add' } as EngineEvent) : event;
  }

  /**
   * Returns events that take back what was emitted before `begin` and not since.
   * @param versionOf version of the page's text in an editor; undefined if it is not open.
   */
  retractUnseen(versionOf: (page: string) => number | undefined): EngineEvent[] {
    const take = (kind: Kind): [string, Known][] => {
      const unseen = [...this.#known[kind]].filter(([, { isSeen }]) => !isSeen);
      for (const [subject] of unseen) this.#known[kind].delete(subject);
      return unseen;
    };
    return [
      ...take('page').map(([page]): EngineEvent => ({ event: 'page', change: 'remove', page })),
      ...take('diagnostics').map(([page]): EngineEvent => {
        const version = versionOf(page);
        return { event: 'diagnostics', page, ...(version !== undefined && { version }), diagnostics: [], withheld: 0 };
      }),
      ...take('group').map(
        ([template, { layout = '' }]): EngineEvent => ({ event: 'group', change: 'remove', template, layout, pages: [] }),
      ),
      ...take('part').map(([id]): EngineEvent => ({ event: 'part', change: 'remove', id })),
      ...take('regions').map(([page]): EngineEvent => ({ event: 'unlabelled', page })),
    ];
  }

  #entries({ event }: LastingEvent): Map<string, Known> {
    return this.#known[event === 'unlabelled' ? 'regions' : event];
  }

  #set(event: LastingEvent, content: string | undefined, isSeen: boolean): void {
    this.#entries(event).set(subjectOf(event), { content, isSeen, ...(event.event === 'group' && { layout: event.layout }) });
  }
}

/** True if the event holds until another event takes it back. */
export function isLasting(event: EngineEvent): event is LastingEvent {
  return ['page', 'group', 'part', 'diagnostics', 'regions', 'unlabelled'].includes(event.event);
}

/** Returns the path or id of the page, group or part that the event is about. */
function subjectOf(event: LastingEvent): string {
  return event.event === 'group' ? event.template : event.event === 'part' ? event.id : event.page;
}

/** True if the event says that its subject is gone. */
function takesBack(event: LastingEvent): boolean {
  if (event.event === 'diagnostics') return event.diagnostics.length === 0;
  return event.event === 'unlabelled' || ('change' in event && event.change === 'remove');
}
