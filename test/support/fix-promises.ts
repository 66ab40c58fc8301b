// What every fix promises: the findings that are called fixed are gone, none is new, content stays, and a second run changes nothing.
import type { Finding } from 'templens-shared/findings';
import { defaultSettings } from 'templens-shared/settings';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { type FixedPage, fixPages } from '../../server/src/site/fix-pages.ts';
import { withFolder, writeFiles } from '../fuzz/folder.ts';
import { type FramedPage, framedSiteFiles, textOf } from './framed-site.ts';

/** Fixes a site twice. Throws an error with a sentence where a promise does not hold; gives the number of findings that were fixed. */
export async function checkFixPromises(pages: readonly FramedPage[], unsafe: boolean): Promise<number> {
  const files = { ...framedSiteFiles, ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])) };
  return withFolder(files, async root => {
    const first = await fix(root, unsafe);
    for (const fixed of first.fixed) {
      checkContent(pages.find(({ path }) => path === fixed.page)!, fixed);
      writeFiles(root, { [fixed.page]: fixed.after });
    }
    const second = await fix(root, unsafe);
    const [again] = second.fixed;
    if (again) throw new Error(`a second run changes ${again.page}: ${again.before}\n----\n${again.after}`);
    for (const { page, fixedFindings } of first.fixed) {
      if (fixedFindings.length === 0) throw new Error(`${page} changes, and no finding is fixed`);
      const left = second.findings.get(page);
      const still = fixedFindings.find(finding => differences(finding).some(identity => left?.has(identity)));
      if (still) throw new Error(`${page} still has "${still.message}"`);
    }
    for (const [page, findings] of second.findings) {
      const fresh = [...findings].find(identity => !first.findings.get(page)?.has(identity));
      if (fresh) throw new Error(`${page} has a new finding: ${fresh}`);
    }
    return first.fixed.reduce((sum, { fixedFindings }) => sum + fixedFindings.length, 0);
  });
}

async function fix(root: string, unsafe: boolean): Promise<{ fixed: FixedPage[]; findings: Map<string, Set<string>> }> {
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, labels: false, checks: true });
    const checked = await engine.query({ kind: 'check', all: true });
    const findings = new Map(checked.map(({ page, diagnostics }) => [page, new Set(diagnostics.flatMap(differences))]));
    const pages = (await engine.query({ kind: 'pages' })).map(({ page }) => page);
    return { fixed: (await fixPages(engine, { pages, unsafe })).fixed, findings };
  } finally {
    await engine.close();
  }
}

/** The tags and the texts of the page's own lines are there as before, in their order. */
function checkContent({ lines }: FramedPage, { page, after }: FixedPage): void {
  let from = 0;
  for (const { text } of lines.filter(({ content }) => content)) {
    // What stands before may break off in a tag, and swallow the first of these: what is inserted behind that stands between them.
    for (const piece of text.split(/(<[^>]*>)/).map(piece => piece.trim())) {
      const at = after.indexOf(piece, from);
      if (at < 0) throw new Error(`the fix of ${page} took "${piece}" away:\n${after}`);
      from = at + piece.length;
    }
  }
}

/** Identities of the differences that a finding sums up. */
function differences({ identity, details }: Finding): string[] {
  return details?.map(detail => detail.identity) ?? [identity];
}
