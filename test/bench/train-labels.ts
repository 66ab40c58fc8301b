// Trains the default labels on the gold corpus.
// usage: node test/bench/dist/train-labels.js [--write]   without --write: leave-one-site-out scores only
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { featureNames } from '../../server/src/core/classify/features.ts';
import { compileModel, type LabelModel, labelRows } from '../../server/src/core/classify/label-model.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { type SiteView, siteViews, trainBoostedTrees, trainingOptions, trainingRows } from '../support/label-training.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, set: { type: 'string', multiple: true } },
});
if (!corpusAvailable) process.exit(3);
const options = { ...trainingOptions };
for (const pair of values.set ?? []) {
  const [key, value] = pair.split('=');
  (options as Record<string, unknown>)[key!] = JSON.parse(value!);
}
const sites = corpusSites();
const views = sites.map((site, at) => siteViews(site, options, options.seed + at));

function train(of: readonly SiteView[]): LabelModel {
  const rows = trainingRows(of, featureNames.length, options.rowsPerPage, options.seed);
  return { ...trainBoostedTrees(rows, options), cut: options.cut };
}

if (values.write) {
  const model = train(views.flat());
  writeFileSync('server/src/core/classify/label-weights.json', `${JSON.stringify(model)}\n`);
  console.log(`${model.value.length} leaves`);
} else {
  const results: string[] = [];
  const f1s: number[] = [];
  const ps: number[] = [];
  const accs: number[] = [];
  const counts = new Map<number, number>();
  sites.forEach((site, at) => {
    const model = compileModel(train(views.filter((_, other) => other !== at).flat()));
    for (const column of model.column) counts.set(column, (counts.get(column) ?? 0) + 1);
    let f1 = 0;
    let precision = 0;
    let recall = 0;
    let accuracy = 0;
    let pages = 0;
    for (const { page, tree, rows, targets } of views[at]![0]!.pages) {
      if (!site.pages.get(page)!.key) continue;
      const { label } = labelRows(model, tree, rows);
      let tp = 0;
      let fp = 0;
      let fn = 0;
      let tn = 0;
      rows.nodes.forEach((node, row) => {
        if (targets[row] === 255) return;
        if (targets[row]) label[node] ? tp++ : fn++;
        else label[node] ? fp++ : tn++;
      });
      const p = tp / (tp + fp || 1);
      const r = tp / (tp + fn || 1);
      f1 += p + r ? (2 * p * r) / (p + r) : 0;
      precision += p;
      recall += r;
      accuracy += (tp + tn) / (tp + tn + fp + fn);
      pages++;
    }
    f1s.push(f1 / pages);
    ps.push(precision / pages);
    accs.push(accuracy / pages);
    results.push(
      `${site.name.slice(0, 8)} ${(f1 / pages).toFixed(3)} (P ${(precision / pages).toFixed(2)} R ${(recall / pages).toFixed(2)})`,
    );
  });
  const mean = (xs: number[]) => xs.reduce((a, b) => a + b, 0) / xs.length;
  console.log(`F1 ${mean(f1s).toFixed(4)} P ${mean(ps).toFixed(4)} accuracy ${mean(accs).toFixed(4)}\n${results.join('  ')}`);
  console.log(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([column, times]) => `${featureNames[column]}: ${times}`)
      .join('; '),
  );
}
