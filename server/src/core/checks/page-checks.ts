import type { PageCheck } from './page-check.ts';

/** The checks beside the comparison with the template group, in the order in which they are asked. */
export const pageChecks: readonly PageCheck[] = [];
