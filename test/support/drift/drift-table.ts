import { isWrittenByPeople } from '../corpus.ts';
import { controlKinds } from './control-edits.ts';
import { driftKinds } from './drift-edits.ts';
import type { Trial } from './run-drift.ts';

/** Shares of believable drift that must be found, of harmless edits that may raise anything, and of all that may stir other pages. */
interface Bars {
  readonly found: number;
  readonly raised: number;
  readonly elsewhere: number;
}
const OF_ALL: Bars = { found: 0.92, raised: 0.013, elsewhere: 0.01 };
/** Of some of the sites: single ones differ by more than ten points. */
const OF_SAMPLE: Bars = { found: 0.88, raised: 0.025, elsewhere: 0.02 };
/** Of the pages that people write: least share that is reported, and largest share of harmless edits that may raise anything. */
const OF_WRITTEN = { reported: 0.88, raised: 0.01 };
/** Share that must be found on every site with so many edits. */
const LEAST_OF_SITE = 0.78;
const FEWEST_OF_SITE = 20;

/** What became of the edits, by kind and by who writes the pages, as a Markdown table. */
export function driftTable(drift: readonly Trial[], controls: readonly Trial[]): string {
  const rows = driftKinds.map(kind => driftRow(kind, drift.filter(isOfKind(kind))));
  const controlRows = controlKinds.map(kind => controlRow(kind, controls.filter(isOfKind(kind))));
  for (const [name, isOf] of Object.entries(writers)) {
    rows.push(driftRow(name, drift.filter(isOf)));
    controlRows.push(controlRow(name, controls.filter(isOf)));
  }
  return [
    markdown(['drift', 'edits', 'found', 'reported', 'new on other pages', 'without a majority: reported'], rows),
    markdown(['no drift', 'edits', 'reported anything', 'share'], controlRows),
  ].join('\n\n');
}

const writers: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'pages by people': ({ site }) => isWrittenByPeople(site),
  'pages by programs': ({ site }) => !isWrittenByPeople(site),
  '**all**': () => true,
};

function driftRow(name: string, trials: readonly Trial[]): string[] {
  const eligible = trials.filter(trial => trial.eligible);
  const rest = trials.filter(trial => !trial.eligible);
  return [
    name,
    String(eligible.length),
    share(eligible.filter(isFound), eligible),
    share(eligible.filter(isReported), eligible),
    String(eligible.filter(trial => trial.elsewhere.length > 0).length),
    `${rest.filter(isReported).length} of ${rest.length}`,
  ];
}

function controlRow(name: string, trials: readonly Trial[]): string[] {
  const raised = trials.filter(isRaised);
  return [name, String(trials.length), String(raised.length), share(raised, trials)];
}

/** What does not hold, a sentence each. */
export function missedBars(drift: readonly Trial[], controls: readonly Trial[], isSample: boolean): string[] {
  const bars = isSample ? OF_SAMPLE : OF_ALL;
  const eligible = drift.filter(trial => trial.eligible);
  const found = eligible.filter(isFound).length;
  const raised = controls.filter(isRaised).length;
  const sentences: string[] = [];
  if (found < bars.found * eligible.length)
    sentences.push(`${found} of ${eligible.length} edits are found; it must be ${percent(bars.found)}.`);
  for (const site of new Set(eligible.map(trial => trial.site))) {
    const of = eligible.filter(trial => trial.site === site);
    if (of.length >= FEWEST_OF_SITE && of.filter(isFound).length < LEAST_OF_SITE * of.length)
      sentences.push(
        `${of.filter(isFound).length} of ${of.length} edits of ${site} are found; it must be ${percent(LEAST_OF_SITE)}.`,
      );
  }
  const elsewhere = eligible.filter(trial => trial.elsewhere.length > 0).length;
  if (elsewhere > bars.elsewhere * eligible.length)
    sentences.push(
      `${elsewhere} of ${eligible.length} edits bring up something on another page; it may be ${percent(bars.elsewhere)}.`,
    );
  if (raised > bars.raised * controls.length)
    sentences.push(`${raised} of ${controls.length} edits that are no drift raise something; it may be ${percent(bars.raised)}.`);
  return isSample ? sentences : [...sentences, ...missedOfWritten(eligible, controls)];
}

function missedOfWritten(eligible: readonly Trial[], controls: readonly Trial[]): string[] {
  const isWritten = ({ site }: Trial): boolean => isWrittenByPeople(site);
  const [drift, harmless] = [eligible.filter(isWritten), controls.filter(isWritten)];
  const reported = drift.filter(isReported).length;
  const raised = harmless.filter(isRaised).length;
  const of = 'on pages by people';
  return [
    ...(reported < OF_WRITTEN.reported * drift.length
      ? [`${reported} of ${drift.length} edits ${of} are reported; it must be ${percent(OF_WRITTEN.reported)}.`]
      : []),
    ...(raised > OF_WRITTEN.raised * harmless.length
      ? [
          `${raised} of ${harmless.length} edits ${of} that are no drift raise something; it may be ${percent(OF_WRITTEN.raised)}.`,
        ]
      : []),
  ];
}

/** A line for each edit that was not found, stirred other pages, or raised something without reason. */
export function wrongTrials(drift: readonly Trial[], controls: readonly Trial[]): string[] {
  const line = (what: string, { kind, site, page, edit, inside, beside, elsewhere }: Trial) =>
    [what, kind, site, page, edit.what.slice(0, 160), ...[...inside, ...beside, ...elsewhere].slice(0, 3)].join(' | ');
  return [
    ...drift.filter(trial => trial.eligible && !trial.isReported).map(trial => line(missOf(trial), trial)),
    ...drift.filter(trial => trial.eligible && trial.elsewhere.length > 0).map(trial => line('elsewhere', trial)),
    ...controls.filter(isRaised).map(trial => line('raised', trial)),
  ];
}

function isOfKind(kind: string): (trial: Trial) => boolean {
  return trial => trial.kind === kind;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function missOf({ confidence }: Trial): string {
  return confidence === undefined ? 'not found' : `not sure enough (${confidence})`;
}

function isFound({ confidence }: Trial): boolean {
  return confidence !== undefined;
}

function isReported({ isReported }: Trial): boolean {
  return isReported;
}

function isRaised({ inside, beside, elsewhere }: Trial): boolean {
  return inside.length > 0 || beside.length > 0 || elsewhere.length > 0;
}

function share(some: readonly Trial[], of: readonly Trial[]): string {
  return of.length === 0 ? '' : `${((100 * some.length) / of.length).toFixed(1)} %`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `| --- |${' --: |'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}
