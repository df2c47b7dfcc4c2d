import type { VisitorConnection } from "../visitor-connection.ts";

/**
 * Open sockets of this node by visitor. An entry about a visitor is sent to all of their sockets
 * (WG-085).
 */
export class ConnectionRegistry<Socket extends { readonly connection: VisitorConnection | null }> {
  readonly #byVisitor = new Map<string, Set<Socket>>();
  readonly #byAccount = new Map<number, Set<Socket>>();

  add(socket: Socket, connection: VisitorConnection): void {
    addToSet(this.#byVisitor, toKey(connection.account, connection.visitorId), socket);
    addToSet(this.#byAccount, connection.account, socket);
  }
  remove(socket: Socket, connection: VisitorConnection): void {
    removeFromSet(this.#byVisitor, toKey(connection.account, connection.visitorId), socket);
    removeFromSet(this.#byAccount, connection.account, socket);
  }
  ofVisitor(account: number, visitorId: number): ReadonlySet<Socket> {
    return this.#byVisitor.get(toKey(account, visitorId)) ?? noSockets;
  }
  ofAccount(account: number): ReadonlySet<Socket> {
    return this.#byAccount.get(account) ?? noSockets;
  }
  accounts(): IterableIterator<number> {
    return this.#byAccount.keys();
  }
}
const noSockets: ReadonlySet<never> = new Set<never>();
const toKey = (account: number, visitorId: number): string => `${account}:${visitorId}`;
function addToSet<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}
function removeFromSet<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set?.delete(value) === true && set.size === 0) map.delete(key);
}
