import type { Seat } from "./seat.ts";

/**
 * Open sockets of this node by visitor. An entry about a visitor is sent to all of their sockets
 * (WG-085).
 */
export class Seats<Socket extends { readonly seat: Seat | null }> {
  readonly #byVisitor = new Map<string, Set<Socket>>();
  readonly #byAccount = new Map<number, Set<Socket>>();

  add(socket: Socket, seat: Seat): void {
    put(this.#byVisitor, keyOf(seat.account, seat.visitorId), socket);
    put(this.#byAccount, seat.account, socket);
  }
  remove(socket: Socket, seat: Seat): void {
    take(this.#byVisitor, keyOf(seat.account, seat.visitorId), socket);
    take(this.#byAccount, seat.account, socket);
  }
  of(account: number, visitorId: number): ReadonlySet<Socket> {
    return this.#byVisitor.get(keyOf(account, visitorId)) ?? none;
  }
  all(account: number): ReadonlySet<Socket> {
    return this.#byAccount.get(account) ?? none;
  }
  accounts(): IterableIterator<number> {
    return this.#byAccount.keys();
  }
}
const none: ReadonlySet<never> = new Set<never>();
const keyOf = (account: number, visitorId: number): string => `${account}:${visitorId}`;
function put<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}
function take<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set?.delete(value) === true && set.size === 0) map.delete(key);
}
