import { nearest } from 'templens-shared/nearest';
import type { PartSummary, PartVersionSummary } from 'templens-shared/parts';
import { exitCode, Failure } from './failure.ts';

/** The part with this id or name, in any letter case. Throws a `Failure` with a suggestion if none exists. */
export function partNamed(all: readonly PartSummary[], wanted: string): PartSummary {
  const found = all.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const names = all.map(({ name }) => name);
  const isWithin = (one: string, other: string): boolean => other.toLowerCase().includes(one.toLowerCase());
  const near = nearest(wanted, names) ?? names.find(name => isWithin(wanted, name) || isWithin(name, wanted));
  const hint = near === undefined ? 'templens parts lists all.' : `Did you mean "${near}"?`;
  throw new Failure(exitCode.usage, `No part of the site is called "${wanted}". ${hint}`);
}

/**
 * The part and version that `PART@VERSION` names: the part by its id or name, the version by its id or its number, from 1, in
 * `templens parts --part`. Throws a `Failure` if none exists.
 */
export function versionNamed(
  all: readonly PartSummary[],
  wanted: string,
): { part: PartSummary; version: PartVersionSummary; number: number } {
  const at = wanted.lastIndexOf('@');
  if (at <= 0 || at === wanted.length - 1)
    throw new Failure(
      exitCode.usage,
      `Use --adopt PART@VERSION, such as "menu@2"; templens parts --part PART numbers the versions.`,
    );
  const part = partNamed(all, wanted.slice(0, at));
  const name = wanted.slice(at + 1);
  const index = part.versions.findIndex(({ id }, number) => id === name || String(number + 1) === name);
  const version = part.versions[index];
  if (version) return { part, version, number: index + 1 };
  const most = part.versions.length;
  throw new Failure(
    exitCode.usage,
    `"${part.name}" has no version "${name}": it has ${most === 1 ? 'one' : `versions 1 to ${most}`}. templens parts --part "${part.name}" shows them.`,
  );
}
