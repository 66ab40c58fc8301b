// Which object of a heap snapshot belongs to which structure of the program.
import { Session } from 'node:inspector/promises';

/** A snapshot as V8 writes it: flat arrays of numbers, described by `meta`. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** What objects of one owner hold. */
export interface Owned {
  /** Class of the innermost instance, its field, and the properties of plain objects below: `SiteModel.#pages/tree`. */
  readonly owner: string;
  readonly bytes: number;
  readonly objects: number;
}

/** Properties below a field of an instance that an owner's name has at most. */
const DEPTH = 2;

const plain = new Set([
  'Object',
  'Array',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ArrayBuffer',
  'Uint8Array',
  'Uint16Array',
  'Uint32Array',
  'Int32Array',
  'Float64Array',
]);
const passed = new Set(['closure', 'code', 'object shape', 'native', 'synthetic']);

/** A snapshot of the heap of this thread, after a garbage collection. */
export async function heapSnapshot(): Promise<HeapSnapshot> {
  const session = new Session();
  session.connect();
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => chunks.push(params.chunk));
  await session.post('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.disconnect();
  return JSON.parse(chunks.join(''));
}

/**
 * What the instances of some classes hold, the largest owners first. Every object belongs to the owner over which it is reached first, breadth
 * first; functions and classes are skipped.
 */
export function heapByOwner({ snapshot, nodes, edges, strings }: HeapSnapshot, ...roots: string[]): Owned[] {
  const { node_fields, node_types, edge_fields, edge_types } = snapshot.meta;
  const width = node_fields.length;
  const [typeAt, nameAt, sizeAt, edgesAt] = ['type', 'name', 'self_size', 'edge_count'].map(field =>
    node_fields.indexOf(field),
  ) as [number, number, number, number];
  const edgeWidth = edge_fields.length;
  const [edgeTypeAt, edgeNameAt, toAt] = ['type', 'name_or_index', 'to_node'].map(field => edge_fields.indexOf(field)) as [
    number,
    number,
    number,
  ];
  const count = nodes.length / width;
  const firstEdge = new Uint32Array(count + 1);
  for (let node = 0; node < count; node++) firstEdge[node + 1] = firstEdge[node]! + nodes[node * width + edgesAt]!;
  const typeOf = (node: number): string => node_types[0][nodes[node * width + typeAt]!]!;
  const nameOf = (node: number): string => strings[nodes[node * width + nameAt]!]!;

  const owners: string[] = [];
  const ids = new Map<string, number>();
  const idOf = (owner: string): number => {
    const known = ids.get(owner);
    if (known !== undefined) return known;
    ids.set(owner, owners.length);
    return owners.push(owner) - 1;
  };
  const ownerOf = new Int32Array(count).fill(-1);
  const queue: number[] = [];
  for (let node = 0; node < count; node++) {
    if (typeOf(node) !== 'object' || !roots.includes(nameOf(node))) continue;
    ownerOf[node] = idOf(nameOf(node));
    queue.push(node);
  }
  const bytes: number[] = [];
  const objects: number[] = [];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    const owner = ownerOf[node]!;
    bytes[owner] = (bytes[owner] ?? 0) + nodes[node * width + sizeAt]!;
    objects[owner] = (objects[owner] ?? 0) + 1;
    const isObject = typeOf(node) === 'object';
    const isInstance = isObject && !plain.has(nameOf(node));
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      const type = edge_types[0][edges[edge * edgeWidth + edgeTypeAt]!]!;
      const to = edges[edge * edgeWidth + toAt]! / width;
      if (ownerOf[to]! >= 0 || type === 'weak' || type === 'shortcut') continue;
      const isNamed = type === 'property' || type === 'internal';
      const name = isNamed ? strings[edges[edge * edgeWidth + edgeNameAt]!]! : '';
      if (name === 'map' || name === '__proto__' || name === 'constructor') continue;
      if (passed.has(typeOf(to)) && !/JSArrayBufferData/.test(nameOf(to))) continue;
      let next = owner;
      if (isInstance && isNamed) next = idOf(`${nameOf(node)}.${name}`);
      else if (isObject && type === 'property' && nameOf(node) === 'Object' && owners[owner]!.split('/').length <= DEPTH)
        next = idOf(`${owners[owner]!}/${name}`);
      ownerOf[to] = next;
      queue.push(to);
    }
  }
  return owners
    .map((owner, id) => ({ owner, bytes: bytes[id] ?? 0, objects: objects[id] ?? 0 }))
    .sort((a, b) => b.bytes - a.bytes);
}
