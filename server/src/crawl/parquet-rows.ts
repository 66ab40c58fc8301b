import { asyncBufferFromFile, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Output, outputs } from './page-content.ts';
import { limits } from './thresholds.ts';

type Column = Omit<SchemaElement, 'name'>;

const text: Column = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
const whole: Column = { type: 'INT32' };
const real: Column = { type: 'DOUBLE' };

/** Columns that every crawl has. */
const columns: Readonly<Record<string, Column>> = {
  id: text,
  url: text,
  site: text,
  date: text,
  method: text,
  reason: text,
  model: text,
  sample: whole,
  layout: text,
  layoutId: text,
  title: text,
  confidence: real,
  contentHash: text,
  templateHash: text,
};

/** The column of each output: a text, or the fields of the objects in a list. */
const wantedColumns: Readonly<Record<Output, { name: string; fields?: Readonly<Record<string, Column>> }>> = {
  content: { name: 'content' },
  segments: { name: 'segments', fields: { start: whole, end: whole, text, hash: text } },
  labels: { name: 'nodes', fields: { kind: text, start: whole, end: whole, label: text, score: real } },
  template: { name: 'template' },
};

/**
 * Writes rows to a Parquet file, with a column for each property. A property that a row does not have is null. Row groups are cut by the length
 * of the rows, so that a page may have any length.
 */
export class ParquetRows {
  readonly #names: readonly string[];
  readonly #writer: ParquetWriter;
  #data: unknown[][];
  /** UTF-16 code units of the waiting rows. */
  #length = 0;

  /** @param write receives the bytes of the file, in order */
  constructor(write: (bytes: Uint8Array) => void, emit: readonly Output[], version: string) {
    const bytes = new ByteWriter();
    const drain = (): void => {
      write(bytes.getBytes());
      bytes.index = 0;
    };
    const wanted = outputs.filter(output => emit.includes(output)).map(output => wantedColumns[output]);
    this.#names = [...Object.keys(columns), ...wanted.map(({ name }) => name)];
    this.#data = this.#names.map(() => []);
    const schema: SchemaElement[] = [
      { name: 'row', num_children: this.#names.length },
      ...Object.entries(columns).map(([name, column]) => optional(name, column)),
      ...wanted.flatMap(({ name, fields }) => (fields ? list(name, fields) : [optional(name, text)])),
    ];
    const writer = Object.assign(bytes, { flush: drain, finish: drain });
    this.#writer = new ParquetWriter({ writer, schema, createdBy: `templens version ${version}` });
  }

  /** @param row a line of JSON */
  add(row: string): void {
    const values = JSON.parse(row) as Record<string, unknown>;
    this.#names.forEach((name, at) => {
      this.#data[at]!.push(values[name] ?? null);
    });
    this.#length += row.length;
    if (this.#length > limits.rowGroupLength) this.#writeGroup();
  }

  /** To be called after the last row. */
  end(): void {
    this.#writeGroup();
    this.#writer.finish();
  }

  #writeGroup(): void {
    const rows = this.#data[0]!.length;
    if (rows === 0) return;
    const columnData = this.#names.map((name, at) => ({ name, data: this.#data[at]! }));
    this.#writer.write({ columnData, rowGroupSize: rows });
    this.#data = this.#names.map(() => []);
    this.#length = 0;
  }
}

function optional(name: string, column: Column): SchemaElement {
  return { name, ...column, repetition_type: 'OPTIONAL' };
}

/** A list of objects, in the three levels that Parquet has for it. */
function list(name: string, fields: Readonly<Record<string, Column>>): SchemaElement[] {
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', num_children: Object.keys(fields).length },
    ...Object.entries(fields).map(([field, column]): SchemaElement => ({ name: field, ...column, repetition_type: 'REQUIRED' })),
  ];
}

/** Reads these columns of the rows of a Parquet file; null stands for a property that a row does not have. */
export async function readParquet(path: string, names: readonly string[]): Promise<Record<string, unknown>[]> {
  const file = await asyncBufferFromFile(path);
  return parquetReadObjects({ file, columns: [...names] });
}
