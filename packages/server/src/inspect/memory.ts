import type { Kept } from "./seen.ts";

/** Limits per node: items and bytes of one account, and bytes of all accounts. */
export interface MemoryLimits {
  readonly items: number;
  readonly bytes: number;
  readonly allBytes: number;
}
export const memoryLimits: MemoryLimits = { items: 500, bytes: 2 * 1024 * 1024, allBytes: 48 * 1024 * 1024 };

interface Slot {
  readonly item: Kept;
  readonly size: number;
}
/**
 * The latest items of one account, as an array whose removed head is sliced off from time to time.
 */
class Shelf {
  slots: Slot[] = [];
  /** Index of the oldest item. */
  first = 0;
  bytes = 0;
}

/**
 * The latest items of each account. If the total is too large, the account that has been idle
 * longest is evicted.
 */
export class Memory {
  readonly #limits: MemoryLimits;
  readonly #shelves = new Map<number, Shelf>();
  #latest = 0;
  #bytes = 0;

  constructor(limits: MemoryLimits) {
    this.#limits = limits;
  }
  get bytes(): number {
    return this.#bytes;
  }
  add(account: number, item: Kept, size: number): void {
    const shelf = this.#shelfOf(account);
    shelf.slots.push({ item, size });
    shelf.bytes += size;
    this.#bytes += size;
    while (
      shelf.slots.length - shelf.first > this.#limits.items ||
      (shelf.bytes > this.#limits.bytes && shelf.slots.length - shelf.first > 1)
    )
      this.#drop(shelf);
    if (this.#bytes > this.#limits.allBytes) this.#forgetSilent(account);
  }
  forget(account: number): void {
    const shelf = this.#shelves.get(account);
    if (shelf === undefined) return;
    this.#shelves.delete(account);
    this.#bytes -= shelf.bytes;
    this.#latest = 0;
  }
  /** Returns the items of an account, oldest first. */
  of(account: number): readonly Kept[] {
    const shelf = this.#shelves.get(account);
    return shelf === undefined ? [] : shelf.slots.slice(shelf.first).map((slot) => slot.item);
  }

  #shelfOf(account: number): Shelf {
    const known = this.#shelves.get(account);
    if (known !== undefined && this.#latest === account) return known;
    // Re-inserted, so that the first key of the map is the account idle longest.
    this.#shelves.delete(account);
    const shelf = known ?? new Shelf();
    this.#shelves.set(account, shelf);
    this.#latest = account;
    return shelf;
  }
  #drop(shelf: Shelf): void {
    const size = shelf.slots[shelf.first]?.size ?? 0;
    shelf.bytes -= size;
    this.#bytes -= size;
    shelf.first += 1;
    if (shelf.first < this.#limits.items) return;
    shelf.slots = shelf.slots.slice(shelf.first);
    shelf.first = 0;
  }
  #forgetSilent(but: number): void {
    for (const [account, shelf] of this.#shelves) {
      if (this.#bytes <= this.#limits.allBytes || account === but) return;
      this.#shelves.delete(account);
      this.#bytes -= shelf.bytes;
    }
  }
}
