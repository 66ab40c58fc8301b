import fc from 'fast-check';
import { offerLab } from '../server/src/with-lab.ts';
import { inputs } from '../test/support/random-inputs.ts';
import { randomSeed } from '../test/support/random-seed.ts';

offerLab();

fc.configureGlobal({ seed: randomSeed(), numRuns: inputs(100) });
