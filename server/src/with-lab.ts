import { setAlgorithmLoader } from './site/algorithms.ts';

/**
 * Lets settings name algorithms of lab/, which is loaded when the first of them is used. Entry points call this; no other file outside lab/
 * imports lab/. It is a function because an import for its side effects would stay in the type declarations of the package.
 */
export function offerLab(): void {
  setAlgorithmLoader(() => import('./lab/index.ts'));
}
