import type { CheckDigest } from '../core/digest/check-digest.ts';
import type { PackedDigest } from '../core/digest/page-digest.ts';
import type { NodeKeys } from '../core/keys/compared-page.ts';
import { packTree } from '../html/packed-tree.ts';
import type { ParsedFile, ParsedTree } from './parse-file.ts';

type MovedTree = Omit<ParsedTree, 'digest'> & { digest: PackedDigest };
/** A parsed file as it comes from another thread. */
export type MovedFile = Exclude<ParsedFile, ParsedTree> | MovedTree;

/** What is done with each large array of a digest: gives the one that takes its place. */
type Move = (array: Int32Array) => Int32Array;

/**
 * Files for another thread, with the trees packed and all large arrays in one buffer: a thread takes few bytes and one buffer in a fraction of
 * the time of many. The model keeps none of these arrays.
 */
export function movedFiles(files: readonly ParsedFile[]): MovedFile[] {
  const packed = files.map(
    (file): MovedFile =>
      file.kind === 'tree' ? { ...file, digest: { ...file.digest, tree: packTree(file.digest.tree) } } : file,
  );
  let room = 0;
  eachTree(packed, array => {
    room += array.length;
    return array;
  });
  const all = new Int32Array(room);
  let used = 0;
  return eachTree(packed, array => {
    const view = all.subarray(used, used + array.length);
    view.set(array);
    used += array.length;
    return view;
  });
}

function eachTree(files: readonly MovedFile[], move: Move): MovedFile[] {
  return files.map(file => (file.kind === 'tree' ? { ...file, digest: moved(file.digest, move) } : file));
}

function moved(digest: PackedDigest, move: Move): PackedDigest {
  const { nodes, places, styles, links, checks } = digest;
  return {
    ...digest,
    nodes: move(nodes),
    places: move(places),
    styles: move(styles),
    links: { nodes: move(links.nodes), targets: move(links.targets) },
    ...(checks && { checks: movedChecks(checks, move) }),
  };
}

function movedChecks(checks: CheckDigest, move: Move): CheckDigest {
  const keys = ({ lanes, nodes }: NodeKeys): NodeKeys => ({ lanes: move(lanes), nodes: move(nodes) });
  return { ...checks, structure: keys(checks.structure), wording: keys(checks.wording) };
}
