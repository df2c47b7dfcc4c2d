import { isUnproved, type StoredItem, type StoredRequest } from "./records.ts";

/**
 * Limits per node: number of items and of bytes per account, and number of bytes of all accounts.
 * `unproved` and `ownerUnproved` limit the requests per account, and per channel or bot, that do
 * not prove their sender.
 */
export interface InspectorLimits {
  readonly items: number;
  readonly unproved: number;
  readonly ownerUnproved: number;
  readonly bytes: number;
  readonly allBytes: number;
}
export const inspectorLimits: InspectorLimits = {
  items: 500,
  unproved: 50,
  ownerUnproved: 20,
  bytes: 2 * 1024 * 1024,
  allBytes: 48 * 1024 * 1024,
};

interface BufferedItem {
  readonly item: StoredItem;
  readonly size: number;
}
/** The latest items of one account. Removed items stay in the array until it is shortened. */
class AccountBuffer {
  slots: BufferedItem[] = [];
  /** Index of the oldest item that is not removed. */
  first = 0;
  bytes = 0;
}

/** If all are too large, evicts the account that has been idle longest. */
export class InspectorBuffer {
  readonly #limits: InspectorLimits;
  readonly #accounts = new Map<number, AccountBuffer>();
  #latest = 0;
  #bytes = 0;

  constructor(limits: InspectorLimits) {
    this.#limits = limits;
  }
  get bytes(): number {
    return this.#bytes;
  }
  add(account: number, item: StoredItem, size: number): void {
    const buffer = this.#getBuffer(account);
    buffer.slots.push({ item, size });
    buffer.bytes += size;
    this.#bytes += size;
    if (isUnproved(item)) this.#limitUnproved(buffer, item);
    while (
      buffer.slots.length - buffer.first > this.#limits.items ||
      (buffer.bytes > this.#limits.bytes && buffer.slots.length - buffer.first > 1)
    )
      this.#removeOldest(buffer);
    if (this.#bytes > this.#limits.allBytes) this.#evictIdleAccounts(account);
  }
  remove(account: number): void {
    const buffer = this.#accounts.get(account);
    if (buffer === undefined) return;
    this.#accounts.delete(account);
    this.#bytes -= buffer.bytes;
    this.#latest = 0;
  }
  getItems(account: number): readonly StoredItem[] {
    const buffer = this.#accounts.get(account);
    return buffer === undefined ? [] : buffer.slots.slice(buffer.first).map((slot) => slot.item);
  }

  #getBuffer(account: number): AccountBuffer {
    const existing = this.#accounts.get(account);
    if (existing !== undefined && this.#latest === account) return existing;
    // The account is inserted again, so that the first key of the map is the account that has been
    // idle longest.
    this.#accounts.delete(account);
    const buffer = existing ?? new AccountBuffer();
    this.#accounts.set(account, buffer);
    this.#latest = account;
    return buffer;
  }
  /**
   * Removes the oldest unproved request if there are too many. Anybody can send them, so they must
   * not push out the requests of integrators (API-420).
   */
  #limitUnproved(buffer: AccountBuffer, { kind, ownerId }: StoredRequest): void {
    const unproved = buffer.slots.slice(buffer.first).filter(({ item }) => isUnproved(item));
    const ofOwner = unproved.filter(
      ({ item }) => item.direction === "in" && item.kind === kind && item.ownerId === ownerId,
    );
    const surplus =
      ofOwner.length > this.#limits.ownerUnproved
        ? ofOwner[0]
        : unproved.length > this.#limits.unproved
          ? unproved[0]
          : undefined;
    if (surplus === undefined) return;
    buffer.slots.splice(buffer.slots.indexOf(surplus, buffer.first), 1);
    buffer.bytes -= surplus.size;
    this.#bytes -= surplus.size;
  }
  #removeOldest(buffer: AccountBuffer): void {
    const size = buffer.slots[buffer.first]?.size ?? 0;
    buffer.bytes -= size;
    this.#bytes -= size;
    buffer.first += 1;
    if (buffer.first < this.#limits.items) return;
    buffer.slots = buffer.slots.slice(buffer.first);
    buffer.first = 0;
  }
  #evictIdleAccounts(exceptAccount: number): void {
    for (const [account, buffer] of this.#accounts) {
      if (this.#bytes <= this.#limits.allBytes || account === exceptAccount) return;
      this.#accounts.delete(account);
      this.#bytes -= buffer.bytes;
    }
  }
}
