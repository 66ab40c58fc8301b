import { defaultSettings } from 'templens-shared/settings';
import { digestText } from '../core/digest/digest-text.ts';
import type { PageDigest } from '../core/digest/page-digest.ts';
import { TooManySteps, withStepLimit } from '../html/steps.ts';

/** Digests a page; undefined if it takes too many steps. */
export function tryDigest(text: string): PageDigest | undefined {
  try {
    return withStepLimit(text.length, () => digestText(text, 'default', { maxDepth: defaultSettings.maxDepth }));
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}
