import type { PageLabels } from 'templens-shared/labels';
import type { EngineEvent } from 'templens-shared/stream';
import { diagnosticObject } from './check/json.ts';

/** The page as a line of `classify --format ndjson`, without its line break. The order of the keys is part of the format. */
export function pageLine(labels: PageLabels): string {
  return JSON.stringify(pageObject(labels));
}

/** The event as a line of `watch`, without its line break; undefined for what is not part of that stream. */
export function eventLine(event: EngineEvent): string | undefined {
  switch (event.event) {
    case 'ready':
      return JSON.stringify({ event: 'ready', root: event.root, pages: event.pages, groups: event.groups });
    case 'page':
      if (event.change === 'remove') return JSON.stringify({ event: 'page', change: 'remove', page: event.page });
      return JSON.stringify({ event: 'page', change: event.change, ...pageObject(event) });
    case 'group': {
      const { change, template, layout, pages } = event;
      return JSON.stringify({ event: 'group', change, template, layout, pages });
    }
    case 'diagnostics': {
      const { page, diagnostics, withheld } = event;
      const list = diagnostics.map(diagnosticObject);
      return JSON.stringify({ event: 'diagnostics', page, diagnostics: list, ...(withheld > 0 && { withheld }) });
    }
    case 'idle':
      return JSON.stringify({ event: 'idle', sequence: event.sequence });
    default:
      return undefined;
  }
}

/** Only what the format has, in its order; the order of a node's keys is that of `pageLabels`. */
function pageObject({ page, template, layout, pages, nodes }: PageLabels): PageLabels {
  return { page, template, layout, pages, nodes };
}
