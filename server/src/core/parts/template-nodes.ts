import type { LiveTemplate, TemplateRun } from './live-templates.ts';
import type { Part } from './part.ts';
import { partHash } from './part-ids.ts';
import { type FixedNodes, mergeFixedNodes } from './variant.ts';

/**
 * What templates have of a part, by the paths of their files. A run of a template belongs to that part at its place that has the most nodes
 * in common with it.
 * @param parts all at the part's place.
 */
export function templateNodes(
  part: Part,
  parts: Iterable<Part>,
  templates: Iterable<LiveTemplate>,
): ReadonlyMap<string, FixedNodes> {
  const nodes = new Map<string, FixedNodes>();
  const beside = [...parts];
  for (const template of templates) {
    const runs = runsOfPart(part, beside, template);
    if (runs.length > 0) nodes.set(template.path, mergeFixedNodes(runs.map(({ fixed }) => fixed)));
  }
  return nodes;
}

/** The runs of a template that belong to a part, in document order. */
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

/** Pages of a part that have each of its tokens. */
function tokenSupport(part: Part): Map<number, number> {
  const support = new Map<number, number>();
  for (const { fixed, pages } of part.bundles.values())
    for (const token of fixed.tokens) support.set(token, (support.get(token) ?? 0) + pages.size);
  return support;
}
