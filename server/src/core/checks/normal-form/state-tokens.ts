/** N8: class tokens that say "this is where you are", in the ways sites write them. */
const stateToken =
  /^(?:(?:is|nav|menu|item|link|tab|page|sub|li|has)?[-_]{0,2})?(?:active|current|selected|here)$|^(?:on|open|opened|expanded|unselected|inactive)$|(?:--?|__?)(?:active|current|selected|open)$|^current[-_](?:menu|page|cat|post|item|nav|link|section|lang)[-_\w]*$|^(?:active|selected|current)[-_](?:item|link|page|menu|tab|trail|parent|ancestor|nav|section)$|^(?:menu|nav|page|item|tab|link)?(?:Active|Current|Selected)(?:Item|Page|Tab|Link)?$|^(?:active|current|selected)(?:Item|Page|Tab|Link|Nav)$/;

/** Attributes that say it. */
export const stateAttributes: ReadonlySet<string> = new Set([
  'aria-current',
  'aria-selected',
  'aria-expanded',
  'selected',
  'open',
]);

/** Is the class token one of those that mark the current item (or that an item is not it)? */
export function isStateToken(token: string): boolean {
  return stateToken.test(token);
}

/** A quick test: could a value of `class` hold such a token? */
export const mayHoldState = /active|current|select|here|\bon\b|open|expanded/i;

/** Is it one of those that mark the current item, and does not say that an item is open, or is not the current one? */
export function isCurrentToken(token: string): boolean {
  return stateToken.test(token) && !/inactive|unselected|open|expanded/i.test(token);
}
