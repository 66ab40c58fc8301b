import type { PageRegions } from 'templens-shared/answers';
import type { NodeLabels } from '../core/labels/node-labels.ts';
import { templateShare } from '../core/labels/page-labels.ts';
import { pageRegions } from '../core/labels/regions.ts';
import type { KnownFindings } from './known-findings.ts';
import type { PartCatalog } from './part-catalog.ts';
import type { SiteState } from './site-state.ts';
import { type PageVerdicts, pageVerdicts, withDeviating } from './verdicts.ts';

/** Builds the regions that editors show of a page from its labels, findings and parts. */
export class RegionBuilder {
  readonly #state: SiteState;
  readonly #parts: PartCatalog;
  /** Undefined if no findings are wanted: then no node deviates. */
  readonly #findings: KnownFindings | undefined;
  /** Pages that take too many steps to label, with the problem that was reported. */
  readonly #unlabelled = new Map<string, string>();

  constructor(state: SiteState, parts: PartCatalog, findings: KnownFindings | undefined) {
    this.#state = state;
    this.#parts = parts;
    this.#findings = findings;
  }

  /** Returns the page's regions, group and parts. */
  regions(page: string): PageRegions {
    const { model } = this.#state;
    const { tree, directives } = model.shown(page);
    const { label } = this.labels(page);
    const { template, layout, size } = model.group(page);
    const { deviating, absences } = this.verdicts(page);
    const regions = withDeviating(pageRegions(tree, label, directives), deviating);
    const parts = this.#parts.onPage(page) ?? [];
    const share = templateShare(tree, label);
    return { regions, absences: [...absences], template, layout, pages: size, templateShare: share, parts };
  }

  /** Returns the verdicts on a page's nodes. Nodes deviate only while the page's findings are those of its current text. */
  verdicts(page: string): PageVerdicts {
    const { model } = this.#state;
    const findings = this.#findings?.isDue(page) ? undefined : this.#findings?.of(page);
    return pageVerdicts(model.shown(page).tree, model.labels(page).label, findings ?? []);
  }

  /** Returns the labels of a page. If labelling takes too many steps, a problem is reported, once. */
  labels(page: string): NodeLabels {
    const labels = this.#state.model.labels(page);
    if (labels.tooManySteps === undefined) this.#unlabelled.delete(page);
    else {
      const message = `${page} is not labelled: ${labels.tooManySteps} to label.`;
      if (this.#unlabelled.get(page) !== message) this.#state.reportProblem('warning', page, message);
      this.#unlabelled.set(page, message);
    }
    return labels;
  }

  /** Drops what is known of a page that was removed. */
  forget(page: string): void {
    this.#unlabelled.delete(page);
  }
}
