import { BandCrossings } from '../counts/band-crossings.ts';
import type { Bands } from '../counts/page-counts.ts';
import { bandWithoutCopies, countBand, leastAffectedCount, shareBand } from './bands.ts';
import type { GroupChange, GroupExtractor, PageScores } from './extractor.ts';
import { labelFeatures } from './features.ts';
import type { GroupCounts, LabelCounts, ScoredPage } from './group-counts.ts';
import type { GroupPage } from './group-page.ts';
import { type CompiledModel, compileModel, type LabelModel, labelRows, predict } from './label-model.ts';
import weights from './label-weights.json' with { type: 'json' };
import type { NodeLabels } from './node-labels.ts';
import { poolKeys } from './pooled-scores.ts';

/** The weights that ship with Templens. */
export const committedWeights: LabelModel = weights;
const committed = compileModel(weights);

/** Returns a factory of the default extractors of a site. They use the committed weights unless a model is given. */
export function defaultExtractors(model?: LabelModel): (counts: GroupCounts) => GroupExtractor {
  const compiled = model ? compileModel(model) : committed;
  return counts => new DefaultExtractor(counts, compiled);
}

/**
 * Makes the default labels: boosted trees score the features of each node (`features.ts`), the scores are averaged with those of equal nodes
 * on other pages, and smoothed along the tree. Page counts are read in bands, so a page's labels change only when the page is edited or one
 * of its keys moves to another band.
 */
class DefaultExtractor implements GroupExtractor {
  #counts: GroupCounts;
  #model: CompiledModel;
  #crossings: BandCrossings;

  constructor(counts: GroupCounts, model: CompiledModel) {
    this.#counts = counts;
    this.#model = model;
    this.#crossings = new BandCrossings(counts.nodes);
  }

  added(): void {}
  removing(): void {}

  settle(change: GroupChange): Set<number> {
    const { pages: all, site } = this.#counts;
    if (change.all || countBand(change.sizeBefore) !== countBand(all.size)) {
      this.#crossings.reindex(leastAffectedCount(all.size, all.size));
      return new Set(all.keys());
    }
    const least = leastAffectedCount(change.sizeBefore, all.size);
    const bands: Bands = {
      before: count => shareBand(count, change.sizeBefore),
      after: count => shareBand(count, all.size),
      resized: change.sizeBefore !== all.size,
    };
    const pages = new Set(change.pages);
    for (const id of this.#crossings.keysWithChangedBand(change.nodes, bands, least))
      site.nodes.forEachPage(id, page => pages.add(page));
    if (site.copies.size === 0) return pages;
    const withoutCopies: Bands = {
      before: count => bandWithoutCopies(shareBand, count, change.sizeBefore),
      after: count => bandWithoutCopies(shareBand, count, all.size),
      resized: bands.resized,
    };
    for (const id of this.#crossings.keysWithChangedBand(change.nodes, withoutCopies, least))
      site.nodes.forEachPage(id, page => {
        if (site.copies.has(page)) pages.add(page);
      });
    return pages;
  }

  takeWork(): number {
    return this.#crossings.takeWork();
  }

  label(page: GroupPage, scores?: PageScores): NodeLabels {
    return labelsByCounts(page, this.#counts, this.#model, scores);
  }

  scores(page: GroupPage): PageScores {
    return scoresByCounts(page, this.#counts, this.#model);
  }
}

/** Returns the default labels of a page. @param scores result of `scoresByCounts`, if known */
export function labelsByCounts(
  page: ScoredPage,
  counts: LabelCounts,
  model: CompiledModel = committed,
  { rows, keys, logOdds }: PageScores = scoresByCounts(page, counts, model),
): NodeLabels {
  const { pool, learned } = counts.site;
  const pooled = pool.pooled(keys, logOdds);
  const taught = learned.learned(keys, logOdds);
  return labelRows(model, page.tree, rows, taught ? pooled.map((value, row) => value + taught[row]!) : pooled);
}

/** Features, pool keys and log-odds of every row of a page, before scores of other pages are added. */
function scoresByCounts(page: ScoredPage, counts: LabelCounts, model: CompiledModel): PageScores {
  const rows = labelFeatures(page, counts, model.columnsUsed);
  return { rows, keys: poolKeys(page, rows), logOdds: predict(model, rows) };
}
