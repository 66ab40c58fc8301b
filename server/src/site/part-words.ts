import { diffArrays } from 'diff';
import type { PartDifference, PartWords } from 'templens-shared/parts';
import type { VersionExample } from '../core/parts/differences.ts';

/** Words kept on either side of a change; more where a tag would be cut. */
const CONTEXT = 4;
const MOST_CONTEXT = 12;
/** A change of more words is cut in its middle. */
const MOST_WORDS = 60;
/** Versions with more differing words than this have little in common: the list of differing nodes says more than a diff. */
const MOST_EDITS = 1000;

/** A place that stands for a version, with the text of its page. */
export interface ExampleText extends VersionExample {
  readonly source: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly afterSpace: boolean;
  /** Neither begins a tag nor stands outside of one. */
  readonly inTag: boolean;
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
  alignWithTags(steps);
  return placesOf(steps)
    .filter(place => place.some(step => touches(step, differences)))
    .map(place => place.map(({ kind, words }) => ({ kind, text: kind === 'same' ? textOf(words) : shortened(words) })));
}

/** Start tags come apart into their name, their attributes and their end. */
function wordsOf({ source, ranges }: ExampleText): Word[] {
  return ranges.flatMap(({ start, end }) => {
    const words: Word[] = [];
    let last = start;
    let inTag = false;
    for (const { 0: text, index } of source.slice(start, end).matchAll(/<\/[\w:-]*\s*>|<!--|-->|<[\w:-]+|\/?>|[^\s<>]+|</g)) {
      const from = start + index;
      const begins = /^<[\w:-]/.test(text);
      words.push({ text, start: from, end: from + text.length, afterSpace: from > last, inTag: inTag && !begins });
      inTag = begins || (inTag && !text.endsWith('>'));
      last = from + text.length;
    }
    return words;
  });
}

/** Moves insertions and deletions, as far as the words before them repeat, to where they are whole elements. */
function alignWithTags(steps: Step[]): void {
  for (let at = 1; at + 1 < steps.length; at++) {
    const [before, change, after] = [steps[at - 1]!, steps[at]!, steps[at + 1]!];
    if (change.kind === 'same' || before.kind !== 'same' || after.kind !== 'same') continue;
    const all = [...before.words, ...change.words, ...after.words];
    const length = change.words.length;
    let first = before.words.length;
    let best = isWhole(change.words) ? first : -1;
    for (; best < 0 && first > 1 && all[first - 1]!.text === all[first + length - 1]!.text; first--)
      if (isWhole(all.slice(first - 1, first - 1 + length))) best = first - 1;
    if (best < 0 || best === before.words.length) continue;
    // The words themselves stay those of the page that has them; before the change both pages have the same.
    const moved = before.words.length - best;
    steps[at - 1] = { kind: 'same', words: before.words.slice(0, best) };
    steps[at] = { kind: change.kind, words: [...before.words.slice(best), ...change.words.slice(0, length - moved)] };
    steps[at + 1] = { kind: 'same', words: [...change.words.slice(length - moved), ...after.words] };
  }
}

/** Does every end tag end an element that begins in these words, and none stay open? */
function isWhole(words: readonly Word[]): boolean {
  let depth = 0;
  for (const { text } of words) {
    if (text.startsWith('</')) depth--;
    else if (/^<[\w:-]/.test(text) && !isVoid.test(text)) depth++;
    if (depth < 0) return false;
  }
  return depth === 0 && !words[0]!.inTag && !/^<[\w:-]/.test(words.at(-1)!.text);
}

const isVoid = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

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
        const before = wordsBefore(steps[at - 1]?.words ?? []);
        if (before.length > 0) place.push({ kind: 'same', words: before });
      }
      place.push(step);
    } else if (words.length <= 2 * CONTEXT && at < steps.length - 1) place?.push(step);
    else {
      place?.push({ kind, words: wordsAfter(words) });
      place = undefined;
    }
  });
  return places;
}

function wordsBefore(words: readonly Word[]): readonly Word[] {
  let first = Math.max(0, words.length - CONTEXT);
  while (first > 0 && words[first]!.inTag && words.length - first < MOST_CONTEXT) first--;
  return words.slice(first);
}

function wordsAfter(words: readonly Word[]): readonly Word[] {
  let end = Math.min(words.length, CONTEXT);
  while (end < words.length && words[end]!.inTag && end < MOST_CONTEXT) end++;
  return words.slice(0, end);
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
