import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featureNames } from '../../server/src/core/labels/features.ts';
import { compileModel, predict, TREE_DEPTH } from '../../server/src/core/labels/label-model.ts';

const question = fc.record({ column: fc.nat(featureNames.length - 1), threshold: fc.integer({ min: -1, max: 256 }) });
const tree = fc.record({
  questions: fc.array(question, { minLength: TREE_DEPTH, maxLength: TREE_DEPTH }),
  value: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 ** TREE_DEPTH, maxLength: 2 ** TREE_DEPTH }),
});
const row = fc.uint8Array({ minLength: featureNames.length, maxLength: featureNames.length });

test('the log-odds of a row are the sum of the values that the answers to its trees choose', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 9 }), fc.array(tree, { maxLength: 4 }), (rows, trees) => {
      const stride = Math.ceil(rows.length / 4) * 4;
      const values = new Uint8Array(stride * featureNames.length);
      rows.forEach((features, at) => {
        features.forEach((value, column) => {
          values[column * stride + at] = value;
        });
      });
      const questions = trees.flatMap(({ questions }) => questions);
      const model = compileModel({
        bias: 0.25,
        cut: 0.3,
        column: questions.map(({ column }) => column),
        threshold: questions.map(({ threshold }) => threshold),
        value: trees.flatMap(({ value }) => value),
      });
      const expected = rows.map(features =>
        trees.reduce((sum, { questions, value }) => {
          const answers = questions.reduce(
            (bits, { column, threshold }, at) => bits | (+(features[column]! > threshold) << at),
            0,
          );
          return sum + value[answers]!;
        }, 0.25),
      );
      expect([...predict(model, { nodes: new Int32Array(rows.length), values, stride })]).toEqual(expected);
    }),
  );
});
