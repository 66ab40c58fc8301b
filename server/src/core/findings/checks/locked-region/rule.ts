import { step } from '../../../../html/steps.ts';
import { type ComparedPage, unkeyedPage } from '../../../keys/compared-page.ts';
import type { AgreementTable } from '../../../statements/agreement-table.ts';
import { type LockedPart, lockedParts } from '../../../statements/locked-parts.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { difference, repairOf } from './difference.ts';

export const lockedRegionCheck = defineCheck({
  code: 'dreamweaver/locked-region',
  severity: 'warning',
  summary: 'A locked region of a Dreamweaver template was edited.',
  rules: {
    page: {
      concerns: ({ agreement, name }) => agreement.locked.dissents(name),
      find: ({ compared, agreement, load }) => changedLockedParts(compared, agreement.locked, load),
    },
  },
});

/**
 * `dreamweaver/locked-region`: a part outside the editable regions that is not as on most pages of the same template file, marked from the
 * first node that differs to the last.
 * @param load gives another page, undefined where its text cannot be had.
 */
function changedLockedParts(
  page: ComparedPage,
  agreed: AgreementTable,
  load: (page: string) => ComparedPage | undefined,
): Finding[] {
  /** The parts of other pages by their keys and values, of equal ones the first. */
  const known = new Map<ComparedPage, Map<string, LockedPart>>();
  const partsOf = (of: ComparedPage): Map<string, LockedPart> => {
    let parts = known.get(of);
    if (!parts) {
      parts = new Map(
        lockedParts(of)
          .map(part => [`${part.key} ${part.value}`, part] as const)
          .reverse(),
      );
      step(parts.size);
      known.set(of, parts);
    }
    return parts;
  };
  let lasting: LockedPart[] | undefined;
  return lockedParts(page).flatMap((part, at): Finding[] => {
    const agreement = agreed.agreement(part.key);
    if (!agreement || agreement.value === part.value) return [];
    const { pages, of } = agreement;
    lasting ??= lockedParts(unkeyedPage(page));
    const example = load(agreement.example.page);
    const other = example && partsOf(example).get(`${part.key} ${agreement.value}`);
    if (!example || !other) return [];
    const change = difference(part, other);
    const here = range(page, part, change.first, change.ours);
    const there = range(example, other, change.first, change.theirs);
    const repair = repairOf(page, part, example, other, change);
    return [
      {
        code: 'dreamweaver/locked-region',
        ...here,
        ...(change.ours === 0 && { absent: `a part of ${part.template}` }),
        message: `This part of ${part.template} is locked, and differs here from ${pages} of ${of} pages.`,
        support: { pages, of },
        related: [{ page: example.name, start: there.start, end: there.end, message: 'Here it is as in the template.' }],
        normalisers: ['N21'],
        identity: `dreamweaver/locked-region ${lasting[at]!.key.toString(36)} ${lasting[at]!.value.toString(36)}`,
        ...(repair && { repair, risk: 'It replaces what was written into the locked region.' }),
      },
    ];
  });
}

/** From the first of some nodes to the last, of elements the start tag; the end of the node before, where there are none. */
function range(
  { tree }: ComparedPage,
  { nodes }: LockedPart,
  first: number,
  count: number,
): { start: number; end: number; node: number } {
  if (count === 0) {
    const before = nodes[Math.max(0, first - 1)] ?? tree.root;
    return { start: tree.start[before]!, end: tree.tagEnd[before]!, node: before };
  }
  const node = nodes[first]!;
  const end = nodes.slice(first, first + count).reduce((last, inside) => Math.max(last, tree.tagEnd[inside]!), 0);
  return { start: tree.start[node]!, end, node };
}
