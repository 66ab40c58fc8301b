/**
 * Numbers that decide which differences become findings and which fixes are safe, by what uses them. Shares are in [0,1]. Changing one changes
 * answers: docs/lab/findings.md has the effect of the mechanisms that use them.
 */
export const thresholds = {
  // Used in several folders of core/findings.
  /** Share of pages. So many say what is right without a doubt. */
  nearlyAll: 0.9,
  /** Share of pages. So many follow a rule. */
  mostPages: 0.8,
  /** Share. So much has in common what has nothing to do with each other. */
  byChance: 0.1,
  /** Pages. Fewer show no template, and expect no part of others. */
  fewestPages: 5,
  /** Pages or elements. One alone is no pattern. */
  several: 2,
  /** Years. One that is so much later is a placeholder and no update. */
  mostYears: 20,
  /** Items. A message names so many, and gives the number of the others. */
  mostNamed: 3,

  // Used in votes: which pages are compared, and what they agree on.
  /** Weighted share of their parts, without the part in question, that two pages must have in common to be compared. */
  comparable: 0.25,
  /** Pages. So many that are most like a page say whether it should have a part, and may be the one to compare with. */
  mostLikePages: 10,
  /** Share of these pages that counts as all of them. */
  nearlyAllLike: 0.97,
  /** Share of the site's pages that counts as all of them. */
  nearlyAllOfSite: 0.95,
  /** Sets of parts that pages are compared with, those with the most pages first. */
  comparedProfiles: 256,
  /** Factor. So many times the sets asked for are kept, so that those that leave are replaced without a look at all. */
  profileReserve: 4,
  /** Pages. Fewer of a layout do not outvote the other pages that have a part. */
  fewestOfJury: 8,
  /** Share of what most pages say that a page of another language may lack and still be meant to say the same: names, numbers. */
  mostMisspelt: 0.05,
  /** Languages. In so many others all pages must have what is the same in all of them. */
  fewestLanguages: 3,
  /** Languages. The same for a page whose language no other page has. */
  fewestForLone: 5,
  /** Share of what the pages of a layout agree on that a page may lack; one that lacks more is of another kind. */
  mostLacking: 0.2,
  /** Pages. More are not in a wrong language by mistake. */
  mostWrong: 2,
  /** Nodes. A run with fewer, such as a text or a link alone, is compared with what stands around it, too. */
  smallScope: 3,

  // Used in comparison: a page beside an example.
  /** Leaves. An entry of a menu has no more. */
  mostOfEntry: 6,
  /** Leaves of a node that are looked at. */
  mostLeaves: 96,
  /** Score of a label below which a node is no template, whatever its neighbours are. */
  unsureScore: 0.25,
  /** Leaves. So few differ by chance. */
  fewLeaves: 4,
  /** Characters of a quotation. */
  mostCharacters: 40,
  /** Characters of a quotation in a list of differences. */
  mostInBrief: 28,
  /** Characters that a quotation shows before the first difference. */
  charactersBeside: 10,

  // Used in checks and site-checks.
  /** Differences. So many are described; a page has more only where it is built so, and fewer are shown. */
  mostDifferences: 1000,
  /** Pages whose texts are kept. */
  keptPages: 8,
  /** Keys of shared parts. With fewer, a page says too little for a language. */
  fewestSaid: 30,
  /** Nodes. Differences beyond these are of the same age. */
  mostNodesOfAge: 20,
  /** Attributes of an element that are compared. */
  mostAttributes: 256,
  /** Differences. A part with more is another one, or an old one. */
  manyDifferences: 6,
  /** Links of a page to other files that are looked at. */
  mostFileLinks: 150,

  // Used in judge: the confidence of a finding.
  /** Links of a node that are looked at. */
  mostLinks: 50,
  /** Confidences are rounded to so many parts of one, so that edits of other pages seldom change them. */
  confidenceSteps: 20,

  // Used in fixes: which fixes are safe.
  /** Least confidence of a finding whose fix is safe: a wrong fix costs more than a wrong finding. */
  safeConfidence: 0.75,
  /** Changes of one page that are tried, since each looks at the whole page; fixes with more are not safe. */
  mostTrials: 32,
  /** Findings of one page whose fixes are offered for review, for the same reason. */
  mostUnsafe: 64,
} as const;
