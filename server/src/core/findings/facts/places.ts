import type { Place } from '../../../html/places.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Finding } from '../finding.ts';

/** A link to the template's version on the example page. */
export function exampleOf(example: ComparedPage, place: Place, message: string): Finding['related'] {
  return [{ page: example.name, ...place, message }];
}
