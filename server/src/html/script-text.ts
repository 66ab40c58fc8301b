import { step } from './steps.ts';

/** The beginning of a script's end tag. */
export const SCRIPT_END = '</script';

const opensComment = '<!--';
const closesComment = '-->';
const startTag = /<script[\t\n\f\r />]/gi;
/** The strings at which the state of the reader can change. */
const mark = /<!--|-->|<\/?script[\t\n\f\r />]/gi;

/** Where the text of a script ends, and which end tags belong to the text. */
export interface ScriptText {
  /** Offset of the end tag; the length of the page if none exists. */
  readonly end: number;
  /** Offsets of the `</script` inside the text. */
  readonly inner: readonly number[];
}

/**
 * True if a script of the page may contain an end tag as text: if there is a `<script` between a `<!--` and the next `-->`. False for most
 * pages, which then need no `scriptText`. Takes linear time.
 */
export function mayHoldEndTags(source: string): boolean {
  let tag = -1;
  for (let open = source.indexOf(opensComment); open >= 0; ) {
    if (tag < open) {
      startTag.lastIndex = open;
      tag = startTag.exec(source)?.index ?? source.length;
    }
    if (tag === source.length) return false;
    const close = source.indexOf(closesComment, open + 2);
    if (close < 0 || tag < close) return true;
    open = source.indexOf(opensComment, close);
  }
  return false;
}

/**
 * Reads the text of a script that begins at `start` by the script data states of HTML (WHATWG HTML 13.2.5.4 and 13.2.5.15 to 13.2.5.31):
 * between `<!--` and `-->`, a `<script` makes the next `</script` part of the text.
 */
export function scriptText(source: string, start: number): ScriptText {
  const inner: number[] = [];
  let state: 'data' | 'escaped' | 'double escaped' = 'data';
  mark.lastIndex = start;
  for (let match = mark.exec(source); match; match = mark.exec(source)) {
    const at = match.index;
    if (match[0] === opensComment) {
      if (state === 'data') state = 'escaped';
      // The `-->` may share its hyphens: `<!-->` is complete.
      mark.lastIndex = at + 2;
    } else if (match[0] === closesComment) state = 'data';
    else if (source[at + 1] !== '/') state = state === 'escaped' ? 'double escaped' : state;
    else if (state === 'double escaped') {
      inner.push(at);
      state = 'escaped';
    } else {
      step(at - start);
      return { end: at, inner };
    }
  }
  step(source.length - start);
  return { end: source.length, inner };
}
