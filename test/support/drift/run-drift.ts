// Makes pages of the gold corpus drift, and sees whether that is found at its place, and nothing else.
import { allChecks } from '../../../server/src/core/findings/checks/index.ts';
import type { Detail, Finding } from '../../../server/src/core/findings/finding.ts';
import type { LabelModel } from '../../../server/src/core/labels/label-model.ts';
import { CheckedSite } from '../checked-site.ts';
import { textsOf } from '../corpus.ts';
import type { GoldSite } from '../gold.ts';
import { controlEdits, controlKinds } from './control-edits.ts';
import { applyEdit, driftEdits, driftKinds, type Edit } from './drift-edits.ts';
import { sample, seededRandom } from './random.ts';
import { GroupNodes } from './shared-nodes.ts';

/** What became of one edit. */
export interface Trial {
  readonly site: string;
  readonly page: string;
  readonly kind: string;
  /** Of drift: is the majority believable, by labels and counts that are not the product's? Controls: true. */
  readonly eligible: boolean;
  readonly edit: Edit;
  /** The confidence of the surest new finding in the element that was edited; undefined if there is none. */
  readonly confidence: number | undefined;
  /** `check` reports a new finding there: its confidence is high enough. */
  readonly isReported: boolean;
  /** New reported findings: on the page in the element, on the page elsewhere, and on other pages. */
  readonly inside: readonly string[];
  readonly beside: readonly string[];
  readonly elsewhere: readonly string[];
}

export interface DriftOptions {
  /** Edits of each kind in each site. */
  readonly eligible: number;
  readonly ineligible: number;
  readonly controls: number;
  readonly seed: number;
}

/** Groups smaller than this have no majority to drift from. */
const FEWEST_PAGES = 5;

/** Error pages are neither asked nor judged (N22). */
const errorPage = /(?:^|\/)[45]\d\d\.\w+$/;

/**
 * Seeded drift in the true groups that are large enough: edits of template nodes, and edits that are no drift.
 * @param labelModel in place of the committed weights of the default labels.
 */
export function runDrift(site: GoldSite, options: DriftOptions, labelModel?: LabelModel): { drift: Trial[]; controls: Trial[] } {
  const texts = textsOf(site);
  const trials = new Trials(site.name, texts, labelModel);
  const random = seededRandom(options.seed);
  const groups = site.gold.templates
    .filter(({ pages }) => pages.length >= FEWEST_PAGES)
    .map(({ pages }) => new GroupNodes(site, pages));
  const pages = groups.flatMap(group =>
    [...group.pages].map(([page, nodes]) => ({ page, nodes, group, text: texts.get(page)! })),
  );
  const drift: Trial[] = [];
  for (const kind of driftKinds) {
    const possible = pages.map(({ page, nodes, group, text }) => {
      const edits = driftEdits(kind, text, nodes, group);
      return { page, edits: edits.map(each => ({ ...each, eligible: each.eligible && !errorPage.test(page) })) };
    });
    for (const eligible of [true, false]) {
      const allowed = possible.map(({ page, edits }) => ({ page, edits: edits.filter(each => each.eligible === eligible) }));
      for (const { page, edit } of draw(allowed, eligible ? options.eligible : options.ineligible, random)) {
        drift.push({ ...trials.run(page, edit), kind, eligible });
      }
    }
  }
  const controls: Trial[] = [];
  for (const kind of controlKinds) {
    const possible = pages.map(({ page, nodes, text }) => ({
      page,
      edits: controlEdits(kind, text, nodes, page).map(edit => ({ edit })),
    }));
    for (const { page, edit } of draw(possible, options.controls, random)) {
      controls.push({ ...trials.run(page, edit), kind, eligible: true });
    }
  }
  return { drift, controls };
}

