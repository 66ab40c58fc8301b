// Says once what a run skips, and how to repeat it.
import { corpusFolder, isCorpusThere } from '../test/support/corpus.ts';
import { isUnix } from '../test/support/platform.ts';

export default function announce({ config }: { config: { env: Record<string, string> } }): void {
  const { TEMPLENS_DEEP: deep, TEMPLENS_SEED: seed } = { ...process.env, ...config.env };
  console.info(`Property tests: TEMPLENS_SEED=${seed} repeats them.`);
  if (!isUnix) console.info('Skipped on Windows: tests of signals, permissions, pipes, devices and bash.');
  if (deep !== '1')
    console.info('Not part of this run: tests on the gold corpus, and tests that take minutes; npm run test:deep runs them.');
  else if (!isCorpusThere)
    console.info(`Skipped: tests on the gold corpus, which is not at ${corpusFolder} (TEMPLENS_CORPUS names its folder).`);
}
