import { limits, thresholds } from './thresholds.ts';

/** Class tokens that mark the current item of a menu, or its state (N8), as sites spell them. */
const stateToken = new RegExp(
  [
    // active, is-active, menu-item-current, ...
    '^(?:(?:is|nav|menu|item|link|tab|page|sub|li|has)?[-_]{0,2})?(?:active|current|selected|here)$',
    // Other words and languages; then the states open and closed, and the opposites.
    '^(?:on|sel|cur|you-?are-?here|aktive?|actif|activ[ao]|attiv[ao]|ativ[ao]|courant|selezionat[ao]|seleccionad[ao])$',
    '^(?:open|opened|expanded|unselected|inactive)$',
    // block__element--active
    '(?:--?|__?)(?:active|current|selected|open)$',
    // current-menu-item, current_page_parent
    '^current[-_](?:menu|page|cat|post|item|nav|link|section|lang)[-_\\w]*$',
    '^(?:active|selected|current)[-_](?:item|link|page|menu|tab|trail|parent|ancestor|nav|section)$',
    // menuActive, activeTab
    '^(?:menu|nav|page|item|tab|link)?(?:Active|Current|Selected)(?:Item|Page|Tab|Link)?$',
    '^(?:active|current|selected)(?:Item|Page|Tab|Link|Nav)$',
  ].join('|'),
);

/** Attributes that mark the current item of a menu, or its state (N8). */
export const stateAttributes: ReadonlySet<string> = new Set([
  'aria-current',
  'aria-selected',
  'aria-expanded',
  'selected',
  'open',
]);

/** True for class tokens that mark the current item, or say that an item is open, or is not the current one. */
export function isStateToken(token: string): boolean {
  return stateToken.test(token);
}

/** A quick test: matches every value of `class` that has a token for which `isStateToken` is true, and some others. */
export const mayHoldState = /acti[vf]|aktiv|attiv|ativ|cur|sel|here|courant|\bon\b|open|expanded/i;

/** True for class tokens that mark the current item itself: not for those that say that an item is open, or is not the current one. */
export function isCurrentToken(token: string): boolean {
  return stateToken.test(token) && !/inactive|unselected|open|expanded/i.test(token);
}

/** A cache of class tokens: by the token's hash, whether it marks the current item. */
const stateTokens = new Map<number, { readonly token: string; readonly marks: boolean }>();

/** `isStateToken` of the class token at `start..end`, whose hash is `key`. */
export function marksState(text: Uint16Array, start: number, end: number, key: number): boolean {
  if (end - start > thresholds.stateTokenLength) return false;
  const known = stateTokens.get(key);
  if (known && isAt(known.token, text, start, end)) return known.marks;
  const token = String.fromCharCode(...text.subarray(start, end));
  const marks = isStateToken(token);
  if (stateTokens.size >= limits.stateTokens) stateTokens.clear();
  stateTokens.set(key, { token, marks });
  return marks;
}

/** True if the token is the text at `start..end`. Equal hashes do not suffice: two tokens with the same hash can be made. */
function isAt(token: string, text: Uint16Array, start: number, end: number): boolean {
  if (token.length !== end - start) return false;
  for (let at = 0; at < token.length; at++) if (text[start + at] !== token.charCodeAt(at)) return false;
  return true;
}
