/**
 * Numbers of nonzero entries of the matrices M_T (paths of templates) and M_Delta (differences of documents from their template), which decide
 * the cost of a clustering (Kim, Shim 2011). Those of a clustering are the sums over its clusters.
 */
export interface NonZeros {
  /** Ones of M_T: paths in templates. */
  template: number;
  /** Ones of M_Delta: essential paths of documents that are not in their template. */
  missing: number;
  /** Minus ones of M_Delta: paths of templates that are not essential for a document. */
  surplus: number;
}

/** Adds the numbers of `a` and `b`, field by field. */
export function plus(a: NonZeros, b: NonZeros): NonZeros {
  return { template: a.template + b.template, missing: a.missing + b.missing, surplus: a.surplus + b.surplus };
}

/** Subtracts the numbers of `b` from those of `a`, field by field; results can be negative. */
export function minus(a: NonZeros, b: NonZeros): NonZeros {
  return { template: a.template - b.template, missing: a.missing - b.missing, surplus: a.surplus - b.surplus };
}

/** Size of the matrix of documents and paths. */
export interface MatrixSize {
  /** |P_D|: distinct paths of all documents, essential or not. */
  paths: number;
  /** |D|: number of documents. */
  documents: number;
}

/** Cost of a clustering in bits, L(C) (Kim 2011; docs/lab/algorithms.md): `|M| H(M)` for M_T and M_Delta, and |D| numbers of log2 |D| bits. */
export function mdlCost({ template, missing, surplus }: NonZeros, { paths, documents }: MatrixSize): number {
  const cells = paths * documents;
  const numbers = documents > 1 ? documents * Math.log2(documents) : 0;
  return matrixBits(cells, template, 0) + numbers + matrixBits(cells, missing, surplus);
}

/** `|M| H(M)` of a matrix with `a` ones and `b` minus ones. */
function matrixBits(cells: number, a: number, b: number): number {
  const zeros = cells - a - b;
  const bits = (entries: number) => (entries > 0 ? entries * Math.log2(cells / entries) : 0);
  // Nearly all cells are zero: log1p keeps the digits that cells / zeros would lose.
  return bits(a) + bits(b) + (zeros > 0 ? (-zeros * Math.log1p(-(a + b) / cells)) / Math.LN2 : 0);
}