/** Some of the edits: of as many pages as there are, one each, then further ones. */
function draw<T extends { readonly edit: Edit }>(
  pages: readonly { readonly page: string; readonly edits: readonly T[] }[],
  count: number,
  random: () => number,
): { page: string; edit: Edit }[] {
  const left = sample(pages, pages.length, random).map(({ page, edits }) => ({ page, edits: sample(edits, count, random) }));
  const drawn: { page: string; edit: Edit }[] = [];
  for (let round = 0; drawn.length < count && left.some(({ edits }) => edits.length > round); round++) {
    for (const { page, edits } of left) {
      const next = edits[round];
      if (next && drawn.length < count) drawn.push({ page, edit: next.edit });
    }
  }
  return drawn;
}

/** A site whose pages are edited one at a time and put back. */
class Trials {
  readonly #name: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #site: CheckedSite;
  readonly #findings = new Map<string, readonly Finding[]>();
  /** Identities of the findings of every page as it is, and of those that are reported. */
  readonly #found = new Map<string, ReadonlySet<string>>();
  readonly #reported = new Map<string, ReadonlySet<string>>();

  constructor(name: string, texts: ReadonlyMap<string, string>, labelModel: LabelModel | undefined) {
    this.#name = name;
    this.#texts = texts;
    this.#site = new CheckedSite(texts, {}, path => texts.has(path), allChecks, undefined, labelModel);
    this.#check(texts.keys());
    for (const [page, findings] of this.#findings) {
      this.#found.set(page, identitiesOf(findings));
      this.#reported.set(page, identitiesOf(findings.filter(finding => this.#isReported(page, finding))));
    }
  }

  run(page: string, edit: Edit): Omit<Trial, 'kind' | 'eligible'> {
    const text = this.#texts.get(page)!;
    this.#site.put(page, applyEdit(text, edit));
    const affected = this.#check(this.#site.settle());
    const end = edit.within.end + edit.text.length - (edit.end - edit.start);
    const isInside = ({ start, end: last }: Detail): boolean => start >= edit.within.start && last <= end;
    const isNew = ({ identity }: Detail): boolean => !this.#found.get(page)!.has(identity);
    const found = this.#findings.get(page)!.filter(finding => detailsOf(finding).some(each => isInside(each) && isNew(each)));
    const inside: string[] = [];
    const beside: string[] = [];
    const elsewhere: string[] = [];
    for (const other of affected) {
      for (const finding of this.#findings.get(other)!.filter(each => this.#isReported(other, each))) {
        for (const detail of detailsOf(finding)) {
          if (this.#reported.get(other)!.has(detail.identity)) continue;
          const place = other !== page ? elsewhere : isInside(detail) ? inside : beside;
          place.push(`${other}: ${detail.code} ${detail.message}`);
        }
      }
    }
    const confidence = found.length === 0 ? undefined : Math.max(...found.map(each => this.#confidence(page, each)));
    this.#site.put(page, text);
    this.#check(this.#site.settle());
    return { site: this.#name, page, edit, confidence, isReported: inside.length > 0, inside, beside, elsewhere };
  }

  /** Checks pages again. Returns them, with those whose findings have another confidence now. */
  #check(pages: Iterable<string>): Set<string> {
    const affected = new Set(pages);
    for (const page of affected) this.#findings.set(page, this.#site.findings(page));
    for (const page of this.#site.checks.settleJudgements()) affected.add(page);
    return affected;
  }

  #isReported(page: string, finding: Finding): boolean {
    return this.#confidence(page, finding) >= this.#site.settings.minConfidence;
  }

  #confidence(page: string, finding: Finding): number {
    return this.#site.checks.judge.judge(page, finding).confidence;
  }
}

/** The differences that a finding sums up, or the finding itself. */
function detailsOf(finding: Finding): readonly Detail[] {
  return finding.details ?? [finding];
}

function identitiesOf(findings: readonly Finding[]): Set<string> {
  return new Set(findings.flatMap(detailsOf).map(({ identity }) => identity));
}
