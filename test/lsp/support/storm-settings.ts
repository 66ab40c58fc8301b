import { extractorNames, groupingNames, type Settings } from 'templens-shared/settings';

/** Values of every setting that the storms change, beside its default. */
export const settingValues: { [Key in keyof Settings]?: readonly Settings[Key][] } = {
  extractor: extractorNames,
  extractorOptions: [{ 'iwptd.pages': 3 }, { 'sst.threshold': 0.4 }],
  candidates: ['links', 'group', 'all', 'random:5'],
  grouping: groupingNames,
  groupThreshold: [0.1, 0.3, 0.6],
  layouts: [
    [{ name: 'first', pages: ['**/*a*', '*1*'] }],
    [{ pages: ['**/*e*', '*2*'], same: true }],
    [{ pages: ['**/*i*', '*3*'], same: false }],
  ],
  parts: [
    [{ name: 'menu', select: 'nav, ul' }],
    [{ name: 'list', select: 'ul', declare: true }],
    [
      { name: 'bottom', select: 'footer, #footer', declare: true },
      { name: 'title', select: 'h1' },
    ],
  ],
  labels: [
    [{ select: 'p', label: 'content' }],
    [
      { select: 'h1, h2', label: 'template' },
      { select: 'a::text', label: 'content', pages: ['**/*a*'] },
    ],
  ],
  checks: [{ 'template/changed-text': 'off', 'template/missing-node': 'error' }, { 'template/extra-node': 'off' }],
  support: [0.8, 1],
  normalisers: [{ N5: false }, { N12: false, N1: false }],
  ignore: [[{ codes: ['template/extra-node'] }], [{ selector: 'footer, ul' }]],
  required: [[{ selector: 'h1' }]],
  exclude: [['**/*a*'], ['*1*', '**/*2*']],
  gitignore: [false],
  maxDepth: [12],
  maxPageBytes: [20_000],
  threads: [1],
};

/** Those that an editor alone has. */
export const editorValues: Record<string, readonly unknown[]> = {
  diagnostics: ['open', 'off', 'workspace'],
  hints: [true],
  codeLens: [false],
};

/** Texts of configuration files that say nothing: half-written, of an unknown setting, of a wrong type. */
export const wrongConfigurations = ['{"support":', '{"supp": 1}', '{"grouping": 7}', ''];
