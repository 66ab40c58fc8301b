import { pathToFileURL } from 'node:url';
import type { ArtifactLocation, Log, PhysicalLocation, Region, ReportingDescriptor, Result } from 'sarif';
import { type CheckCode, checkCodes, type Finding, normaliserNames, type Severity } from 'templens-shared/findings';
import { printableJson } from 'templens-shared/printable';
import manifest from '../../../package.json' with { type: 'json' };
import type { Check } from '../../core/findings/checks/check.ts';
import { allChecks } from '../../core/findings/checks/index.ts';
import { type CheckReport, repositoryPath, siteNotes } from './check-report.ts';
import { placeOf } from './code-frame.ts';

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The base of paths, by the name that code hosts use for it. */
const BASE = '%SRCROOT%';

/** Reads a page's text; undefined if the page can no longer be read. */
type TextOf = (page: string) => Promise<string | undefined>;

/** Returns the edits that fix a finding, if any, with UTF-16 offsets into its page. */
export type FixOf = (finding: Finding) => Promise<readonly { start: number; end: number; text: string }[]>;

/**
 * The report as SARIF 2.1.0. If there are known findings or stale entries, every result has a baseline state. `helpOf` returns the
 * documentation of a check as Markdown.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export async function checkSarif(
  report: CheckReport,
  { textOf, fixOf, helpOf }: { textOf: TextOf; fixOf: FixOf; helpOf: (code: CheckCode) => string },
): Promise<string> {
  const { repository, findings, known, stale } = report;
  const notes = siteNotes(report);
  const artifact = (page: string): ArtifactLocation => artifactAt(repositoryPath(report, page));
  const resultOf = (finding: Finding): Promise<Result> => resultFor(finding, { artifact, textOf, fixOf });
  const hasBaseline = known.length + stale.length > 0;
  const results: Result[] = [];
  for (const finding of findings) {
    results.push({ ...(await resultOf(finding)), ...(hasBaseline && { baselineState: 'new' as const }) });
  }
  for (const finding of known) {
    results.push({ ...(await resultOf(finding)), baselineState: 'unchanged' });
  }
  for (const { page, code, identity, message } of stale) {
    results.push({
      ruleId: code,
      ruleIndex: checkCodes.indexOf(code),
      message: { text: escapeBrackets(message) },
      locations: [{ physicalLocation: { artifactLocation: artifact(page) } }],
      partialFingerprints: fingerprints(identity),
      baselineState: 'absent',
    });
  }
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'templens', version: manifest.version, rules: allChecks.map(check => rule(check, helpOf(check.code))) },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          [BASE]: { uri: `${pathToFileURL(repository).href}/`, description: { text: "The repository's folder." } },
        },
        ...(notes.length > 0 && {
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: notes.map(text => ({
                level: 'note' as const,
                message: { text: escapeBrackets(text) },
              })),
            },
          ],
        }),
        results,
      },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

/** Escapes brackets in a message: SARIF viewers turn `[text](address)` into a link (section 3.11.6). */
function escapeBrackets(message: string): string {
  return message.replace(/[\\[\]]/g, '\\$&');
}

function rule({ code, severity, summary }: Check, help: string): ReportingDescriptor {
  return {
    id: code,
    name: code.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    help: { text: help, markdown: help },
    defaultConfiguration: { level: levels[severity] },
  };
}

interface Sources {
  artifact(page: string): ArtifactLocation;
  textOf: TextOf;
  fixOf: FixOf;
}

async function resultFor(finding: Finding, { artifact, textOf, fixOf }: Sources): Promise<Result> {
  const {
    page,
    code,
    severity,
    confidence,
    message,
    part,
    details = [],
    support,
    related,
    identity,
    cause,
    normalisers,
  } = finding;
  const text = await textOf(page);
  const relatedLocations = await Promise.all(
    [...details.map(detail => ({ page, ...detail })), ...related].map(async (place, id) => ({
      id,
      message: { text: escapeBrackets(place.message) },
      physicalLocation: locationOf(artifact(place.page), place.start, place.end, await textOf(place.page)),
    })),
  );
  const edits = text === undefined ? [] : await fixOf(finding);
  return {
    ruleId: code,
    ruleIndex: checkCodes.indexOf(code),
    level: levels[severity],
    rank: Math.round(confidence * 100),
    message: { text: escapeBrackets(message) },
    locations: [{ physicalLocation: locationOf(artifact(page), finding.start, finding.end, text) }],
    ...(relatedLocations.length > 0 && { relatedLocations }),
    partialFingerprints: fingerprints(identity),
    ...(edits.length > 0 && {
      fixes: [
        {
          description: { text: "Take the template's version." },
          artifactChanges: [
            {
              artifactLocation: artifact(page),
              replacements: edits.map(({ start, end, text: inserted }) => ({
                deletedRegion: regionOf(start, end, text!),
                insertedContent: { text: inserted },
              })),
            },
          ],
        },
      ],
    }),
    properties: {
      severity,
      // One result for each place: `locations` is for a mistake that is gone only if every place has changed (section 3.27.12).
      cause,
      ...(part !== undefined && { part }),
      ...(support && { support }),
      ...(normalisers.length > 0 && { normalisers: normalisers.map(id => `${id}: ${normaliserNames[id]}`) }),
    },
  };
}

/** The fingerprint by which code hosts recognise a finding in later runs. */
function fingerprints(identity: string): Record<string, string> {
  return { 'templensIdentity/v1': identity };
}

function locationOf(artifactLocation: ArtifactLocation, start: number, end: number, text: string | undefined): PhysicalLocation {
  return { artifactLocation, ...(text !== undefined && { region: regionOf(start, end, text) }) };
}

function artifactAt(path: string): ArtifactLocation {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: BASE };
}

function regionOf(start: number, end: number, text: string): Region {
  const [from, to] = [placeOf(text, start), placeOf(text, end)];
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    charOffset: start,
    charLength: end - start,
  };
}
