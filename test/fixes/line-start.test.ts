import { lineStart } from 'templens-shared/line-start';
import { expect, test } from 'vitest';

test('a line begins after the line end before it, also at the beginning of a text that begins with one', () => {
  const text = '\nab\n\nc';
  expect([0, 1, 2, 3, 4, 5, 6].map(offset => lineStart(text, offset))).toEqual([0, 1, 1, 1, 4, 5, 5]);
});
