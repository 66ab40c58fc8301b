// Measures the product on sites of the gold corpus, for `npm run thresholds`, which bundles it with one threshold changed.
// usage: node threshold-process.cjs GOLD     GOLD: gold labels by site and page, as JSON. Prints the figures of these sites as JSON.
import { readFileSync } from 'node:fs';
import { corpusSites } from '../support/corpus.ts';
import type { GoldNode } from '../support/gold.ts';
import { productFigures } from '../support/product-figures.ts';

const gold = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, Record<string, GoldNode[]>>;
const sites = corpusSites().filter(({ name }) => name in gold);
const figures = sites.map(site => productFigures({ ...site, nodes: page => gold[site.name]![page]! }));
console.log(JSON.stringify(figures));
