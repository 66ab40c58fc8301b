import type { createColors } from 'picocolors';

/** Functions that colour a text for a terminal, or leave it as it is. */
export type Colors = ReturnType<typeof createColors>;
