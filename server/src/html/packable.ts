import type { Unpacked } from './unpacked.ts';

/** A value that is a string of few bytes when enough others of its kind were unpacked since. */
export abstract class Packable<Value> {
  /** Made when the value is dropped, so that one that is replaced before is never packed. */
  #packed: string | undefined;
  #value: Value | undefined;

  /** @param given the value, or what `pack` made of it. */
  constructor(given: { readonly value: Value } | { readonly packed: string }) {
    if ('packed' in given) this.#packed = given.packed;
    else this.#keep(given.value);
  }

  /** The values of this kind that are unpacked. */
  protected abstract get unpacked(): Unpacked<Packable<Value>>;
  protected abstract pack(value: Value): string;
  protected abstract unpack(packed: string): Value;

  protected get value(): Value {
    return this.#value ?? this.#keep(this.unpack(this.#packed!));
  }

  /** Bytes of the packed value. */
  get bytes(): number {
    this.#packed ??= this.pack(this.#value!);
    return this.#packed.length;
  }

  /** Packs the value and drops it. */
  forget(): void {
    if (this.#value === undefined) return;
    this.#packed ??= this.pack(this.#value);
    this.#value = undefined;
  }

  /** Frees it. Asking for the value afterwards throws. */
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
