import type { CheckCode } from 'templens-shared/diagnostics';

/** What a code action does about a finding, for a menu. */
interface ActionTitles {
  take: string;
  /** `pages` is how the other pages are called. */
  push?: (pages: string) => string;
}

const titles: { [Code in CheckCode]?: ActionTitles } = {
  'template/missing-part': { take: 'Add the part' },
  'template/part-version': { take: "Take the template's version of the part" },
  'template/missing-node': { take: 'Add what is missing here', push: pages => `Remove it from ${pages}, too` },
  'template/extra-node': { take: 'Remove it here', push: pages => `Add it to ${pages}, too` },
  'template/duplicated-node': { take: 'Remove the duplicate' },
  'template/moved-node': { take: 'Move it to where the template has it' },
  'template/changed-text': { take: "Take the template's text", push: pages => `Give this text to ${pages}` },
  'template/changed-attribute': { take: "Take the template's attribute", push: pages => `Give this attribute to ${pages}` },
  'template/wrong-target': { take: "Take the template's target", push: pages => `Give this target to ${pages}` },
  'template/stale-year': { take: "Take the template's year" },
};

/** Title of the action that brings the template's version to the page. */
export function takeTitle(code: CheckCode): string {
  return titles[code]?.take ?? "Take the template's version";
}

/** Title of the action that brings the page's version to the pages that agree; undefined where that has no meaning. */
export function pushTitle(code: CheckCode, pages: number): string | undefined {
  return titles[code]?.push?.(pages === 1 ? 'the 1 other page' : `the ${pages} other pages`);
}
