import { parentPort, workerData } from 'node:worker_threads';
import type { EngineCommand } from 'templens-shared/stream';
import { Engine } from './engine.ts';
import { Journal } from './journal.ts';

/** The engine behind a message port: commands in, events out. */
const port = parentPort!;
const engine = new Engine(event => port.postMessage(event), {
  journal: new Journal((workerData as { journal: SharedArrayBuffer }).journal),
  onDefect: error => {
    // Ends the thread; its owner starts another.
    process.nextTick(() => {
      throw error;
    });
  },
});
port.on('message', async (command: EngineCommand) => {
  engine.send(command);
  if (command.command !== 'shutdown') return;
  await engine.stopped();
  port.close();
});
