// Everything that lists the checks agrees with their definitions, and every check is called for the pages that it should see.
import { readFileSync } from 'node:fs';
import { type CheckCode, checkCodes } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../server/src/core/findings/checks/check.ts';
import { allChecks } from '../../server/src/core/findings/checks/index.ts';
import type { PageRule } from '../../server/src/core/findings/checks/page-rule.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import type { ComparedPage } from '../../server/src/core/keys/compared-page.ts';
import { firstTag } from '../../server/src/html/places.ts';
import { checkTable, jsonLists } from '../support/check-lists.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { extractorOptionTable } from '../support/extractor-option-table.ts';
import { pageOf, pathOf } from './support/pair-site.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe('the definition of a check', () => {
  test.each(allChecks.map(check => [check.code, check] as const))('%s has a sentence and a rule', (_, { summary, rules }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(rules)).not.toEqual([]);
  });

  test('stands under its code, in the order of the codes', () => {
    expect(allChecks.map(({ code }) => code)).toEqual(checkCodes);
  });
});

describe('what lists the checks: `npm run lists` writes it', () => {
  test.each(jsonLists(root))('$path', ({ path, content }) => {
    expect(JSON.parse(textOf(path))).toEqual(content);
  });

  test('docs/checks/README.md, with the table of the checks', () => {
    expect(textOf('docs/checks/README.md')).toContain(`<!-- checks -->\n\n${checkTable()}\n\n<!-- end of checks -->`);
  });

  test('docs/cli.md, with the options of extractors', () => {
    expect(textOf('docs/cli.md')).toContain(`\n\n${extractorOptionTable()}\n\n<!-- end of extractor options -->`);
  });
});

describe('a check of pages', () => {
  type Rules = Omit<Check['rules'], 'page'> & { page?: PageRule };
  const site = ({ page, ...rules }: Rules, settings = {}) => {
    const pages = Array.from({ length: 20 }, (_, index): [string, string] => [pathOf(index), pageOf(index)]);
    const code = 'page/counted' as CheckCode;
    const counting: Check = { code, severity: 'hint', summary: 'Counts.', rules: { ...rules, ...(page && { page: [page] }) } };
    return new CheckedSite(pages, settings, undefined, [...allChecks, counting]);
  };

  test('without a condition is called for every page, and after an edit for those whose findings may have changed', () => {
    const seen: string[] = [];
    const checked = site({
      page: {
        find: ({ name, compared }) => {
          expect(compared.source).toBe(checked.texts.get(name));
          seen.push(name);
          return [];
        },
      },
    });
    checked.all();
    expect(seen.sort()).toEqual([...checked.texts.keys()].sort());

    seen.length = 0;
    const edited = pathOf(7);
    checked.put(edited, pageOf(7).replace('Skip to content', 'Skip'));
    const affected = checked.settle();
    for (const page of affected) checked.findings(page);
    expect(affected).toContain(edited);
    expect(seen.sort()).toEqual(affected);
  });

  test('is called for the pages that its condition lets through, and their findings are shown', () => {
    const named = [pathOf(3), pathOf(11)];
    const checked = site({
      page: {
        concerns: ({ name }) => named.includes(name),
        find: ({ name, compared: { tree } }) => [
          {
            code: 'page/counted' as CheckCode,
            start: tree.start[tree.root]!,
            end: tree.tagEnd[tree.root]!,
            node: tree.root,
            message: `This is ${name}.`,
            related: [],
            normalisers: [],
            identity: 'page/counted',
          },
        ],
      },
    });
    expect([...checked.all()].map(([page, findings]) => [page, findings.map(({ message }) => message)])).toEqual(
      named.sort().map(name => [name, [`This is ${name}.`]]),
    );
  });

  test('is not called for a page that takes no part in comparisons', () => {
    const seen: string[] = [];
    const checked = site({
      page: {
        find: ({ name }) => {
          seen.push(name);
          return [];
        },
      },
    });
    checked.put('404.html', pageOf(7));
    checked.settle();
    checked.all();
    expect(seen).not.toContain('404.html');
    expect(seen).toContain(pathOf(7));
  });

  test('that is off by default is not called, and that the settings switch on is', () => {
    let calls = 0;
    const rules: Rules = {
      page: {
        find: () => {
          calls++;
          return [];
        },
      },
    };
    site(rules, { checks: { 'page/counted': 'off' } }).all();
    expect(calls).toBe(0);
    site(rules).all();
    expect(calls).toBe(20);
  });

  test('for a cause takes over what was found behind it, unless the check is off', () => {
    const find = ({ tree }: ComparedPage) => {
      const code = 'page/counted' as CheckCode;
      const finding: Finding = { code, ...firstTag(tree), message: 'Counted.', related: [], normalisers: [], identity: code };
      return { finding, from: finding.start };
    };
    const rules: Rules = { cause: [{ concerns: ({ name }) => name === pathOf(7), find: page => find(page.compared) }] };
    const edited = (settings = {}) => {
      const checked = site(rules, settings);
      checked.put(pathOf(7), pageOf(7).replace('Skip to content', 'Skip'));
      checked.settle();
      return checked.findings(pathOf(7)).map(({ code, details }) => [code, ...(details ?? []).slice(1).map(({ code }) => code)]);
    };
    expect(edited()).toEqual([['page/counted', 'template/changed-text']]);
    expect(edited({ checks: { 'page/counted': 'off' } })).toEqual([['template/changed-text']]);
  });
});
