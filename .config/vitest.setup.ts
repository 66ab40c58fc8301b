import fc from 'fast-check';

// The same cases in every run, so that a red test is red again; TEMPLENS_SEED=random looks for new ones.
const seed = process.env.TEMPLENS_SEED ?? '20261120';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
