import { step } from './steps.ts';

/** How an end tag begins. */
export const SCRIPT_END = '</script';

const opensComment = '<!--';
const closesComment = '-->';
const startTag = /<script[\t\n\f\r />]/gi;
/** What can change how the text of a script is read. */
const mark = /<!--|-->|<\/?script[\t\n\f\r />]/gi;

/** The text of a script: where its end tag is, and the end tags before it that belong to the text. */
export interface ScriptText {
  /** Offset of the end tag; the length of the page for none. */
  readonly end: number;
  /** Offsets of the `</script` that end nothing. */
  readonly inner: readonly number[];
}

/**
 * Could a script of the page hold an end tag as text? That takes a `<!--` with a `<script` before the next `-->`. False for most pages, in
 * linear time, so that they pay nothing for the rest of this file.
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
      // `<!-->` is closed, too.
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
