import type { UnpackedRing } from './unpacked-ring.ts';

/**
 * A value that saves memory: it is kept as a compact string (packed) once enough others of its kind were used since, and unpacked again
 * when it is read.
 */
export abstract class Packable<Value> {
  /** Made only when the value is dropped: a value that is replaced earlier is never packed. */
  #packed: string | undefined;
  #value: Value | undefined;

  /** @param given the value, or the result of `pack` for it */
  constructor(given: { readonly value: Value } | { readonly packed: string }) {
    if ('packed' in given) this.#packed = given.packed;
    else this.#keep(given.value);
  }

  /** The values of this kind that are unpacked; the oldest is packed when another is added. */
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
  forget(): void {
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
