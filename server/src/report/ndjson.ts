import type { PageLabels } from 'templens-shared/labels';
import type { SiteEvent } from 'templens-shared/site-event';
import type { EngineEvent } from 'templens-shared/stream';
import { findingObject } from './check/json.ts';
import { partObject } from './parts.ts';
import { printableJson } from './printable.ts';

/** The page as a line of `classify --format ndjson`, without its line break. The order of the keys is part of the format. */
export function pageLine(labels: PageLabels): string {
  return printableJson(pageObject(labels));
}

/** The event as `watch` reports it, with its keys in the order of the format; undefined for what is not part of that stream. */
export function siteEvent(event: EngineEvent): SiteEvent | undefined {
  switch (event.event) {
    case 'ready':
      return { event: 'ready', root: event.root, pages: event.pages, groups: event.groups };
    case 'page':
      if (event.change === 'remove') return { event: 'page', change: 'remove', page: event.page };
      return { event: 'page', change: event.change, ...pageObject(event) };
    case 'group': {
      const { change, template, layout, pages } = event;
      return { event: 'group', change, template, layout, pages };
    }
    case 'part':
      if (event.change === 'remove') return { event: 'part', change: 'remove', id: event.id };
      return { event: 'part', change: event.change, ...partObject(event) };
    case 'diagnostics': {
      const { page, diagnostics, withheld } = event;
      const list = diagnostics.map(findingObject);
      return { event: 'diagnostics', page, diagnostics: list, ...(withheld > 0 && { withheld }) };
    }
    case 'idle':
      return { event: 'idle', sequence: event.sequence };
    default:
      return undefined;
  }
}

/** Only what the format has, in its order; the order of a node's keys is that of `pageLabels`. */
function pageObject({ page, template, layout, pages, nodes }: PageLabels): PageLabels {
  return { page, template, layout, pages, nodes };
}
