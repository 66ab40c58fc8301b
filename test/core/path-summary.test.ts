import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathSummary } from '../../server/src/core/layouts/path-summary.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'de', '2024', '05'), { maxLength: 4 })
  .chain(folders =>
    fc
      .constantFrom('index.html', 'x.html', 'long.html', 'b-1.html', 'b-x.html', 'page2.html')
      .map(file => [...folders, file].join('/')),
  );

test('a summary whose paths come and go says what one of the same paths says', () => {
  const steps = fc.array(fc.record({ path, isThere: fc.boolean(), isAsked: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, changes => {
      const summary = new PathSummary();
      const paths = new Set<string>();
      for (const { path, isThere, isAsked } of changes) {
        if (isThere) {
          summary.add(path);
          paths.add(path);
        } else {
          summary.delete(path);
          paths.delete(path);
        }
        if (!isAsked || paths.size === 0) continue;
        const fresh = new PathSummary([...paths].reverse());
        const names = ({ topmost, folder, common, folders }: PathSummary) => ({ topmost, folder, common, folders });
        expect(names(summary)).toEqual(names(fresh));
        expect(summary.sorted).toEqual([...paths].sort());
      }
    }),
  );
});
