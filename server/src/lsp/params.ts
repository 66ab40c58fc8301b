/** What a request must be given: a text, a whole number from 0, true or false, a list, or an object with these members. */
export type Shape = 'text' | 'count' | 'flag' | 'list' | 'object' | { readonly [name: string]: Shape };

const position: Shape = { line: 'count', character: 'count' };
const range: Shape = { start: position, end: position };
const ofDocument = { textDocument: { uri: 'text' } } as const;

/** By what a request is about. */
export const shapes = {
  document: ofDocument,
  place: { ...ofDocument, position },
  references: { ...ofDocument, position, context: { includeDeclaration: 'flag' } },
  range: { ...ofDocument, range },
  actions: { ...ofDocument, range, context: { diagnostics: 'list' } },
  lens: { range },
  symbols: { query: 'text' },
  command: { command: 'text' },
  results: { previousResultIds: 'list' },
  content: { uri: 'text' },
  object: 'object',
} as const satisfies Record<string, Shape>;

const names: Record<Exclude<Shape, object>, string> = {
  text: 'a text',
  count: 'a whole number from 0',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
};

/** A sentence about the first part of a request that has not its shape; undefined where all have. */
export function complaint(params: unknown, shape: Shape, path = 'params'): string | undefined {
  if (typeof shape === 'string') return isA(params, shape) ? undefined : `"${path}" must be ${names[shape]}.`;
  if (!isA(params, 'object')) return `"${path}" must be ${names.object}.`;
  for (const [name, inside] of Object.entries(shape)) {
    const found = complaint((params as Record<string, unknown>)[name], inside, path === 'params' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isA(value: unknown, shape: Exclude<Shape, object>): boolean {
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'count':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
