import type { Settings } from 'templens-shared/settings';
import { isRegistered } from '../core/labels/extractors.ts';
import { isGroupingRegistered } from '../core/layouts/groupings.ts';

/** The settings that name an extractor, a grouping or a choice of candidates. */
type Named = Pick<Settings, 'extractor' | 'extractorOptions' | 'candidates' | 'grouping'>;

let load: (() => Promise<unknown>) | undefined;

/** Entry points say what registers the algorithms that are not built in. It is called once a setting names one of them. */
export function loadOnDemand(loader: () => Promise<unknown>): void {
  load = loader;
}

/** True if a site can be opened with these settings. */
export function areAlgorithmsLoaded(settings: Named): boolean {
  return isGroupingRegistered(settings.grouping) && isRegistered(settings);
}

/** Loads what these settings name. Rejects if it is not there. */
export async function loadAlgorithms(settings: Named): Promise<void> {
  if (areAlgorithmsLoaded(settings)) return;
  await load?.();
  const { extractor, candidates, grouping } = settings;
  if (!areAlgorithmsLoaded(settings))
    throw new Error(`"${extractor}", "${grouping}" or "${candidates}" is not part of this installation.`);
}
