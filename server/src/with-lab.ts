import { loadOnDemand } from './site/algorithms.ts';

/**
 * To be called by entry points: what is in lab/ is loaded once a setting names it. This file is the one place outside of lab/ that names
 * lab/. A function, because the declarations of a package keep an import for its effects.
 */
export function offerLab(): void {
  loadOnDemand(() => import('./lab/index.ts'));
}
