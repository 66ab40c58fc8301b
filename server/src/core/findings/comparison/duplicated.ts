import { step } from '../../../html/steps.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Likeness } from './likeness.ts';
import type { Verdict } from './majority.ts';
import { signatureKey } from './page-lookup.ts';
import type { TemplateNodes } from './template-nodes.ts';

/** A child of the example, by its index, that the page has too few of. */
interface Lacked {
  readonly index: number;
  readonly verdict: Verdict;
}

/** The children of an element of the example of which a page may have one too many, by their signatures. */
export class DuplicatedChildren {
  readonly #page: ComparedPage;
  readonly #children: readonly number[];
  readonly #likeness: Likeness;
  /** The first with each full signature. */
  readonly #wholes = new Map<number, Lacked>();
  /** Blocks with each structure, in their order. */
  readonly #blocks = new Map<number, Lacked[]>();

  constructor(
    page: ComparedPage,
    example: ComparedPage,
    children: readonly number[],
    template: TemplateNodes,
    likeness: Likeness,
  ) {
    this.#page = page;
    this.#children = children;
    this.#likeness = likeness;
    const { full, structure } = example.signatures;
    for (const [index, other] of children.entries()) {
      step();
      if (!template.saysSomething(other)) continue;
      const whole = template.lackedWhole(other);
      const key = signatureKey(full, other);
      if (whole && !this.#wholes.has(key)) this.#wholes.set(key, { index, verdict: whole });
      const verdict = template.lackedStructure(other);
      if (!verdict || !template.isBlock(other)) continue;
      const block = { index, verdict };
      const blocks = this.#blocks.get(signatureKey(structure, other));
      if (blocks) blocks.push(block);
      else this.#blocks.set(signatureKey(structure, other), [block]);
    }
  }

  /** The first child that a node of the page is a copy of, or a block that has half of its leaves. */
  of(node: number): { other: number; verdict: Verdict } | undefined {
    const { full, structure } = this.#page.signatures;
    const whole = this.#wholes.get(signatureKey(full, node));
    for (const { index, verdict } of this.#blocks.get(signatureKey(structure, node)) ?? []) {
      if (whole && whole.index <= index) break;
      step();
      const other = this.#children[index]!;
      if (this.#likeness.shared(node, other) >= 0.5) return { other, verdict };
    }
    return whole && { other: this.#children[whole.index]!, verdict: whole.verdict };
  }
}
