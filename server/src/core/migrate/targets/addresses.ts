import { writeAddress } from '../addresses.ts';
import { SlotNames } from '../names.ts';
import { type Item, type LaidOutPage, type Project, usedItems } from '../project.ts';

/**
 * The project with slots in the place of addresses, for generators that cannot compute them: `root` and `here` are the way up to the site's
 * root, and an address that takes the shortest way is a value of each page.
 */
export function plainAddresses(project: Project): Project {
  const names = new SlotNames();
  const slots = new Map<string, string>();
  const nameOf = (target: string): string => {
    const known = slots.get(target);
    if (known !== undefined) return known;
    const name = names.take(`to_${target}`);
    slots.set(target, name);
    return name;
  };
  const plain = (items: readonly Item[]): Item[] =>
    items.flatMap((item): Item[] => {
      if (item.kind === 'option') return [{ ...item, items: plain(item.items) }];
      if (item.kind !== 'address') return [item];
      if (item.form === 'page') return [{ kind: 'slot', name: nameOf(item.target) }];
      return [
        { kind: 'slot', name: item.form === 'root' ? 'root' : 'here' },
        { kind: 'text', text: item.target },
      ];
    });
  const layouts = project.layouts.map(layout => ({ ...layout, items: plain(layout.items) }));
  const parts = new Map([...project.parts].map(([name, items]) => [name, plain(items)]));
  const addresses = new Map(
    project.layouts.map(({ name, items }) => [
      name,
      [...usedItems(items, project.parts)].flatMap(item => (item.kind === 'address' ? [item] : [])),
    ]),
  );
  const pages = project.pages.map((page): LaidOutPage => {
    const values = new Map(page.values);
    for (const { target, form } of addresses.get(page.layout) ?? []) {
      const name = form === 'page' ? nameOf(target) : form === 'root' ? 'root' : 'here';
      const value = writeAddress(form === 'page' ? target : '', page.path, form);
      if (value !== '') values.set(name, value);
    }
    return { ...page, values };
  });
  return { ...project, layouts, parts, pages };
}
