// Stands for `templens crawl worker`: passes everything on, but kills the worker (SIGKILL) after a number of its lines, once for a mark that others see.
// usage: killing-worker.mjs MARK LINES COMMAND...
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const [mark, lines, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
let isFirst = false;
let isLabelling = false;
let seen = 0;
process.stdin.once('data', chunk => {
  isLabelling = chunk.toString().includes('"step": "crawl"');
});
process.stdin.pipe(child.stdin);
child.stdin.on('error', () => {});
child.stdout.on('data', chunk => {
  seen += chunk.toString().split('\n').length - 1;
  process.stdout.write(chunk);
  if (!isLabelling || isFirst || seen < Number(lines)) return;
  try {
    mkdirSync(mark);
    isFirst = true;
    child.kill('SIGKILL');
  } catch {
    // Another one was killed.
  }
});
child.on('close', (code, signal) => {
  process.exitCode = signal ? 137 : code;
  process.stdin.destroy();
});
