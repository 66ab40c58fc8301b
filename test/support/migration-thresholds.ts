// What half and double of each threshold of migrations change in the projects of some sites, rendered in memory.

import { CommandLineSite } from '../../server/src/api/command-line.ts';
import { siteSettings } from '../../server/src/api/site-folder.ts';
import { limits } from '../../server/src/core/migrate/thresholds.ts';
import { planMigration } from '../../server/src/migration/plan.ts';
import type { GoldSite } from './gold.ts';
import { type MigrationFigures, migrationFigures } from './migration-figures.ts';
import { halfAndDouble } from './threshold-tables.ts';

/** Figures of several sites: means of the shares, sums of the numbers. */
export type SummedFigures = Pick<MigrationFigures, 'once' | 'bytes' | 'layouts' | 'parts'>;

export interface Ablation {
  name: string;
  value: number;
  /** At half and at double the value; undefined where that is the value as it is. */
  figures: [half: SummedFigures | undefined, double: SummedFigures | undefined];
}

/** Measures every threshold. @returns the figures with the values as they are, and a row for each threshold. */
export async function ablateThresholds(sites: readonly GoldSite[]): Promise<{ asIs: SummedFigures; rows: Ablation[] }> {
  const values: Record<string, number> = limits;
  const opened: { site: GoldSite; own: CommandLineSite; answers: CommandLineSite }[] = [];
  for (const site of sites) {
    const own = new CommandLineSite(site.pagesFolder, await siteSettings(site.pagesFolder, {}), { checks: false });
    await own.index();
    opened.push({ site, own, answers: withKeptAnswers(own) });
  }
  const measure = async (): Promise<SummedFigures> => {
    const sum = { once: 0, bytes: 0, layouts: 0, parts: 0 };
    for (const { site, answers } of opened) {
      const figures = migrationFigures(site, await planMigration(answers, { to: 'eleventy' }));
      sum.once += figures.once / sites.length;
      sum.bytes += figures.bytes / sites.length;
      sum.layouts += figures.layouts;
      sum.parts += figures.parts;
    }
    return sum;
  };
  try {
    const asIs = await measure();
    const rows: Ablation[] = [];
    for (const [name, value] of Object.entries(limits)) {
      const figures: (SummedFigures | undefined)[] = [];
      for (const variant of halfAndDouble({ value, isShare: value < 1 })) {
        if (variant === undefined) {
          figures.push(undefined);
          continue;
        }
        values[name] = variant;
        figures.push(await measure());
        values[name] = value;
      }
      rows.push({ name, value, figures: [figures[0], figures[1]] });
      console.error(name, JSON.stringify(figures));
    }
    return { asIs, rows };
  } finally {
    for (const { own } of opened) await own.close();
  }
}

/** Rows of a table: the figures as they are, then the changes at half / at double. */
export function thresholdRows({ asIs, rows }: Awaited<ReturnType<typeof ablateThresholds>>): string[][] {
  const names = ['once', 'bytes', 'layouts', 'parts'] as const;
  const shown = (name: (typeof names)[number], figure: number): string =>
    name === 'once' || name === 'bytes' ? `${(100 * figure).toFixed(1)} %` : String(figure);
  const change = (name: (typeof names)[number], figures: SummedFigures | undefined): string => {
    const difference = figures ? shown(name, figures[name] - asIs[name]).replace(/^-(?=0\.0 %)/, '') : '';
    return difference === '' || /^0(?:\.0 %)?$/.test(difference) ? '·' : difference.replace(/^(?=\d)/, '+');
  };
  return [
    ['as they are', '', ...names.map(name => shown(name, asIs[name]))],
    ...rows.map(({ name, value, figures }) => [
      name,
      String(value),
      ...names.map(figure => figures.map(own => change(figure, own)).join(' / ')),
    ]),
  ];
}

/** The site, which answers each question once. */
function withKeptAnswers(site: CommandLineSite): CommandLineSite {
  const kept = new Map<string, unknown>();
  return new Proxy(site, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const question = `${String(name)} ${JSON.stringify(given)}`;
        if (!kept.has(question)) kept.set(question, member.apply(target, given));
        return kept.get(question);
      };
    },
  });
}
