/**
 * The required type of a parameter: a string (`text`), an integer, an integer from 0 (`count`), a boolean (`flag`), an array, an object, an array
 * of one shape (`listOf`), or an object with members of the given shapes. Further members are allowed.
 */
export type Shape = Simple | { readonly listOf: Shape } | { readonly [name: string]: Shape };
type Simple = 'text' | 'count' | 'integer' | 'flag' | 'list' | 'object';

const position: Shape = { line: 'count', character: 'count' };
const range: Shape = { start: position, end: position };
const ofDocument = { textDocument: { uri: 'text' } } as const;

/** The required shapes of parameters, by the kind of request or notification. They include only members that handlers read. */
export const shapes = {
  document: ofDocument,
  place: { ...ofDocument, position },
  references: { ...ofDocument, position, context: { includeDeclaration: 'flag' } },
  range: { ...ofDocument, range },
  actions: { ...ofDocument, range, context: { diagnostics: 'list' } },
  symbols: { query: 'text' },
  command: { command: 'text' },
  results: { previousResultIds: 'list' },
  content: { uri: 'text' },
  renames: { files: { listOf: { oldUri: 'text', newUri: 'text' } } },
  partPlace: { uri: 'text', part: 'text' },
  overviewList: { site: 'text', list: 'text', offset: 'count' },
  object: 'object',
  opened: { textDocument: { uri: 'text', version: 'integer', text: 'text' } },
  changed: { textDocument: { uri: 'text', version: 'integer' }, contentChanges: { listOf: { text: 'text' } } },
  files: { changes: { listOf: { uri: 'text', type: 'count' } } },
  folders: { added: { listOf: { uri: 'text' } }, removed: { listOf: { uri: 'text' } } },
} as const satisfies Record<string, Shape>;

const names: Record<Simple, string> = {
  text: 'a text',
  integer: 'a whole number',
  count: 'a whole number from 0',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
};

/**
 * A sentence about the first member of the parameters that does not have its shape; undefined if all have it.
 * @param path name of the parameters in the sentence.
 */
export function shapeError(params: unknown, shape: Shape, path = 'params'): string | undefined {
  if (typeof shape === 'string') return hasType(params, shape) ? undefined : `"${path}" must be ${names[shape]}.`;
  if ('listOf' in shape) {
    if (!hasType(params, 'list')) return `"${path}" must be ${names.list}.`;
    const found = (params as unknown[]).map((each, at) => shapeError(each, shape.listOf as Shape, `${path}[${at}]`));
    return found.find(sentence => sentence !== undefined);
  }
  if (!hasType(params, 'object')) return `"${path}" must be ${names.object}.`;
  for (const [name, inside] of Object.entries(shape)) {
    const found = shapeError((params as Record<string, unknown>)[name], inside, path === 'params' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasType(value: unknown, shape: Simple): boolean {
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'count':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'integer':
      return Number.isInteger(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
