import { diffArrays } from 'diff';
import type { PartDifference, PartWords } from 'templens-shared/parts';
import { folderOf, resolveAddress, schemePattern } from '../core/keys/normal-form/resolve-address.ts';
import type { VersionExample } from '../core/parts/differences.ts';
import { limits, thresholds } from './thresholds.ts';

const { contextWords, tagContextWords, changeWords } = thresholds;

/** An example of a version, with the source text of its page. */
export interface ExampleText extends VersionExample {
  readonly source: string;
}

/** A word or a piece of a tag; offsets in the source text. */
interface Word {
  readonly text: string;
  /** Equal for equal words: the text, or the attribute with the place in the site that its relative address leads to. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly afterSpace: boolean;
  /** True inside a tag, except for its first word. */
  readonly inTag: boolean;
}

/** A run of words that both versions have (`same`), or one of them. */
interface Step {
  readonly kind: PartWords['kind'];
  readonly words: readonly Word[];
}

/**
 * Returns a word diff of the source of two versions: one list of changes and context for each place that differs. Skips places that touch none
 * of `differences`, since they are slots, unless nothing else differs. Versions that differ in more than `limits.diffEdits` words, or in no
 * word, get the list of differences instead.
 * @param common example of the version to compare with.
 * @param own example of the version that is described.
 */
export function partWords(common: ExampleText, own: ExampleText, differences: readonly PartDifference[]): PartWords[][] {
  const changes = diffArrays(wordsOf(common), wordsOf(own), {
    comparator: (a, b) => a.key === b.key,
    maxEditLength: limits.diffEdits,
  });
  if (!changes) return differences.map(({ kind, what }) => [{ kind, text: what }]);
  const steps = changes.map(({ value, removed, added }): Step => {
    return { kind: removed ? 'missing' : added ? 'extra' : 'same', words: value };
  });
  alignWithTags(steps);
  const places = placesOf(steps);
  const differing = places.filter(place => place.some(step => touches(step, differences)));
  // Words in a comment or a slot, if nothing else differs; or equal words whose links lead elsewhere.
  const shown = differing.length > 0 ? differing : places;
  if (shown.length === 0) return differences.map(({ kind, what }) => [{ kind, text: what }]);
  return shown.map(place => place.map(({ kind, words }) => ({ kind, text: kind === 'same' ? textOf(words) : shortened(words) })));
}

/** Splits source text into words. Start tags are split into name, attributes and end. */
function wordsOf({ page, source, ranges }: ExampleText): Word[] {
  const base = folderOf(`/${page}`);
  return ranges.flatMap(({ start, end }) => {
    const words: Word[] = [];
    let last = start;
    let inTag = false;
    for (const { 0: text, index } of source.slice(start, end).matchAll(/<\/[\w:-]*\s*>|<!--|-->|<[\w:-]+|\/?>|[^\s<>]+|</g)) {
      const from = start + index;
      const begins = /^<[\w:-]/.test(text);
      words.push({
        text,
        key: inTag ? comparedAttribute(text, base) : text,
        start: from,
        end: from + text.length,
        afterSpace: from > last,
        inTag: inTag && !begins,
      });
      inTag = begins || (inTag && !text.endsWith('>'));
      last = from + text.length;
    }
    return words;
  });
}

/** An attribute with its relative address resolved, so that pages of different folders agree; any other text as it is. */
function comparedAttribute(text: string, base: string): string {
  const { 0: before, 1: address } = /^(?:href|src|action|poster)=["']?([^"'#?\s]+)/i.exec(text) ?? [];
  if (address === undefined || schemePattern.test(address) || address.startsWith('/')) return text;
  return before!.slice(0, -address.length) + resolveAddress(address, base) + text.slice(before!.length);
}

/** Shifts insertions and deletions to the left, as far as the words repeat, until they consist of whole elements. Changes `steps` in place. */
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
    // Words of `same` steps have the offsets of `own`, also those that move into a `missing` step.
    const moved = before.words.length - best;
    steps[at - 1] = { kind: 'same', words: before.words.slice(0, best) };
    steps[at] = { kind: change.kind, words: [...before.words.slice(best), ...change.words.slice(0, length - moved)] };
    steps[at + 1] = { kind: 'same', words: [...change.words.slice(length - moved), ...after.words] };
  }
}

/** True if the words are whole elements: every end tag has its start tag among them, and no element stays open. */
function isWhole(words: readonly Word[]): boolean {
  let depth = 0;
  for (const { text } of words) {
    if (text.startsWith('</')) depth--;
    else if (/^<[\w:-]/.test(text) && !voidTag.test(text)) depth++;
    if (depth < 0) return false;
  }
  return depth === 0 && !words[0]!.inTag && !/^<[\w:-]/.test(words.at(-1)!.text);
}

const voidTag = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Groups changes that are close together, with the unchanged words between and around them. */
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
    } else if (words.length <= 2 * contextWords && at < steps.length - 1) place?.push(step);
    else {
      place?.push({ kind, words: wordsAfter(words) });
      place = undefined;
    }
  });
  return places;
}

/** Returns the last words as context before a change, more of them if that would cut a tag. */
function wordsBefore(words: readonly Word[]): readonly Word[] {
  let first = Math.max(0, words.length - contextWords);
  while (first > 0 && words[first]!.inTag && words.length - first < tagContextWords) first--;
  return words.slice(first);
}

/** Returns the first words as context after a change, more of them if that would cut a tag. */
function wordsAfter(words: readonly Word[]): readonly Word[] {
  let end = Math.min(words.length, contextWords);
  while (end < words.length && words[end]!.inTag && end < tagContextWords) end++;
  return words.slice(0, end);
}

/** True if a word of the step is in a difference of the same kind. */
function touches({ kind, words }: Step, differences: readonly PartDifference[]): boolean {
  return differences.some(
    difference => difference.kind === kind && words.some(({ start, end }) => start < difference.end && end > difference.start),
  );
}

function shortened(words: readonly Word[]): string {
  if (words.length <= changeWords) return textOf(words);
  return `${textOf(words.slice(0, changeWords / 2))} …${textOf(words.slice(-changeWords / 2))}`;
}

/** Joins words. Keeps the space before the first one, so that the texts of neighbouring steps can be joined. */
function textOf(words: readonly Word[]): string {
  return words.map(({ text, afterSpace }) => (afterSpace ? ` ${text}` : text)).join('');
}
