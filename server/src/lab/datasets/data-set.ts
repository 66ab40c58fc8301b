import { counted } from 'templens-shared/counted';
import type { DataSetName } from './names.ts';
import { type DataSetFiles, readCleaneval, readL3sGn1 } from './read-sets.ts';

/** A published data set. */
export interface DataSet {
  name: DataSetName;
  title: string;
  home: string;
  licence: string;
  layout: string;
  /** Numbers of pages with gold text of the published versions. */
  counts: readonly number[];
  /** True if the gold texts have the segment markers of CleanEval. */
  hasMarkers: boolean;
  read(folder: string): DataSetFiles;
}

const unknownLicence = 'none stated; the pages belong to their authors, so use them for research and do not pass them on';

export const dataSets: readonly DataSet[] = [
  {
    name: 'cleaneval',
    title: 'CleanEval, English (Baroni, Chantree, Kilgarriff, Sharoff, LREC 2008)',
    home: 'https://sigwac.org.uk/cleaneval/',
    licence: unknownLicence,
    layout:
      'pages N.html in orig, original or input, each after a line <text id=...>; gold texts N.txt in clean, cleaned or GoldStandard',
    counts: [684, 736],
    hasMarkers: true,
    read: readCleaneval,
  },
  {
    name: 'cleanportaleval',
    title: 'CleanPortalEval (Endrédy, Novák, Polibits 48, 2013)',
    home: 'https://github.com/ppke-nlpg/CleanPortalEval',
    licence: unknownLicence,
    layout: 'pages in input, gold texts in GoldStandard, as in CleanEval',
    counts: [70, 71],
    hasMarkers: true,
    read: readCleaneval,
  },
  {
    name: 'l3s-gn1',
    title: 'L3S-GN1, Google News (Kohlschütter, Fankhauser, Nejdl, WSDM 2010)',
    home: 'https://www.l3s.de/~kohlschuetter/boilerplate/',
    licence: unknownLicence,
    layout:
      'pages UUID.html in original; the same in annotated, with <span class="x-nc-sel0"> to 5; url-mapping.txt beside these folders',
    counts: [621],
    hasMarkers: false,
    read: readL3sGn1,
  },
];

/** What is in a folder that should hold a data set, and a sentence for each problem. */
export interface DataSetCheck {
  pages: number;
  hosts: number;
  /** Number of pages by encoding. */
  encodings: Record<string, number>;
  problems: string[];
  /** Sentences about defects that published data have, too. */
  remarks: string[];
}

/** Checks a folder. Throws the error of the file system if it cannot be read. */
export function checkDataSet(set: DataSet, { pages, withoutGold, withoutPage }: DataSetFiles): DataSetCheck {
  const encodings: Record<string, number> = {};
  for (const { encoding } of pages) encodings[encoding] = (encodings[encoding] ?? 0) + 1;
  const expected = set.counts.join(' or ');
  const problems = [
    ...(pages.length === 0 ? [`There is no page with a gold text. Expected: ${set.layout}.`] : []),
    ...(pages.length > 0 && !set.counts.includes(pages.length)
      ? [`${counted(pages.length, 'page')} with a gold text; published: ${expected}. Is the download complete?`]
      : []),
    ...withoutGold.map(name => `${name} has no gold text.`),
    ...withoutPage.map(name => `The gold text ${name} has no page.`),
  ];
  return {
    pages: pages.length,
    hosts: new Set(pages.map(({ host }) => host)).size,
    encodings,
    problems,
    remarks: pages.flatMap(({ remarks }) => remarks),
  };
}
