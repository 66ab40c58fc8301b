import { parentPort, workerData } from 'node:worker_threads';
import type { EngineCommand, EngineEvent } from 'templens-shared/stream';
import { offerLab } from '../with-lab.ts';
import { Backlog } from './backlog.ts';
import { CrashNote } from './crash-note.ts';
import { Engine } from './engine.ts';
import { TidyMemory } from './tidy-memory.ts';

offerLab();

/** Runs an engine behind a message port: commands in, events out. */
const port = parentPort!;
const shared = workerData as { crashNote: SharedArrayBuffer; backlog: SharedArrayBuffer };
const backlog = new Backlog(shared.backlog);
const emit = (event: EngineEvent): void => {
  backlog.sent();
  port.postMessage(event);
};
const engine = new Engine(emit, {
  crashNote: new CrashNote(shared.crashNote),
  backlog,
  memory: new TidyMemory(),
  onDefect: error => {
    // An uncaught error ends the thread; `startEngineWorker` starts another.
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
