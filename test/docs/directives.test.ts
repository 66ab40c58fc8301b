import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';

const text = readFileSync(new URL('../../docs/directives.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/```html\n([\s\S]*?)```/g)].map(([, example]) => example!);

describe('docs/directives.md', () => {
  test.each(examples)('shows directives as they are read: %s', example => {
    const { directives } = parsePage(example);
    expect(directives?.problems).toEqual([]);
    const marks = example.match(
      /data-templens=|<!-- templens-|begin(?:editable|repeat |libraryitem)|InstanceBegin |startspan|#bbinclude/gi,
    );
    expect(directives!.labels.length + directives!.ignores.length).toBe(marks!.length);
  });
});
