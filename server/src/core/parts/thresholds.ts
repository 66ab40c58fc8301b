/** Limits and shares that decide answers of this room. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Pages. On smaller sites two pages with a node are enough to share it; on larger ones two similar articles would make a part. */
  smallSite: 6,
  /** Share of the site's pages, 0 to 1. A node on fewer pages is not shared. The two minimums below bound the number of pages. */
  minimumShare: 0.05,
  /** Pages. Least number that must have a node on sites that are not small. */
  smallestMinimum: 3,
  /** Pages. The most that must have a node, so that the parts of one section of a large site are found. */
  largestMinimum: 50,
  /** Ratio of two steps of the number of pages that must have a node. The steps keep it from changing often while a site grows. */
  minimumStep: 1.25,

  /** Times. A node that occurs more often on its page is not informative: it is an item of a list or a token of code. */
  occurrences: 3,
  /** Share of a subtree's informative nodes, 0 to 1, that must be shared so that it can belong to a part. */
  sharedNodes: 0.75,
  /** Nodes. A mostly unshared element with at least this many informative nodes is a foreign block in the subtree around it. */
  foreignNodes: 4,
  /** Share of the subtree's informative nodes, 0 to 1, that a foreign block has at least: large subtrees tolerate larger ones. */
  foreignShare: 0.15,
  /** Share of an element's informative nodes, 0 to 1, below which the element is foreign to a part. */
  foreignSharedNodes: 0.5,
  /** Nodes. An element with at least this many informative nodes is a run of its own: a header and the side box next to it are two parts. */
  blockNodes: 6,
  /** Nodes. Larger subtrees are not looked up as translated blocks: a translated article is not a part. */
  translatedNodes: 600,

  /** Nodes. Elements with fewer informative nodes do not vote on whether their place is a container. */
  containerNodes: 2,
  /** Pages. Least number that must fill a place with something of their own so that it is a container. */
  containerPages: 2,
  /** Blocks. Least number of blocks side by side that makes the element around them a frame. */
  frameBlocks: 2,
  /** Sets. A frame that pages fill with fewer different sets of nodes is one part with versions. */
  frameSets: 3,
  /** Sets per page that has the frame, 0 to 1. From this share on, a frame is several parts and not one. */
  frameVariety: 0.5,

  /** Share of the smaller variant's keys, 0 to 1, that two similar variants have in common at least. */
  commonOfSmaller: 0.5,
  /** Share of the larger variant's keys, 0 to 1, that two similar variants have in common at least. */
  commonOfLarger: 0.25,
  /** Share of places (Jaccard), 0 to 1, that variants of different languages have in common at least if they are translations. */
  translatedPlaces: 0.9,
  /** Places. Variants with fewer places can be at equal places by accident. */
  translatedPlacesLeast: 4,
  /** Instances per page, on average, that a part has at most; more are items of a list. */
  instancesPerPage: 2.5,

  /** Sets. Places with fewer different sets of nodes are no choice. */
  choiceSets: 3,
  /** Share of the pages with any set, 0 to 1. If one set reaches it, that set is the normal one and the others deviate. */
  choiceCommonest: 0.5,
  /** Mean Jaccard similarity of two sets, 0 to 1, from which on they are versions of one thing and not a choice. */
  choiceSimilarity: 0.25,
  /** Sets. The most common ones that are compared in pairs to decide whether a place is a choice. */
  choiceCompared: 10,
  /** Nodes. Beside nodes that most pages have, the sets of a choice have at most this many, or about one size. */
  choiceNodes: 2,
  /** Ratio of the largest set to the smallest up to which sets have about one size. */
  choiceSizes: 1.25,

  /** Pages. Both versions of a split have at least this many; fewer are mistakes on single pages. */
  splitPages: 3,
  /** Share of the pages of a language, 0 to 1, below which a version is a mistake on single pages and not a split. */
  splitShare: 0.1,
  /** Languages. Least number of other languages that must agree on a link before a translation lacks it. */
  gapLanguages: 3,
  /** Share of the links that the others have, 0 to 1. A translation that lacks more is unfinished, and its readers know. */
  gapLinks: 0.2,
  /** Pages. A language with fewer pages that have the part is not reported. Links are compared on this many pages of each language. */
  gapPages: 2,

  /** Ratio. A part on this many times the pages of the next one that wants the same name keeps the name for itself. */
  nameClaim: 2,
  /** Levels below the roots of a part at which ids and classes still name the whole part. */
  namingDepth: 1,
  /** Characters. Words in the name of a part are cut to this length. */
  nameLength: 30,
  /** Characters. A longer phrase from an id or a class is no readable name. */
  phraseLength: 24,
  /** Characters of an attribute that are searched for words of the vocabulary. */
  vocabularyLength: 300,
  /** Elements. A part of the head with at least so many, and at most half of one kind, is named after two kinds. */
  mixedHead: 4,
  /** Links or blocks. An element with fewer of both is no sidebar. */
  sidebarBlocks: 2,
  /** Links. Least number in a menu. */
  menuLinks: 3,
  /** Links. Least number in a menu below the page's own text, where a few links are a footer. */
  footMenuLinks: 8,
  /** Share of a menu's texts, 0 to 1, that must be in links. */
  menuLinkedTexts: 0.6,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Nodes of the pages that stay unpacked from one pass over them to the next; other pages are unpacked twice. */
  keptNodes: 1_000_000,
  /** Variants at one place that are compared with each other. The others join the one of these that they resemble most. */
  comparedVariants: 128,
  /** Pages of a version that are kept in order, so that an example is found without visiting all pages. */
  orderedPages: 8,
  /** Names whose hashes are kept. */
  nameHashes: 4096,
  /** Elements of a part whose ids, classes, roles and names are tried as its CSS selector. */
  selectorElements: 40,
  /** Pages, each with another version of the part, that its CSS selector must match on. */
  selectorPages: 5,
  /** Slots listed of a part. */
  slots: 12,
  /** Differences listed of a version. */
  differences: 100,
} as const;
