import { pageObject } from 'templens-shared/json-shapes';
import type { PageLabels } from 'templens-shared/labels';
import { printableJson } from 'templens-shared/printable';

/** The labels of a page as a line of `classify --format ndjson`, without the line break. The order of the keys is part of the format. */
export function pageLine(labels: PageLabels): string {
  return printableJson(pageObject(labels));
}
