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
/** Share that must be found on every site with so many edits. */
const LEAST_OF_SITE = 0.78;
const FEWEST_OF_SITE = 20;

/** What became of the edits, by kind, as a Markdown table. */
export function driftTable(drift: readonly Trial[], controls: readonly Trial[]): string {
  const rows = driftKinds.map(kind => {
    const of = drift.filter(trial => trial.kind === kind && trial.eligible);
    const rest = drift.filter(trial => trial.kind === kind && !trial.eligible);
    const elsewhere = of.filter(trial => trial.elsewhere.length > 0).length;
    return [
      kind,
      String(of.length),
      share(of.filter(isFound), of),
      String(elsewhere),
      `${rest.filter(isFound).length} of ${rest.length}`,
    ];
  });
  const eligible = drift.filter(trial => trial.eligible);
  const rest = drift.filter(trial => !trial.eligible);
  rows.push([
    '**all**',
    String(eligible.length),
    `**${share(eligible.filter(isFound), eligible)}**`,
    String(eligible.filter(trial => trial.elsewhere.length > 0).length),
    `${rest.filter(isFound).length} of ${rest.length}`,
  ]);
  const controlRows = controlKinds.map(kind => {
    const of = controls.filter(trial => trial.kind === kind);
    return [kind, String(of.length), String(of.filter(isRaised).length)];
  });
  controlRows.push(['**all**', String(controls.length), `**${controls.filter(isRaised).length}**`]);
  return [
    markdown(['drift', 'edits', 'found', 'new on other pages', 'without a majority: found'], rows),
    markdown(['no drift', 'edits', 'raised anything'], controlRows),
  ].join('\n\n');
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
  return sentences;
}

/** A line for each edit that was not found, stirred other pages, or raised something without reason. */
export function wrongTrials(drift: readonly Trial[], controls: readonly Trial[]): string[] {
  const line = (what: string, { kind, site, page, edit, beside, elsewhere }: Trial) =>
    [what, kind, site, page, edit.what.slice(0, 160), ...beside.slice(0, 2), ...elsewhere.slice(0, 2)].join(' | ');
  return [
    ...drift.filter(trial => trial.eligible && !trial.found).map(trial => line('missed', trial)),
    ...drift.filter(trial => trial.eligible && trial.elsewhere.length > 0).map(trial => line('elsewhere', trial)),
    ...controls.filter(isRaised).map(trial => line('raised', trial)),
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function isFound({ found }: Trial): boolean {
  return found;
}

function isRaised({ found, beside, elsewhere }: Trial): boolean {
  return found || beside.length > 0 || elsewhere.length > 0;
}

function share(some: readonly Trial[], of: readonly Trial[]): string {
  return of.length === 0 ? '' : `${((100 * some.length) / of.length).toFixed(1)} %`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `| --- |${' --: |'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}
