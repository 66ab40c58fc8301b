// Names what failed in the suites, then sums their reports up in one line. usage: summary.mjs FOLDER STEP...
// A step that ended well left STEP.ok; a suite left its vitest report in STEP.json. A step that failed without a failed test counts as one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...steps] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const step of steps) {
  const report = join(folder, `${step}.json`);
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const ok = existsSync(join(folder, `${step}.ok`));
  passed += numPassedTests;
  failed += ok ? numFailedTests : Math.max(1, numFailedTests);
  if (ok) continue;
  console.log(`failed: ${step}`);
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue;
    const tests = assertionResults.filter(test => test.status === 'failed');
    for (const { fullName, failureMessages } of tests)
      console.log(`${name}: ${fullName}\n${failureMessages.join('\n').slice(0, 2_000)}`);
    if (tests.length === 0) console.log(`${name}\n${message.slice(0, 2_000)}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
