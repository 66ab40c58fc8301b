// Runs server/spark/templens_spark.py with the pyspark of PyPI.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pythonWith } from '../support/python-packages.ts';

export const adapter = resolve('server/spark/templens_spark.py');
const bin = resolve('server/bin/templens.js');

/** Command of a worker, to be given to `--templens`. */
export const worker = `${process.execPath} ${bin} crawl worker --memory 24`;

/** Python with pyspark, installed when it is asked for the first time. */
export function python(): string {
  return pythonWith(resolve('test/spark/requirements.txt'));
}

/** What a run of the adapter wrote. */
export interface SparkRun {
  readonly code: number | null;
  readonly stderr: string;
  /** Text of the part files by name; undefined if the output is not whole. */
  readonly parts: Map<string, string> | undefined;
}

/** Runs the adapter with spark-submit. @param args its files and options, without `--out` */
export async function submit(
  master: string,
  args: readonly string[],
  out: string,
  conf: readonly string[] = [],
): Promise<SparkRun> {
  const home = execFileSync(python(), ['-c', 'import pyspark, os; print(os.path.dirname(pyspark.__file__))'], {
    encoding: 'utf8',
  }).trim();
  const confs = ['spark.ui.enabled=false', 'spark.driver.bindAddress=127.0.0.1', 'spark.driver.host=127.0.0.1', ...conf];
  const child = spawn(
    join(home, 'bin/spark-submit'),
    ['--master', master, '--driver-memory', '512m', ...confs.flatMap(value => ['--conf', value]), adapter, ...args, '--out', out],
    {
      env: {
        ...process.env,
        SPARK_HOME: home,
        PYSPARK_PYTHON: python(),
        PYSPARK_DRIVER_PYTHON: python(),
        SPARK_LOCAL_IP: '127.0.0.1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (!existsSync(join(out, '_SUCCESS'))) return { code, stderr, parts: undefined };
  const names = readdirSync(out).filter(name => name.startsWith('part-'));
  return { code, stderr, parts: new Map(names.sort().map(name => [name, readFileSync(join(out, name), 'utf8')])) };
}

/** The rows of a run, ordered by bytes. */
export function rowsOf({ parts, stderr }: SparkRun): string[] {
  if (!parts) throw new Error(`The run did not end well: ${stderr.slice(-3000)}`);
  return [...parts.values()].flatMap(text => text.split('\n').filter(line => line !== '')).sort();
}
