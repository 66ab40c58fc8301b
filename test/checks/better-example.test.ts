// Which page a page is compared with is known from the votes alone: labels that change beside it lead to the same check.
import { expect, test } from 'vitest';
import { KeyTable } from '../../server/src/core/counts/key-table.ts';
import { PackedChecks } from '../../server/src/core/digest/packed-checks.ts';
import { VotingPages } from '../../server/src/core/findings/agreement/voting-pages.ts';
import { pageHash } from '../../server/src/core/layouts/group-id.ts';
import type { SiteModel } from '../../server/src/core/model/site-model.ts';
import { CheckedSite } from '../support/checked-site.ts';

const layout = 'layout';
const { model, settings } = new CheckedSite([['a.html', '<p>']]);
const tree = model.tree('a.html');
const empty = model.checks('a.html')!.digest;
const checkKeys = new KeyTable();

/** A page that votes for these keys, and for nothing else. */
function voteFor(keys: readonly number[]): PackedChecks {
  const lanes = Int32Array.from(keys.flatMap(key => [key, key]));
  return new PackedChecks({ ...empty, isCompared: true, structure: { lanes, nodes: new Int32Array(keys.length) } }, checkKeys);
}

/** Votes of pages in one layout, without parts. */
function votingOf(pages: Map<string, PackedChecks>): VotingPages {
  const site = {
    checkKeys,
    has: (name: string) => pages.has(name),
    checks: (name: string) => pages.get(name),
    identity: (name: string) => ({ id: names.indexOf(name), hash: pageHash(name) }),
    group: () => ({ template: layout }),
    tree: () => tree,
    partInstances: () => [],
    directives: () => undefined,
  };
  return new VotingPages(site as unknown as SiteModel, settings.support);
}

const all = [1, 2, 3, 4, 5];
const names = Array.from({ length: 60 }, (_, at) => `p${at}.html`);
const drifted = names[5]!;

test('a page is checked again when another page has become the better example', () => {
  const pages = new Map(names.map(name => [name, voteFor(name === drifted ? [1, 3, 4, 5] : all)]));
  const voting = votingOf(pages);
  const take = (edited: Iterable<string>): Set<number> => {
    const affected = new Set<number>();
    for (const name of edited) voting.take(name);
    voting.settle(affected);
    return affected;
  };
  const example = (): number => {
    const { id } = voting.get(drifted)!;
    const cohorts = voting.cohorts(layout)!;
    const found = cohorts.exampleFor(id, cohorts.juriesOf(id))!;
    voting.examples.set(id, layout, found);
    return found;
  };
  take(names);
  const best = voting.byId(example())!.name;
  pages.set(best, voteFor([1, 2, 3, 4]));
  expect(take([best])).toContain(voting.get(drifted)!.id);
  const second = voting.byId(example())!.name;
  expect(second).not.toBe(best);

  // As many pages as before lack the key 5, and the drifted page lacks what it lacked.
  const other = names.find(name => ![best, second, drifted].includes(name))!;
  pages.set(best, voteFor(all));
  pages.set(other, voteFor([1, 2, 3, 4]));
  expect(take([best, other])).toContain(voting.get(drifted)!.id);
  expect(voting.byId(example())!.name).toBe(best);
  // An edit that changes no example concerns nobody else.
  pages.set(other, voteFor([1, 2, 3]));
  expect([...take([other])]).toEqual([voting.get(other)!.id]);
});
