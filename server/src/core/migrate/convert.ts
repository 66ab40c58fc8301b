import { joinGroups } from './join.ts';
import { makeLayout } from './layout.ts';
import { layoutFileName, UniqueNames } from './names.ts';
import { shareParts, shareValues } from './parts.ts';
import { type Layout, type Project, renderPage } from './project.ts';
import { cutPage, KeyTable, type LabelledPage } from './units.ts';

/** Pages that share a layout. */
export interface PageGroup {
  name: string;
  pages: readonly LabelledPage[];
}

/** Converts a site to a project. A page that its layout does not make exactly stays as it is. */
export function convertSite(groups: readonly PageGroup[]): Project {
  const table = new KeyTable();
  const layoutNames = new UniqueNames();
  const project: Project = { layouts: [], parts: new Map(), pages: [], fallbacks: new Map() };
  const cut = groups.map(({ name, pages }) => ({
    name: layoutFileName(
      name,
      pages.map(({ path }) => path),
    ),
    pages: pages.map(page => cutPage(page, table)),
  }));
  for (const { name, pages } of joinGroups(cut, table)) {
    const made = makeLayout(layoutNames.take(name), pages, table);
    project.layouts.push(made.layout);
    project.pages.push(...made.pages);
  }
  const partNames = new UniqueNames();
  project.parts = shareParts(project.layouts, partNames);
  shareValues(project, partNames);
  dropUnfaithful(project, new Map(groups.flatMap(({ pages }) => pages.map(({ path, text }) => [path, text]))));
  project.pages.sort((a, b) => (a.path < b.path ? -1 : 1));
  return project;
}

/** Leaves the pages as they are that their layout does not make exactly. */
function dropUnfaithful(project: Project, texts: ReadonlyMap<string, string>): void {
  const layouts = new Map<string, Layout>(project.layouts.map(layout => [layout.name, layout]));
  project.pages = project.pages.filter(page => {
    if (renderPage(layouts.get(page.layout)!, page, project.parts) === texts.get(page.path)) return true;
    project.fallbacks.set(page.path, 'its layout does not give its exact text');
    return false;
  });
}
