import { type MigrationNames, migrationName, migrationNameRule } from 'templens-shared/migration';
import { nearest } from 'templens-shared/nearest';
import { type Item, type Project, usedItems, type Values } from './project.ts';

/**
 * Renames layouts and parts.
 * @param names as the user wrote them, of any type.
 * @throws Error with a sentence if they are no such names, or a name is unknown, is no name of a file, or would be that of two.
 */
export function withChosenNames(project: Project, names: MigrationNames): Project {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(names) || Object.entries(names).some(([key, value]) => !['layouts', 'parts'].includes(key) || !isObject(value)))
    throw new Error('Names are an object like {"layouts": {"OLD": "NEW"}, "parts": {"OLD": "NEW"}}.');
  const layoutNames = newNames(
    'layout',
    project.layouts.map(({ name }) => name),
    names.layouts ?? {},
  );
  const partNames = newNames('part', [...project.parts.keys()], names.parts ?? {});
  const rename = (items: readonly Item[]): Item[] =>
    items.map(item => {
      if (item.kind === 'option') return { ...item, items: rename(item.items) };
      return item.kind === 'part' ? { ...item, name: partNames.get(item.name) ?? item.name } : item;
    });
  const choices = new Set<string>();
  for (const items of [...project.layouts.map(layout => layout.items), ...project.parts.values()])
    for (const item of usedItems(items, project.parts)) if (item.kind === 'choice') choices.add(item.name);
  const renameChoices = (values: Values): Values =>
    new Map([...values].map(([name, value]) => [name, (choices.has(name) && partNames.get(String(value))) || value]));
  const layouts = project.layouts.map(({ name, items, defaults }) => ({
    name: layoutNames.get(name) ?? name,
    items: rename(items),
    defaults: renameChoices(defaults),
  }));
  return {
    ...project,
    layouts: layouts.sort((a, b) => (a.name < b.name ? -1 : 1)),
    parts: new Map([...project.parts].map(([name, items]) => [partNames.get(name) ?? name, rename(items)])),
    pages: project.pages.map(page => ({
      ...page,
      layout: layoutNames.get(page.layout) ?? page.layout,
      values: renameChoices(page.values),
    })),
  };
}

/** The chosen names by the old ones; throws an `Error` if they cannot be given. */
function newNames(kind: string, old: readonly string[], chosen: Readonly<Record<string, string>>): Map<string, string> {
  const names = new Map(Object.entries(chosen));
  for (const [name, wanted] of names) {
    if (!old.includes(name)) {
      const near = nearest(name, old);
      throw new Error(`No ${kind} is named "${name}"${near === undefined ? '.' : `; did you mean "${near}"?`}`);
    }
    if (typeof wanted !== 'string' || !migrationName.test(wanted))
      throw new Error(`The ${kind} "${name}" cannot be named ${JSON.stringify(wanted)}: a name has ${migrationNameRule}.`);
  }
  const taken = new Map<string, string>();
  for (const name of old) {
    const own = names.get(name) ?? name;
    // In some file systems, names that differ in case are one.
    const before = taken.get(own.toLowerCase());
    if (before !== undefined) throw new Error(`Two ${kind}s, "${before}" and "${name}", cannot both be named "${own}".`);
    taken.set(own.toLowerCase(), name);
  }
  return names;
}
