export { LineTooLong } from '../crawl/lines.ts';
export { runWorker, UnreadableInput } from '../crawl/worker.ts';
export { WrongLine } from '../crawl/worker-lines.ts';
