// What the judge of findings and the model of who writes pages are trained on: verdicts of readers about sites of the corpus and of fresh
// sites (test/fresh-sites.json), and drift that is put into pages of these sites.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type LogisticModel, logOdds, probability } from '../../server/src/core/counts/logistic.ts';
import { explain } from '../../server/src/core/findings/explanations/explanations.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { generatedBy } from '../../server/src/core/statements/site-origin.ts';
import { CheckedSite } from './checked-site.ts';
import { corpusSites, isWrittenByPeople, textsOf } from './corpus.ts';
import { reviewedFindings } from './corpus-findings.ts';
import { applyEdit, driftEdits, driftKinds, type Edit } from './drift/drift-edits.ts';
import { sample, seededRandom } from './drift/random.ts';
import { GroupNodes } from './drift/shared-nodes.ts';
import { type FreshSite, gitFolderOf, gitOutput, readRounds, type SiteVerdict, treeOf } from './fresh-sites.ts';
import type { GoldSite } from './gold.ts';
import { type LogisticRow, trainLogistic } from './logistic-regression.ts';
import { isTrainedOnLostParts, lostParts } from './lost-parts.ts';

export type Verdict = 'true' | 'acceptable' | 'false';

/** A site with what readers said of it. */
export interface JudgedSite {
  readonly name: string;
  /** Probability that a program writes the pages, as people say. */
  readonly generated: number;
  readonly texts: ReadonlyMap<string, string>;
  readonly exists: (path: string) => boolean;
  /** By `page|identity`. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** Sites of the corpus with their reviewed findings. */
export function corpusSitesJudged(): JudgedSite[] {
  const reviewed = reviewedFindings();
  return corpusSites().map(site => ({
    name: site.name,
    generated: isWrittenByPeople(site.name) ? 0 : 1,
    texts: textsOf(site),
    exists: path => existsSync(join(site.pagesFolder, path)),
    verdicts: new Map(
      reviewed.filter(each => each.site === site.name).map(({ page, identity, verdict }) => [`${page}|${identity}`, verdict]),
    ),
  }));
}

type SiteFinding = Pick<SiteVerdict['findings'][number], 'page' | 'identity' | 'verdict' | 'also'>;

/** Sites of all rounds whose clones are below a folder. */
export function freshSitesJudged(clones: string): JudgedSite[] {
  const makers = { people: 0, program: 1, both: 0.5 };
  return readRounds().flatMap(({ sites }) =>
    sites.flatMap(site => {
      const files = filesOf(clones, site);
      if (!files) return [];
      const verdicts = [...(site.verdict?.findings ?? []), ...(site.later ?? [])].flatMap(
        ({ page, identity, verdict, also = [] }: SiteFinding): [string, Verdict][] =>
          identity === undefined ? [] : [{ page, identity }, ...also].map(place => [`${place.page}|${place.identity}`, verdict]),
      );
      const generated = makers[site.verdict?.maker ?? site.maker];
      return [{ name: site.repository, generated, ...files, verdicts: new Map(verdicts) }];
    }),
  );
}

const MOST_BYTES = 2_000_000;

/** Reads the pages and the list of files of a site from its clone; undefined if there is no clone. */
function filesOf(clones: string, site: FreshSite): Pick<JudgedSite, 'texts' | 'exists'> | undefined {
  const git = gitFolderOf(clones, site.repository);
  if (git === undefined) return undefined;
  const files = gitOutput(git, 'ls-tree', '-r', '-l', '-z', treeOf(site))
    .toString()
    .split('\0')
    .flatMap(line => {
      // A large file may be absent from the clone; it has no size then.
      const match = /^\d+ blob (\w+) +(\d+|-)\t(.*)$/s.exec(line);
      return match ? [{ id: match[1]!, bytes: match[2] === '-' ? MOST_BYTES + 1 : Number(match[2]), path: match[3]! }] : [];
    });
  const there = new Set<string>();
  for (const { path } of files) for (let at = path; at !== '.' && !there.has(at); at = posix.dirname(at)) there.add(at);
  const isPage = ({ path, bytes }: { path: string; bytes: number }): boolean =>
    /\.(?:html?|xhtml|shtml)$/i.test(path) && !/(?:^|\/)(?:node_modules|\.[^/]*)\//.test(path) && bytes <= MOST_BYTES;
  const texts = new Map(
    files.filter(isPage).map(({ path, id }) => [path, gitOutput(git, 'cat-file', 'blob', id).toString('utf8')]),
  );
  return { texts, exists: path => there.has(path) };
}

export interface ExplainedFinding {
  readonly message: string;
  /** The numbers that the judge weighs, if a program writes the pages with this probability. */
  readonly valuesFor: (generated: number) => Record<string, number>;
}

/** A finding on an untouched page, with the verdict of a reader if there is one. */
export interface JudgedFinding extends ExplainedFinding {
  readonly verdict: Verdict | undefined;
  readonly page: string;
}

/** A site as both models see it. */
export interface TrainingSite {
  readonly name: string;
  readonly generated: number;
  /** See `SiteOrigin.evidence`. */
  readonly evidence: Record<string, number>;
  readonly findings: readonly JudgedFinding[];
  /** Findings about drift that was put into pages. */
  readonly drift: readonly ExplainedFinding[];
}

/** Checks a site and pairs its findings with verdicts. @param isSeeded also put drift into its pages? */
export function trainingSite(site: JudgedSite, isSeeded: boolean): TrainingSite {
  const checked = new CheckedSite(site.texts, {}, site.exists);
  const all = [...checked.all()];
  checked.checks.settleJudgements();
  const findings = all.flatMap(([page, found]) =>
    found.map(
      (finding): JudgedFinding => ({
        ...explained(checked, page, finding),
        verdict: site.verdicts.get(`${page}|${finding.identity}`),
        page,
      }),
    ),
  );
  const evidence = checked.checks.judge.originEvidence;
  return { name: site.name, generated: site.generated, evidence, findings, drift: isSeeded ? seededDrift(site, checked) : [] };
}

/** A finding with the numbers that the judge weighs, while the site is in its current state. */
function explained(checked: CheckedSite, page: string, finding: Finding): ExplainedFinding {
  const surroundings = checked.checks.judge.surroundings(page);
  return {
    message: `${finding.code} ${finding.message}`,
    valuesFor: generated => explain(finding, { ...surroundings, generated }),
  };
}

/** What is found in the place of edits, of each kind as many as the options say: mistakes in what most pages of a layout share. */
function seededDrift(site: JudgedSite, checked: CheckedSite): TrainingSite['drift'] {
  const random = seededRandom(1);
  const found: ExplainedFinding[] = [];
  const layouts = new Map<string, string[]>();
  for (const page of site.texts.keys()) {
    const layout = checked.model.group(page).template;
    layouts.set(layout, [...(layouts.get(layout) ?? []), page]);
  }
  const { minimumPages, maximumPages, pagesPerLayout } = trainingOptions;
  const groups = [...layouts.values()].filter(({ length }) => length >= minimumPages && length <= maximumPages);
  const pages = groups.flatMap(names => {
    const group = new GroupNodes(pseudoGold(site), names, 'template');
    return sample([...group.pages], pagesPerLayout, random).map(([page, nodes]) => ({ page, nodes, group }));
  });
  for (const kind of driftKinds) {
    let left = trainingOptions.driftOfKind;
    for (const { page, nodes, group } of sample(pages, pages.length, random)) {
      if (left === 0) break;
      const text = site.texts.get(page)!;
      const [chosen] = sample<{ edit: Edit; eligible: boolean }>(
        driftEdits(kind, text, nodes, group).filter(({ eligible }) => eligible),
        1,
        random,
      );
      if (!chosen) continue;
      left--;
      found.push(...foundIn(checked, page, text, chosen.edit));
    }
  }
  return found;
}

/** New findings in the place of an edit, which is taken back. */
function foundIn(checked: CheckedSite, page: string, text: string, edit: Edit): ExplainedFinding[] {
  const before = new Set(checked.findings(page).map(({ identity }) => identity));
  checked.put(page, applyEdit(text, edit));
  for (const other of checked.settle()) checked.findings(other);
  const findings = checked.findings(page);
  checked.checks.settleJudgements();
  const end = edit.within.end + edit.text.length - (edit.end - edit.start);
  const found = findings
    .filter(({ identity, start, end: last, details }) => {
      const places = details ?? [{ start, end: last }];
      return !before.has(identity) && places.some(place => place.start >= edit.within.start && place.end <= end);
    })
    .map(finding => explained(checked, page, finding));
  checked.put(page, text);
  for (const other of checked.settle()) checked.findings(other);
  checked.checks.settleJudgements();
  return found;
}

/** A site without gold labels, all of whose nodes may be template: those are edited that most pages of a layout share. */
function pseudoGold({ name, texts }: JudgedSite): GoldSite {
  return {
    name,
    pagesFolder: '',
    pages: new Map(),
    gold: { site: name, category: '', source: { repo: '', commit: '', path: '', license: '' }, templates: [] },
    read: page => texts.get(page)!,
    nodes: () => [],
  };
}

export const trainingOptions = {
  /** L2 penalties. */
  originPenalty: 0.3,
  judgePenalty: 0.5,
  /** The checks were made with the pages of the corpus in view: what is left there is not what other sites show. */
  corpusWeight: 0.6,
  /** Findings. More findings of one site have together the weight of so many, because they have few causes. */
  findingsOfSite: 6,
  /** Layouts with fewer or more pages get no drift. */
  minimumPages: 5,
  maximumPages: 300,
  /** Pages of a layout that edits are drawn from. */
  pagesPerLayout: 40,
  /** Edits of each kind in each site, and the weight of all findings about them. */
  driftOfKind: 1,
  driftWeight: 0.45,
  /** Factor of that weight if a program writes the pages: it makes fewer mistakes. */
  driftByProgram: 0.1,
  /** Share of missing parts that count as meant. */
  meant: 0.1,
  /** Weight of a part that an untouched page lacks, beside one that was cut out. */
  untouchedWeight: 10,
  /** What a verdict counts as. */
  targets: { true: 1, acceptable: 0.5, false: 0 },
};

export function trainOrigin(sites: readonly TrainingSite[]): LogisticModel {
  const rows = sites.map(({ evidence, generated }): LogisticRow => ({ values: evidence, target: generated, weight: 1 }));
  return trainLogistic(rows, trainingOptions.originPenalty);
}

/** A row for each finding with a verdict. @param generatedOf as of `trainJudge` */
function judgedRows(sites: readonly TrainingSite[], generatedOf: (site: TrainingSite) => number): LogisticRow[] {
  return sites.flatMap(site => {
    const judged = site.findings.filter(({ verdict }) => verdict !== undefined);
    return judged.map(
      ({ verdict, valuesFor }): LogisticRow => ({
        values: valuesFor(generatedOf(site)),
        target: trainingOptions.targets[verdict!],
        weight:
          Math.min(1, trainingOptions.findingsOfSite / judged.length) *
          (site.name.includes('/') ? 1 : trainingOptions.corpusWeight),
      }),
    );
  });
}

/** The judge with the weight of one explanation: trained on the findings that it is about. The other weights stay. */
export function withWeightOf(
  judge: LogisticModel,
  name: string,
  sites: readonly TrainingSite[],
  generatedOf: (site: TrainingSite) => number,
): LogisticModel {
  const without = { ...judge, weights: { ...judge.weights, [name]: 0 } };
  const rows = judgedRows(sites, generatedOf)
    .filter(({ values }) => values[name]! >= 0.5)
    .map(row => ({ ...row, values: {}, offset: logOdds(without, row.values) }));
  return { ...judge, weights: { ...judge.weights, [name]: trainLogistic(rows, trainingOptions.judgePenalty).bias } };
}

/**
 * @param generatedOf what a model that has not seen a site says of it.
 * @param left name of an explanation that is left out
 */
export function trainJudge(
  sites: readonly TrainingSite[],
  generatedOf: (site: TrainingSite) => number,
  left?: string,
): LogisticModel {
  const rows = judgedRows(sites, generatedOf);
  for (const site of sites) {
    const factor = 1 - site.generated * (1 - trainingOptions.driftByProgram);
    const weight = (trainingOptions.driftWeight * factor) / site.drift.length;
    for (const { valuesFor } of site.drift) rows.push({ values: valuesFor(generatedOf(site)), target: 1, weight });
  }
  const kept = left === undefined ? rows : rows.map(row => ({ ...row, values: { ...row.values, [left]: 0 } }));
  return trainLogistic(kept, trainingOptions.judgePenalty);
}

/**
 * The judge with the weight of lost parts: trained on parts cut out of pages of every second site of the corpus, against what their untouched
 * pages lack. The other weights stay.
 */
export function withLostParts(judge: LogisticModel): LogisticModel {
  const name = 'lost part';
  const without = { ...judge, weights: { ...judge.weights, [name]: 0 } };
  const rowOf = (values: Readonly<Record<string, number>>, target: number, weight: number): LogisticRow => ({
    ...{ target, weight, offset: logOdds(without, values) },
    values: {},
  });
  const sites = corpusSites();
  const rows = corpusSitesJudged().flatMap(({ name, texts, exists, verdicts }) => {
    const gold = sites.find(site => site.name === name)!;
    if (!isTrainedOnLostParts(gold, sites)) return [];
    const checked = new CheckedSite(texts, {}, exists);
    const all = [...checked.all()];
    checked.checks.settleJudgements();
    const untouched = all.flatMap(([page, found]) =>
      found
        .filter(({ lostPart }) => lostPart)
        .map(finding => {
          const verdict = verdicts.get(`${page}|${finding.identity}`) ?? 'false';
          const values = explain(finding, checked.checks.judge.surroundings(page));
          return rowOf(values, trainingOptions.targets[verdict], trainingOptions.untouchedWeight);
        }),
    );
    const lost = lostParts(gold, 2).flatMap(({ explanations }) =>
      explanations ? [rowOf(explanations, 1 - trainingOptions.meant, 1)] : [],
    );
    return [...untouched, ...lost];
  });
  const { bias } = trainLogistic(rows, trainingOptions.judgePenalty);
  return { ...judge, weights: { ...judge.weights, [name]: bias } };
}

/** A finding with the confidence of a judge that has not seen its site. */
export interface NestedJudgement {
  readonly site: string;
  readonly finding: JudgedFinding;
  readonly confidence: number;
}

/** Parts that sites are divided into where an explanation is left out: a model for each site would take long. */
const FOLDS = 12;

/**
 * Judgements of models that have not seen the site, and the share of findings about drift with a confidence of at least 0.5, on sites that
 * people write.
 */
export function judgedWithout(
  sites: readonly TrainingSite[],
  origin: ReadonlyMap<string, number>,
  left: string | undefined,
): { judgements: NestedJudgement[]; driftShare: number } {
  const generatedOf = ({ name }: TrainingSite): number => origin.get(name)!;
  const judgements: NestedJudgement[] = [];
  const drift: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = trainJudge(
      sites.filter((_, at) => at % FOLDS !== fold),
      generatedOf,
      left,
    );
    for (const site of sites.filter((_, at) => at % FOLDS === fold)) {
      const confidenceOf = ({ valuesFor }: ExplainedFinding): number => probability(logOdds(model, valuesFor(generatedOf(site))));
      for (const finding of site.findings) judgements.push({ site: site.name, finding, confidence: confidenceOf(finding) });
      if (site.generated < 0.5) drift.push(...site.drift.map(confidenceOf));
    }
  }
  return { judgements, driftShare: drift.filter(confidence => confidence >= 0.5).length / drift.length };
}

