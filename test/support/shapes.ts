// What programs rely on (docs/stability.md), as lists of lines: the shapes of JSON, the types of the Node API, and the settings.

/** The paths of a JSON value, each with its type: `diagnostics[].line: number`. Keys that are data, such as ids, are not listed. */
export function jsonShape(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap(item => jsonShape(item, `${path}[]`))].filter(unique);
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .flatMap(([key, inner]) => jsonShape(inner, path === '' ? key : `${path}.${key}`))
      .filter(unique);
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}

/** The lines of a declaration file, without comments; members are preceded by the declaration that they are in. */
export function typeShape(declarations: string): string[] {
  const code = declarations.replace(/\/\*[\s\S]*?\*\//g, '');
  let within = '';
  const lines: string[] = [];
  for (const line of code.split('\n').map(text => text.trim().replace(/\s+/g, ' '))) {
    if (line === '' || line === '}' || line.startsWith('import ')) continue;
    const [, name] = /^export (?:declare )?(?:interface|class|type|function|const) (\w+)/.exec(line) ?? [];
    if (name !== undefined) within = name;
    lines.push(name === undefined ? `${within}: ${line}` : line);
  }
  return lines.filter(unique);
}

const unique = (line: string, index: number, all: readonly string[]): boolean => all.indexOf(line) === index;

/** The part of a version in which a change of shape must be: the first number, before 1.0 the second. */
const breaking = (version: string): string => /^(?:0\.\d+|\d+)/.exec(version)![0];

/**
 * What is wrong with a change of shapes: what vanished needs a version that breaks, what is new has to be recorded. Undefined if nothing is.
 * @param recorded the shapes of a version; @param current the shapes now, and the version that the next release will have.
 */
export function shapeMistake(
  recorded: { version: string; lines: readonly string[] },
  current: { version: string; lines: readonly string[] },
): string | undefined {
  const now = new Set(current.lines);
  const before = new Set(recorded.lines);
  const gone = recorded.lines.filter(line => !now.has(line));
  const added = current.lines.filter(line => !before.has(line));
  if (gone.length > 0 && breaking(recorded.version) === breaking(current.version))
    return `Programs rely on this, so it needs a version after ${recorded.version} that breaks:\n${gone.join('\n')}`;
  if (gone.length > 0 || added.length > 0)
    return `Record what is new (test/shapes.json, by TEMPLENS_RECORD=1):\n${[...gone, ...added].join('\n')}`;
  return undefined;
}

/** The version that changesets make of a version: `bumps` are those of the changesets of the package. */
export function nextVersion(version: string, bumps: readonly string[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bumps.includes('major')) return `${major + 1}.0.0`;
  if (bumps.includes('minor')) return `${major}.${minor + 1}.0`;
  return bumps.length > 0 ? `${major}.${minor}.${patch + 1}` : version;
}
