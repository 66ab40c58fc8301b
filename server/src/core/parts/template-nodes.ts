import type { LiveTemplate, TemplateRun } from './live-templates.ts';
import type { Part } from './part.ts';
import { partHash } from './part-ids.ts';
import { type FixedNodes, mergeFixedNodes } from './variant.ts';

/**
 * Returns the fixed nodes of a part in template files, by their paths. A run of a template belongs to the part at its place that has the most
 * tokens in common with it, weighted by pages.
 * @param parts all parts at the same place
 */
export function templateNodes(
  part: Part,
  parts: Iterable<Part>,
  templates: Iterable<LiveTemplate>,
): ReadonlyMap<string, FixedNodes> {
  const nodes = new Map<string, FixedNodes>();
  const samePlace = [...parts];
  for (const template of templates) {
    const runs = runsOfPart(part, samePlace, template);
    if (runs.length > 0) nodes.set(template.path, mergeFixedNodes(runs.map(({ fixed }) => fixed)));
  }
  return nodes;
}

/** Returns the runs of a template that belong to a part, in document order. `parts` holds all parts at the same place. */
export function runsOfPart(part: Part, parts: Iterable<Part>, { runs }: LiveTemplate): TemplateRun[] {
  const here = runs.filter(({ path }) => path === part.path);
  if (here.length === 0) return [];
  const rivals = [...parts]
    .filter(({ locked }) => locked > 0)
    .map(other => ({ other, support: tokenSupport(other), hash: partHash(other) }));
  return here.filter(({ fixed }) => {
    let best: Part | undefined;
    let most = 0;
    let smallest = 0;
    for (const { other, support, hash } of rivals) {
      let common = 0;
      for (const token of fixed.tokens) common += support.get(token) ?? 0;
      if (common < most || (common === most && (common === 0 || hash >= smallest))) continue;
      best = other;
      most = common;
      smallest = hash;
    }
    return best === part;
  });
}

/** Number of pages of a part that have each token. */
function tokenSupport(part: Part): Map<number, number> {
  const support = new Map<number, number>();
  for (const { fixed, pages } of part.bundles.values())
    for (const token of fixed.tokens) support.set(token, (support.get(token) ?? 0) + pages.size);
  return support;
}
