import type { Settings } from 'templens-shared/settings';
import { isRegistered } from '../core/labels/extractors.ts';
import { isGroupingRegistered } from '../core/layouts/groupings.ts';

/** The settings that name algorithms: an extractor, a grouping or a choice of candidates. */
type AlgorithmSettings = Pick<Settings, 'extractor' | 'extractorOptions' | 'candidates' | 'grouping'>;

let load: (() => Promise<unknown>) | undefined;

/** Sets the function that registers the algorithms that are not built in. It is called when a setting first names one of them. */
export function setAlgorithmLoader(loader: () => Promise<unknown>): void {
  load = loader;
}

/** True if the algorithms that these settings name are registered. */
export function areAlgorithmsLoaded(settings: AlgorithmSettings): boolean {
  return isGroupingRegistered(settings.grouping) && isRegistered(settings);
}

/** Loads the algorithms that these settings name. Rejects if one of them does not exist. */
export async function loadAlgorithms(settings: AlgorithmSettings): Promise<void> {
  if (areAlgorithmsLoaded(settings)) return;
  await load?.();
  const { extractor, candidates, grouping } = settings;
  if (!areAlgorithmsLoaded(settings))
    throw new Error(`"${extractor}", "${grouping}" or "${candidates}" is not part of this installation.`);
}
