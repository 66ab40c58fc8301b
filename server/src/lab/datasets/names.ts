/** Published data sets of content extraction. */
export const dataSetNames = ['cleaneval', 'cleanportaleval', 'l3s-gn1'] as const;
export type DataSetName = (typeof dataSetNames)[number];
