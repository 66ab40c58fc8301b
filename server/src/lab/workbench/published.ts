// Published figures of five extractors on 75 sites: Alarte, Silva, Tamarit, What Web Template Extractor Should I Use?, ACM Transactions on the
// Web 13(2), 2019, doi 10.1145/3316810, tables 4 to 7. Means and standard deviations.

/** Mean and standard deviation, as shares in [0,1]. */
interface PublishedMeasure {
  mean: number;
  deviation: number;
}

/** The published figures of one extractor. */
export interface PublishedRow {
  /** Name of the extractor in the publication. */
  extractor: string;
  /** Name of the extractor of Templens that implements it. */
  implementedBy: string;
  recall: PublishedMeasure;
  precision: PublishedMeasure;
  f1: PublishedMeasure;
  accuracy: PublishedMeasure;
  /** Seconds for a site: mean and standard deviation. */
  seconds: { mean: number; deviation: number };
  /** Results by category of sites, in the order of `publishedCategories`. */
  categories: { category: string; f1: PublishedMeasure; accuracy: PublishedMeasure }[];
}

/** Categories of the 75 sites; the number of sites of each follows from the widths of the published intervals. */
export const publishedCategories = [
  { category: 'Companies / Shops', sites: 24 },
  { category: 'Forums / Social', sites: 11 },
  { category: 'Personal websites / Blogs', sites: 12 },
  { category: 'Media / Communication', sites: 12 },
  { category: 'Institutions / Associations', sites: 16 },
] as const;

/** Number of sites of the published evaluation. */
export const publishedSites = 75;

/** Printed percentages, each followed by its deviation: recall, precision, F1, accuracy (table 4); by category F1, accuracy (5, 6); seconds (7). */
interface PrintedRow {
  extractor: string;
  implementedBy: string;
  overall: readonly number[];
  categories: readonly (readonly number[])[];
  seconds: readonly number[];
}

const printed: readonly PrintedRow[] = [
  {
    extractor: 'SST',
    implementedBy: 'sst',
    overall: [44.8, 13.83, 54.57, 26.42, 45.21, 17.1, 45.58, 12.69],
    categories: [
      [48.98, 14.76, 47.63, 12.74],
      [40.15, 23.85, 45.79, 17.58],
      [42.1, 11.99, 40.84, 11.14],
      [43.96, 14.96, 40.6, 8.51],
      [46.31, 20.21, 49.68, 11.51],
    ],
    seconds: [144.25, 271.24],
  },
  {
    extractor: 'RTDM-TD',
    implementedBy: 'rtdm-td',
    overall: [15.67, 32.65, 97.86, 8.17, 16.89, 32.02, 55.78, 14.07],
    categories: [
      [16.95, 32.36, 55.22, 13.48],
      [41.72, 47.18, 67.31, 21.33],
      [20.57, 37.04, 58.43, 18.08],
      [5.7, 16.84, 50.37, 0.91],
      [5.38, 7.09, 50.76, 1.07],
    ],
    seconds: [127.34, 295.77],
  },
  {
    extractor: 'IWPTD',
    implementedBy: 'iwptd',
    overall: [73.31, 20.7, 68.18, 26.84, 66.03, 23.72, 65.08, 13.89],
    categories: [
      [73.95, 16.7, 68.04, 13.78],
      [44.66, 33.84, 57.42, 16.61],
      [63.5, 22.52, 63.88, 11.11],
      [71.02, 13.53, 64.94, 11.71],
      [67, 24.85, 66.93, 14.95],
    ],
    seconds: [2.22, 3.98],
  },
  {
    extractor: 'RBM-TD',
    implementedBy: 'rbm-td',
    overall: [41.12, 40.31, 100, 0, 46.18, 43.24, 67.46, 18.25],
    categories: [
      [51.5, 44.36, 69.86, 18.5],
      [43.91, 43.81, 66.04, 18.3],
      [60.57, 44.81, 75.22, 20.81],
      [28.71, 42.41, 60.76, 17.19],
      [42.08, 40.73, 64.06, 15.96],
    ],
    seconds: [116.7, 334.15],
  },
  {
    extractor: 'TemEx',
    implementedBy: 'temex',
    overall: [91.46, 15.76, 89.47, 15.63, 88.46, 13.71, 85.87, 12.67],
    categories: [
      [88.52, 13.78, 85.34, 12.88],
      [92.82, 12.47, 91.6, 12.32],
      [87.09, 15.8, 85.17, 13.04],
      [79.53, 16.42, 78.18, 13.31],
      [93.09, 6.99, 89, 9.94],
    ],
    seconds: [42.83, 156.5],
  },
];

/** The measure at an index of a printed row, as a share. */
function share(row: readonly number[], index: number): PublishedMeasure {
  return { mean: row[2 * index]! / 100, deviation: row[2 * index + 1]! / 100 };
}

/** The published figures of tables 4 to 7, one entry for each extractor, in the order of table 4. */
export const publishedRows: readonly PublishedRow[] = printed.map(
  ({ extractor, implementedBy, overall, categories, seconds }) => ({
    extractor,
    implementedBy,
    recall: share(overall, 0),
    precision: share(overall, 1),
    f1: share(overall, 2),
    accuracy: share(overall, 3),
    seconds: { mean: seconds[0]!, deviation: seconds[1]! },
    categories: publishedCategories.map(({ category }, at) => ({
      category,
      f1: share(categories[at]!, 0),
      accuracy: share(categories[at]!, 1),
    })),
  }),
);

/** Milliseconds of the phases that all extractors of the publication share (table 7). */
export const publishedPhases = [
  { phase: 'page loading', mean: 1309.21, deviation: 9048.11 },
  { phase: 'hyperlink analysis', mean: 91.69, deviation: 376.5 },
  { phase: 'candidate selection', mean: 617.55, deviation: 5202.26 },
  { phase: 'HTML to DOM', mean: 1403.52, deviation: 9013.86 },
] as const;

/** Why measured and published figures may differ, a sentence each. */
export const reasonsToDiffer: readonly string[] = [
  'The sites are others: 75 of a suite of commercial and social sites in their state of about 2015 there; sites whose licence allows copies, many of them documentation, here.',
  'The unit is a key page there, one a site. Here it is a site, the mean over its key pages, several of each layout, small layouts too.',
  'The gold labels differ: there a node is template unless a class on it or around it says otherwise; here the rules of each site also label what stands in the head.',
  'There, every extractor got the same few pages, found by following links (`--candidates links`). Here, each is given what its own authors gave it, unless `--candidates` says otherwise: SST and IWPTD need more pages than that.',
  'The programs are not the original ones, neither there nor here. Thresholds that were not published are our choice, and IWPTD keeps the condition on paths that its authors state and the comparison leaves out.',
  'Published accuracy is not the share of nodes with the right label, as it is here: RTDM-TD found next to nothing on media sites (F1 5.70) and has an accuracy of 50.37 with a deviation of 0.91 there, which would take twelve sites with half of their nodes template.',
  'Times there are those of other programs on another machine, ten years earlier. Compare the order of the extractors and the growth, not the seconds.',
];