/** The probability that a program writes the pages of each site, by models that have not seen the site. */
export function nestedOrigin(sites: readonly TrainingSite[]): Map<string, number> {
  return new Map(sites.map(site => [site.name, generatedBy(trainOrigin(sites.filter(other => other !== site)), site.evidence)]));
}

/**
 * Judgements of models that have not seen the site that they are asked about; of drift only what was put into pages that people write.
 * @param origin see `nestedOrigin`
 */
export function nestedJudgements(
  sites: readonly TrainingSite[],
  origin: ReadonlyMap<string, number>,
): { judgements: NestedJudgement[]; driftConfidences: number[] } {
  const generatedOf = ({ name }: TrainingSite): number => origin.get(name)!;
  const driftConfidences: number[] = [];
  const judgements = sites.flatMap(site => {
    if (site.findings.length + site.drift.length === 0) return [];
    const model = trainJudge(
      sites.filter(other => other !== site),
      generatedOf,
    );
    for (const { valuesFor } of site.generated < 0.5 ? site.drift : [])
      driftConfidences.push(probability(logOdds(model, valuesFor(generatedOf(site)))));
    return site.findings.map(finding => ({
      site: site.name,
      finding,
      confidence: probability(logOdds(model, finding.valuesFor(generatedOf(site)))),
    }));
  });
  return { judgements, driftConfidences };
}
