// Findings on sites that nobody has opened (docs/lab/fresh-sites.md): rounds of ten, judged before the author looks.
// usage: node test/bench/dist/fresh-sites.js                                         prints a table of the rounds
//        node test/bench/dist/fresh-sites.js --pick FILE --clones FOLDER [--each N]  adds a round of N (5) sites by people and N by programs to
//                                                                       test/fresh-sites.json; FILE has lines of "people|program PATH OWNER/NAME",
//                                                                       FOLDER clones of the repositories as OWNER+NAME
//        node test/bench/dist/fresh-sites.js --export FOLDER --clones FOLDER   for the reader of the last round: of each site its pages, the
//                                                                       findings (findings.jsonl) and the changes of safe fixes (fixes.diff)
//        node test/bench/dist/fresh-sites.js --record FOLDER            reads OWNER+NAME/verdict.json of each exported site
//        --update                                                       writes the table into docs/lab/fresh-sites.md
// exit code: 1 when a verdict is missing or incomplete; 2 wrong usage
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupByCause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import {
  FRESH_SITES,
  type FreshSite,
  gitFolderOf,
  gitOutput,
  parseCandidates,
  parseVerdict,
  pickSites,
  readRounds,
  roundsTable,
  siteOfClone,
  treeOf,
} from '../support/fresh-sites.ts';
import { writeMarked } from '../support/replace-tables.ts';

const templens = fileURLToPath(new URL('../../../server/bin/templens.js', import.meta.url));
const { values } = parseArgs({
  options: {
    pick: { type: 'string' },
    clones: { type: 'string' },
    each: { type: 'string', default: '5' },
    export: { type: 'string' },
    record: { type: 'string' },
    update: { type: 'boolean', default: false },
  },
});
const rounds = readRounds();
const last = rounds.at(-1);

if (values.pick !== undefined) pick(values.pick);
else if (values.export !== undefined) for (const site of lastSites()) exportSite(site, values.export);
else if (values.record !== undefined) record(values.record);

console.log(roundsTable(rounds));
if (values.update) {
  writeMarked('docs/lab/fresh-sites.md', 'rounds', roundsTable(rounds));
}

function pick(file: string): void {
  const clones = needed('clones');
  const sites = pickSites(parseCandidates(readFileSync(file, 'utf8')), rounds, Number(values.each), candidate =>
    siteOfClone(clones, candidate),
  );
  const version = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  rounds.push({ round: rounds.length, version, sites });
  writeRounds();
  for (const { maker, repository, folder, pages } of sites) console.log(`${maker} ${repository} ${folder}: ${pages} pages`);
}

/** Pages of a site, its findings and the changes of its safe fixes, into `OWNER+NAME` below `out`. */
function exportSite(site: FreshSite, out: string): void {
  const git = gitFolderOf(needed('clones'), site.repository);
  if (git === undefined) fail(`${site.repository} is not below ${values.clones}.`);
  const folder = folderOf(site, out);
  const pages = join(folder, 'pages');
  writeFilesOf(git, treeOf(site), pages);
  const printed = (...args: string[]): string =>
    spawnSync(process.execPath, [templens, ...args, pages, '--no-cache'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
  const { diagnostics } = JSON.parse(printed('check', '--format', 'json')) as { diagnostics: Finding[] };
  const findings = byCause(diagnostics);
  writeFileSync(join(folder, 'findings.jsonl'), findings.map(finding => `${JSON.stringify(finding)}\n`).join(''));
  writeFileSync(join(folder, 'fixes.diff'), printed('fix'));
  console.log(`${site.repository}: ${findings.length} findings`);
}

/** One finding for each cause, as `check` prints them, with the other pages that have it. */
function byCause(findings: readonly Finding[]): (Finding & { also?: { page: string; identity: string }[] })[] {
  return groupByCause(findings).map(({ first, others }) => ({
    ...first,
    ...(others.length > 0 && { also: others.map(({ page, identity }) => ({ page, identity })) }),
  }));
}

/** Writes the files of a tree; one that the clone lacks, such as a large video, is empty, so that links to it are not broken. */
function writeFilesOf(git: string, tree: string, out: string): void {
  for (const file of gitOutput(git, 'ls-tree', '-r', '-z', '--name-only', tree).toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    let content: Buffer | string = '';
    try {
      content = gitOutput(git, 'cat-file', 'blob', `${tree}${tree.includes(':') ? '/' : ':'}${file}`);
    } catch {}
    writeFileSync(join(out, file), content);
  }
}

function record(folder: string): void {
  for (const site of lastSites()) {
    const at = folderOf(site, folder);
    const file = join(at, 'verdict.json');
    if (!existsSync(file)) fail(`${file} is missing.`);
    const lines = readFileSync(join(at, 'findings.jsonl'), 'utf8').split('\n').filter(Boolean);
    const fixes = readFileSync(join(at, 'fixes.diff'), 'utf8').match(/^\+\+\+ /gm)?.length ?? 0;
    const { repository, ...verdict } = parseVerdict(readFileSync(file, 'utf8'), lines.length, fixes);
    if (repository !== site.repository) fail(`${file} is about ${repository}.`);
    const findings = verdict.findings.map(({ verdict, why }, index) => {
      const { page, line, code, severity, message, identity, also } = JSON.parse(lines[index]!) as Finding & { also?: [] };
      return { page, line, code, severity, message, identity, ...(also && { also }), verdict, why };
    });
    site.verdict = { ...verdict, findings };
  }
  writeRounds();
}

function lastSites(): NonNullable<typeof last>['sites'] {
  return last?.sites ?? fail(`${FRESH_SITES} has no round; --pick adds one.`);
}

function folderOf({ repository }: FreshSite, out: string): string {
  return join(out, repository.replace('/', '+'));
}

function writeRounds(): void {
  writeFileSync(FRESH_SITES, `${JSON.stringify(rounds, null, 2)}\n`);
}

function needed(option: 'clones'): string {
  const value = values[option];
  if (value !== undefined) return value;
  console.error(`--${option} is missing.`);
  process.exit(2);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
