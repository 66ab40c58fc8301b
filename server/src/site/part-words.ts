import { diffArrays } from 'diff';
import type { PartDifference, PartWords } from 'templens-shared/parts';
import type { VersionExample } from '../core/parts/differences.ts';

/** Words kept on either side of a change. */
const CONTEXT = 5;
/** A change of more words is cut in its middle. */
const MOST_WORDS = 60;
/** Versions with more differing words than this have little in common: the list of differing nodes says more than a diff. */
const MOST_EDITS = 2000;

/** A place that stands for a version, with the text of its page. */
export interface ExampleText extends VersionExample {
  readonly source: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly afterSpace: boolean;
}

interface Step {
  readonly kind: PartWords['kind'];
  readonly words: readonly Word[];
}

/**
 * The source of two versions as a diff of words, one list for each place that differs, cut around the changes. Only places that touch one
 * of the given differences count: where else two pages differ are slots.
 */
export function partWords(common: ExampleText, own: ExampleText, differences: readonly PartDifference[]): PartWords[][] {
  const changes = diffArrays(wordsOf(common), wordsOf(own), {
    comparator: (a, b) => a.text === b.text,
    maxEditLength: MOST_EDITS,
  });
  if (!changes) return differences.map(({ kind, what }) => [{ kind, text: what }]);
  const steps = changes.map(({ value, removed, added }): Step => {
    return { kind: removed ? 'missing' : added ? 'extra' : 'same', words: value };
  });
  return placesOf(steps)
    .filter(place => place.some(step => touches(step, differences)))
    .map(place => place.map(({ kind, words }) => ({ kind, text: kind === 'same' ? textOf(words) : shortened(words) })));
}

/** Tags come apart into their name, their attributes and their end. */
function wordsOf({ source, ranges }: ExampleText): Word[] {
  return ranges.flatMap(({ start, end }) => {
    const words: Word[] = [];
    let last = start;
    for (const { 0: text, index } of source.slice(start, end).matchAll(/<[/!]?[\w:-]*|\/?>|[^\s<>]+/g)) {
      const from = start + index;
      words.push({ text, start: from, end: from + text.length, afterSpace: from > last });
      last = from + text.length;
    }
    return words;
  });
}

/** Changes that stand close together, with the words between and around them. */
function placesOf(steps: readonly Step[]): Step[][] {
  const places: Step[][] = [];
  let place: Step[] | undefined;
  steps.forEach((step, at) => {
    const { kind, words } = step;
    if (kind !== 'same') {
      if (!place) {
        place = [];
        places.push(place);
        const before = steps[at - 1]?.words.slice(-CONTEXT) ?? [];
        if (before.length > 0) place.push({ kind: 'same', words: before });
      }
      place.push(step);
    } else if (words.length <= 2 * CONTEXT && at < steps.length - 1) place?.push(step);
    else {
      place?.push({ kind, words: words.slice(0, CONTEXT) });
      place = undefined;
    }
  });
  return places;
}

function touches({ kind, words }: Step, differences: readonly PartDifference[]): boolean {
  return differences.some(
    difference => difference.kind === kind && words.some(({ start, end }) => start < difference.end && end > difference.start),
  );
}

function shortened(words: readonly Word[]): string {
  if (words.length <= MOST_WORDS) return textOf(words);
  return `${textOf(words.slice(0, MOST_WORDS / 2))} …${textOf(words.slice(-MOST_WORDS / 2))}`;
}

/** With the space before the first word, so that texts of neighbours can be joined. */
function textOf(words: readonly Word[]): string {
  return words.map(({ text, afterSpace }) => (afterSpace ? ` ${text}` : text)).join('');
}
