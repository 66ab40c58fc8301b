import type { AddCommand } from '../../cli/program.ts';
import { addBench } from './bench.ts';
import { addGold } from './gold.ts';

/** Commands for research, in the order in which --help lists them. */
export const commands: readonly AddCommand[] = [addBench, addGold];
