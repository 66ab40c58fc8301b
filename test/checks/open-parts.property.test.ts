import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LabelDirective } from '../../server/src/core/directives/page-directives.ts';
import { isOpenAt } from '../../server/src/core/directives/region-segments.ts';

const kinds = ['override', 'ignore', 'locked', 'editable', 'repeat', 'library-item', 'include'] as const;
const region = fc
  .record({
    kind: fc.constantFrom(...kinds),
    start: fc.nat(20),
    length: fc.nat(12),
    content: fc.boolean(),
  })
  .map(({ kind, start, length, content }): LabelDirective => {
    const label = content ? 'content' : 'template';
    return { kind, label, name: '', start, end: start + length, node: -1 };
  });

/** The rule as it is written down: of the regions that hold the offset, in their order, the last decides. */
function isOpenByRule(offset: number, labels: readonly LabelDirective[]): boolean {
  let open = false;
  for (const { start, end, kind, label } of labels) {
    if (offset < start || offset >= end) continue;
    if (kind === 'override' || kind === 'ignore') {
      if (label === 'content') return true;
    } else open = kind === 'editable' || (open && kind === 'repeat');
  }
  return open;
}

test('an offset is open as its innermost region says, however regions overlap', () => {
  fc.assert(
    fc.property(fc.array(region, { maxLength: 8 }), labels => {
      const offsets = Array.from({ length: 40 }, (_, offset) => offset);
      expect(offsets.map(offset => isOpenAt(offset, labels))).toEqual(offsets.map(offset => isOpenByRule(offset, labels)));
    }),
  );
});
