import type { CheckDigest } from '../core/digest/check-digest.ts';
import type { PackedDigest } from '../core/digest/page-digest.ts';
import type { NodeKeys } from '../core/keys/compared-page.ts';
import { packTree } from '../html/packed-tree.ts';
import type { ParsedFile, ParsedTree } from './parse-text.ts';

/** A parsed page whose tree is packed. */
type MovedTree = Omit<ParsedTree, 'digest'> & { digest: PackedDigest };
/** A parsed file in the form that parse workers send. */
export type PackedFile = Exclude<ParsedFile, ParsedTree> | MovedTree;

/** Called with each large array of a digest; returns its replacement. */
type ReplaceArray = (array: Int32Array) => Int32Array;

/**
 * Packs parsed files for another thread: trees in packed form, and all large arrays as views of one buffer, since one buffer is copied in a
 * fraction of the time of many. The model keeps none of these arrays, so the shared buffer does not stay in memory.
 */
export function packFiles(files: readonly ParsedFile[]): PackedFile[] {
  const packed = files.map(
    (file): PackedFile =>
      file.kind === 'tree' ? { ...file, digest: { ...file.digest, tree: packTree(file.digest.tree) } } : file,
  );
  let length = 0;
  replaceArrays(packed, array => {
    length += array.length;
    return array;
  });
  const all = new Int32Array(length);
  let used = 0;
  return replaceArrays(packed, array => {
    const view = all.subarray(used, used + array.length);
    view.set(array);
    used += array.length;
    return view;
  });
}

function replaceArrays(files: readonly PackedFile[], replace: ReplaceArray): PackedFile[] {
  return files.map(file => (file.kind === 'tree' ? { ...file, digest: withArrays(file.digest, replace) } : file));
}

function withArrays(digest: PackedDigest, replace: ReplaceArray): PackedDigest {
  const { nodeKeys, placeKeys, styles, links, checks } = digest;
  return {
    ...digest,
    nodeKeys: replace(nodeKeys),
    placeKeys: replace(placeKeys),
    styles: replace(styles),
    links: { nodes: replace(links.nodes), targets: replace(links.targets) },
    ...(checks && { checks: checksWithArrays(checks, replace) }),
  };
}

function checksWithArrays(checks: CheckDigest, replace: ReplaceArray): CheckDigest {
  const keys = ({ lanes, nodes }: NodeKeys): NodeKeys => ({ lanes: replace(lanes), nodes: replace(nodes) });
  return { ...checks, structure: keys(checks.structure), wording: keys(checks.wording) };
}
