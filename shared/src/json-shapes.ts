// The objects of the JSON formats. Each function copies only the properties that the format has, in its order.

import type { Finding } from './findings.ts';
import type { PageLabels } from './labels.ts';
import type { DetailedPart, PartSummary, ReportedPart, ReportedVersion } from './parts.ts';
import type { SiteEvent } from './site-event.ts';
import type { EngineEvent } from './stream.ts';

/** A finding as an object of the JSON formats. */
export function findingObject(finding: Finding): Finding {
  const {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    confidence,
    message,
    brief,
    part,
    details,
    support,
    related,
    fixable,
    risk,
    refusal,
    identity,
    cause,
    normalisers,
  } = finding;
  return {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    confidence,
    message,
    ...(brief !== undefined && { brief }),
    ...(part !== undefined && { part }),
    ...(details && {
      details: details.map(({ start, end, line, column, code, message, identity }) => ({
        start,
        end,
        line,
        column,
        code,
        message,
        identity,
      })),
    }),
    ...(support && { support: { pages: support.pages, of: support.of } }),
    related: related.map(({ page, start, end, message }) => ({ page, start, end, message })),
    fixable,
    ...(risk !== undefined && { risk }),
    ...(refusal !== undefined && { refusal }),
    identity,
    cause,
    normalisers,
  };
}

/** A part as an object of the JSON formats. Versions have their `difference` if it is known. */
export function partObject({
  id,
  name,
  declared,
  place,
  pages,
  nodes,
  layouts,
  versions,
  slots,
}: PartSummary | DetailedPart | ReportedPart): ReportedPart {
  return {
    id,
    name,
    ...(declared !== undefined && { declared }),
    place,
    pages,
    nodes,
    layouts,
    versions: versions.map((version: ReportedVersion) => ({
      id: version.id,
      ...(version.language !== undefined && { language: version.language }),
      ...(version.templates && { templates: version.templates }),
      pages: version.pages,
      ...(version.difference && { difference: version.difference.map(({ kind, what }) => ({ kind, what })) }),
    })),
    slots: slots.map(({ name, rule }) => ({ name, rule })),
  };
}

/** An event of the engine as an object of the stream of `watch`; undefined if that stream does not have the event. */
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

/** The labels of a page as an object of the JSON formats. The nodes are not copied: their keys have the order of `pageLabels`. */
export function pageObject({ page, template, layout, pages, nodes }: PageLabels): PageLabels {
  return { page, template, layout, pages, nodes };
}
