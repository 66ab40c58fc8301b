import { type CheckCode, checkCodes } from 'templens-shared/findings';
import { brokenLink, loneLink } from './broken-link.ts';
import { brokenTag } from './broken-tag.ts';
import type { Check } from './check.ts';
import { currentItem, sameCurrentItem } from './current-item.ts';
import { deadInSheet } from './dead-in-sheet.ts';
import {
  changedAttribute,
  changedText,
  duplicatedNode,
  extraNode,
  missingNode,
  movedNode,
  replacedNode,
  wrongTarget,
} from './differences.ts';
import { lostEndTag, openLink } from './end-tags.ts';
import { contentAfterEnd, earlyEnd, essentialGaps, missingEssentials } from './essentials.ts';
import { invalidMarkup } from './invalid-markup.ts';
import { linkToNowhere } from './link-to-nowhere.ts';
import { lockedRegion } from './locked-region.ts';
import {
  copiedTitle,
  mistakenDirective,
  noTemplate,
  otherRun,
  requiredNode,
  sharedTitle,
  staleYear,
  unlinked,
  unusedIgnore,
  wrongLanguage,
} from './page-rules.ts';
import { missingPart, partVersion } from './part-rules.ts';
import { wrongFolder, wrongOwnLink } from './wrong-address.ts';

/** The check of every code; its documentation is `docs/checks/CODE.md`, where the code has `-` instead of `/`. */
export const checks: Readonly<Record<CheckCode, Omit<Check, 'code'>>> = {
  'template/missing-part': {
    severity: 'warning',
    summary: 'A part that the other pages of the layout have (a menu, a footer) is missing.',
    rules: { part: missingPart },
  },
  'template/part-version': {
    severity: 'warning',
    summary: 'A part differs in several places from the version that nearly all other pages have.',
    rules: { part: partVersion },
  },
  'template/missing-node': {
    severity: 'warning',
    summary: 'Something that the other pages of the layout have is missing.',
    rules: {
      difference: [missingNode, replacedNode],
      page: [missingEssentials, essentialGaps, openLink],
      cause: [lostEndTag, brokenTag, earlyEnd],
    },
  },
  'template/extra-node': {
    severity: 'warning',
    summary: 'There is something among the template that the other pages of the layout do not have.',
    rules: { difference: [extraNode] },
  },
  'template/duplicated-node': {
    severity: 'warning',
    summary: 'Something that the other pages of the layout have once is there more often.',
    rules: { difference: [duplicatedNode] },
  },
  'template/moved-node': {
    severity: 'warning',
    summary: 'Something stands at another place than on the other pages of the layout.',
    rules: { difference: [movedNode], page: [contentAfterEnd] },
  },
  'template/changed-text': {
    severity: 'warning',
    summary: 'A text of the template differs from that on the other pages of the layout.',
    rules: { difference: [changedText], cause: [otherRun] },
  },
  'template/wrong-target': {
    severity: 'warning',
    summary: 'A link of the template leads to another place than on the other pages of the layout.',
    rules: { difference: [wrongTarget], page: [wrongOwnLink, linkToNowhere, invalidMarkup], cause: [wrongFolder] },
  },
  'template/changed-attribute': {
    severity: 'information',
    summary: 'An attribute of the template has another value than on the other pages of the layout.',
    rules: { difference: [changedAttribute], page: [wrongLanguage] },
  },
  'template/current-item': {
    severity: 'warning',
    summary: 'The menu marks no item, several items or the wrong item as that of this page.',
    rules: { page: [currentItem, sameCurrentItem] },
  },
  'template/broken-link': {
    severity: 'warning',
    summary: 'A page or its style sheet loads a file that does not exist, or a link of the template leads to one.',
    rules: { page: [brokenLink, loneLink, deadInSheet] },
  },
  'template/stale-year': {
    severity: 'warning',
    summary: 'A year in the template differs from that on the other pages of the layout.',
    rules: { page: [staleYear] },
  },
  'template/required-node': {
    severity: 'error',
    summary: 'An element that the configuration requires is missing.',
    rules: { page: [requiredNode] },
  },
  'page/no-template': {
    severity: 'information',
    isOff: true,
    summary: 'The page shares its layout with no other page.',
    rules: { page: [noTemplate] },
  },
  'page/copied-title': {
    severity: 'warning',
    summary: 'The page has the title of another page.',
    rules: { page: [copiedTitle, sharedTitle] },
  },
  'page/wrong-id': {
    severity: 'warning',
    summary: 'No link and no style rule can match an id: it has white space or begins with #.',
    rules: { page: [invalidMarkup] },
  },
  'page/invalid-markup': {
    severity: 'information',
    summary: 'Mark-up that browsers correct: an end tag that closes nothing, an attribute twice.',
    rules: { page: [invalidMarkup] },
  },
  'page/unlinked': {
    severity: 'information',
    summary: 'No other page leads to this page.',
    rules: { page: [unlinked] },
  },
  'dreamweaver/locked-region': {
    severity: 'warning',
    summary: 'A locked region of a Dreamweaver template was edited.',
    rules: { page: [lockedRegion] },
  },
  'templens/unused-ignore': {
    severity: 'hint',
    summary: 'An ignore comment or rule hides nothing.',
    rules: { unusedIgnore },
  },
  'templens/config': {
    severity: 'error',
    summary: 'The configuration file, or a directive in a page, has a mistake.',
    rules: { mistakenDirective },
  },
};

/** All checks, in the order of their codes. */
export const allChecks: readonly Check[] = checkCodes.map(code => ({ code, ...checks[code] }));
