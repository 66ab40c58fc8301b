import type { AddCommand } from '../../cli/program.ts';
import { addBench } from './bench.ts';
import { addGold } from './gold.ts';

/** The commands of lab, in the order of `--help`. */
export const commands: readonly AddCommand[] = [addBench, addGold];
