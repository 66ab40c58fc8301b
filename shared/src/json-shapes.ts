import type { Finding } from './findings.ts';
import type { PageLabels } from './labels.ts';
import type { DetailedPart, PartSummary, ReportedPart, ReportedVersion } from './parts.ts';
import type { SiteEvent } from './site-event.ts';
import type { EngineEvent } from './stream.ts';

/** A finding as JSON has it: only what the format has, in its order. */
export function findingObject(finding: Finding): Finding {
  const {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    message,
    part,
    details,
    support,
    related,
    fixable,
    risk,
    identity,
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
    message,
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
    identity,
    normalisers,
  };
}

/** A part as JSON has it: only what the format has; the order of the keys is part of it. Versions have their differences where these are known. */
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

/** Labels as JSON has them: only what the format has, in its order; the order of a node's keys is that of `pageLabels`. */
export function pageObject({ page, template, layout, pages, nodes }: PageLabels): PageLabels {
  return { page, template, layout, pages, nodes };
}
