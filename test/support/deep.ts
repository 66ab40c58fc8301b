/** In `npm run test:deep`, which has time for the gold corpus, for what takes minutes, and for more inputs of property tests. */
export const isDeep: boolean = process.env.TEMPLENS_DEEP === '1';
