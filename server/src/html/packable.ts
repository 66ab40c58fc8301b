import type { UnpackedRing } from './unpacked-ring.ts';

/**
 * Holds a value in little memory: packs it into a compact string when enough other values of its kind were read since, and unpacks it when it is
 * read.
 */
export abstract class Packable<Value> {
  /** Made when it is first needed: a value that is replaced before is never packed. */
  #packed: string | undefined;
  #value: Value | undefined;

  /** @param given the value, or the result of `pack` for it */
  constructor(given: { readonly value: Value } | { readonly packed: string }) {
    if ('packed' in given) this.#packed = given.packed;
    else this.#keep(given.value);
  }

  /** The ring of this kind's values that are unpacked; adding a value packs the oldest. */
  protected abstract get unpacked(): UnpackedRing<Packable<Value>>;
  protected abstract pack(value: Value): string;
  protected abstract unpack(packed: string): Value;

  protected get value(): Value {
    return this.#value ?? this.#keep(this.unpack(this.#packed!));
  }

  /** Number of bytes of the packed value; packs it if necessary. */
  get bytes(): number {
    this.#packed ??= this.pack(this.#value!);
    return this.#packed.length;
  }

  /** Packs the value and frees the unpacked one. */
  packNow(): void {
    if (this.#value === undefined) return;
    this.#packed ??= this.pack(this.#value);
    this.#value = undefined;
  }

  /** Frees the value, packed or not. Reading it afterwards throws. */
  release(): void {
    this.#value = undefined;
    this.#packed = undefined;
  }

  #keep(value: Value): Value {
    this.#value = value;
    this.unpacked.add(this);
    return value;
  }
}
