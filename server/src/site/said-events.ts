import type { EngineEvent } from 'templens-shared/stream';

/** An event about something that stays until another event takes it back. */
type LastingEvent = Extract<EngineEvent, { event: 'page' | 'group' | 'part' | 'diagnostics' | 'regions' | 'unlabelled' }>;

type Kind = Exclude<LastingEvent['event'], 'unlabelled'>;

interface Known {
  /** What was said, in a form that can be compared; undefined where it is not kept. */
  said: string | undefined;
  isSeen: boolean;
  /** Of a group: the name that it was given last. */
  layout?: string;
}

/**
 * What the events of a site said that still holds, so that another index of the same site can continue the stream: what it says is
 * passed on as a change of that, and what it does not say is taken back.
 */
export class SaidEvents {
  readonly #known: Record<Kind, Map<string, Known>> = {
    page: new Map(),
    group: new Map(),
    part: new Map(),
    diagnostics: new Map(),
    regions: new Map(),
  };

  /** Another index begins: `gone` gives what it does not say. */
  begin(): void {
    for (const known of Object.values(this.#known)) for (const entry of known.values()) entry.isSeen = false;
  }

  /** Something was said about what the event is about. */
  has(event: LastingEvent): boolean {
    return this.#entries(event).has(subjectOf(event));
  }

  /** Notes an event of an earlier index that is passed on as it is; `said` as in `news`. */
  note(event: LastingEvent, said?: string): void {
    this.#set(event, said, false);
  }

  /**
   * The event as a change of what was said before; undefined where nothing changed.
   * @param said what the event says, to be compared; without it, every event is news
   */
  news(event: LastingEvent, said?: string): EngineEvent | undefined {
    const entries = this.#entries(event);
    const subject = subjectOf(event);
    const known = entries.get(subject);
    if (takesBack(event)) {
      entries.delete(subject);
      return known && event;
    }
    this.#set(event, said, true);
    if (said !== undefined && known?.said === said) return undefined;
    return 'change' in event ? ({ ...event, change: known ? 'change' : 'add' } as EngineEvent) : event;
  }

  /**
   * Takes back what was said before `begin` and not since.
   * @param versionOf of the text of a page that is open in an editor
   */
  gone(versionOf: (page: string) => number | undefined): EngineEvent[] {
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

  #set(event: LastingEvent, said: string | undefined, isSeen: boolean): void {
    this.#entries(event).set(subjectOf(event), { said, isSeen, ...(event.event === 'group' && { layout: event.layout }) });
  }
}

export function isLasting(event: EngineEvent): event is LastingEvent {
  return ['page', 'group', 'part', 'diagnostics', 'regions', 'unlabelled'].includes(event.event);
}

/** Path or id of what the event is about. */
function subjectOf(event: LastingEvent): string {
  return event.event === 'group' ? event.template : event.event === 'part' ? event.id : event.page;
}

function takesBack(event: LastingEvent): boolean {
  if (event.event === 'diagnostics') return event.diagnostics.length === 0;
  return event.event === 'unlabelled' || ('change' in event && event.change === 'remove');
}
