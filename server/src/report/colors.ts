import type { createColors } from 'picocolors';

/** Functions that colour a text for a terminal, or return it unchanged if colours are off. */
export type Colors = ReturnType<typeof createColors>;
