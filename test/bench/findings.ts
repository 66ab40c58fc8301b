// The findings on the untouched pages of the gold corpus, with what a reviewer said of each (test/corpus-findings.json).
// usage: node test/bench/dist/findings.js [--site NAME]... [--list] [--update]     prints tables; --list every finding; --update writes the table of
//                                                                       severities into docs/lab/findings.md
//        node test/bench/dist/findings.js --drift [--site NAME]... [--update]   the drift that the notes of the corpus name, found or why not;
//                                                                       --update writes the table into docs/lab/findings.md
//        node test/bench/dist/findings.js --fixes [--site NAME]... [--list] [--update]   the safe fixes, and whether a maintainer would commit
//                                                                       them (test/corpus-fixes.json); --list prints the diffs;
//                                                                       also tries fix --write, and --unsafe, twice on copies
// exit code: 1 when a finding has no verdict, too many are false, or severity does not tell true from false; 2 wrong usage; 3 no corpus
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import {
  corpusFindings,
  missedFindingBars,
  missedSeverityBars,
  reviewedFindings,
  severityTableOf,
  verdictOf,
} from '../support/corpus-findings.ts';
import { type FixRun, tryFixes } from '../support/corpus-fix-promises.ts';
import { corpusFixes, fixTableOf, type JudgedFix, missedFixBars, reviewedFixes } from '../support/corpus-fixes.ts';
import { driftTableOf, LEAST_DRIFT, namedDrift, shareOfDrift } from '../support/named-drift.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    drift: { type: 'boolean' },
    fixes: { type: 'boolean' },
    update: { type: 'boolean' },
  },
});
if (!corpusAvailable) process.exit(3);
const sites = namedSites(corpusSites(), values.site);

if (values.drift) {
  const outcomes = namedDrift(values.site);
  const table = driftTableOf(outcomes);
  console.log(table);
  console.log(`${(shareOfDrift(outcomes) * 100).toFixed(1)} % found or shown`);
  if (values.update && !values.site) writeMarked('docs/lab/findings.md', 'named drift', table);
  process.exit(shareOfDrift(outcomes) < LEAST_DRIFT ? 1 : 0);
}

if (values.fixes) {
  const reviewed = reviewedFixes().filter(({ site }) => values.site?.includes(site) ?? true);
  const fixes: JudgedFix[] = [];
  const parseWorker = new URL('../../../server/dist/parse-worker.js', import.meta.url);
  for (const site of sites) fixes.push(...(await corpusFixes(site, reviewed, parseWorker)));
  if (values.list) for (const { diff, message, ...fix } of fixes) console.log(`${JSON.stringify(fix)}\n${message}\n${diff}`);
  const table = fixTableOf(fixes);
  console.log(table);
  if (values.update && !values.site) writeMarked('docs/lab/findings.md', 'safe fixes', table);
  const runs: FixRun[] = [];
  for (const site of sites) {
    for (const unsafe of [false, true]) runs.push(await tryFixes(site, unsafe));
  }
  for (const unsafe of [false, true]) {
    const changed = runs.filter(run => run.unsafe === unsafe).reduce((sum, run) => sum + run.changed, 0);
    console.log(`\nfix --write${unsafe ? ' --unsafe' : ''} changes ${changed} pages.`);
  }
  const broken = runs.flatMap(run => run.broken);
  console.log(`${broken.length} promises are broken: a second run changes nothing, no finding is new, content is as before.`);
  const missed = [...missedFixBars(fixes, reviewed), ...broken];
  for (const sentence of missed) console.error(sentence);
  process.exit(missed.length > 0 ? 1 : 0);
}

const reviewed = reviewedFindings();
const counts = ['true', 'acceptable', 'false', 'none'] as const;
const found = sites.map(site => ({
  site: site.name,
  findings: corpusFindings(site).map(finding => ({ ...finding, verdict: verdictOf(finding, reviewed) })),
}));
console.log(`| site | findings | ${counts.join(' | ')} |\n| --- | --: | --: | --: | --: | --: |`);
const row = (name: string, findings: readonly { verdict: string }[]): string =>
  `| ${[name, findings.length, ...counts.map(count => findings.filter(({ verdict }) => verdict === count).length)].join(' | ')} |`;
for (const { site, findings } of found) console.log(row(site, findings));
console.log(
  row(
    '**all**',
    found.flatMap(({ findings }) => findings),
  ),
);
if (values.list)
  for (const { findings } of found)
    for (const { site, page, verdict, severity, message } of findings)
      console.log(`${verdict} | ${severity} | ${site} | ${page} | ${message}`);
const all = found.flatMap(({ findings }) => findings);
const severities = severityTableOf(all);
console.log(`\n${severities}`);
if (values.update && !values.site) writeMarked('docs/lab/findings.md', 'severities', severities);
const missed = [...missedFindingBars(all), ...(values.site ? [] : missedSeverityBars(all))];
for (const sentence of missed) console.error(sentence);
process.exitCode = missed.length > 0 ? 1 : 0;
