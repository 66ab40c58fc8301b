// Entry points import this file: it is the one place outside of lab/ that names lab/. What is there is loaded once a setting names it.
import { loadOnDemand } from './site/algorithms.ts';

loadOnDemand(() => import('./lab/index.ts'));
