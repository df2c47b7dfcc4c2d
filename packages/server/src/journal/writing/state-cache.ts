import type { Call } from "../../core/entity.ts";
import { evictOldest } from "../../core/bounded-map.ts";
import type { AccountConfig, StoredChat, StoredVisitor } from "../../core/command.ts";

/** A chat in the last committed state of which this node was notified. */
export interface ChatSnapshot {
  readonly row: StoredChat;
  readonly version: number;
  /** null: an older chat that has no number yet. */
  readonly number: number | null;
  /** `seq` of the last message. Raised in place, because messages change nothing else. */
  lastSeq: number;
}
/**
 * A visitor with the running chat, in their last committed state of which this node was notified.
 * Every write that used them checks the versions.
 */
export interface VisitorSnapshot {
  readonly account: number;
  readonly visitor: StoredVisitor;
  readonly number: number;
  readonly version: number;
  readonly running: ChatSnapshot | null;
  /** Unfinished calls of the visitor, oldest first. A change raises the visitor's version. */
  readonly calls: readonly Call[];
}

/** Bounded LRU cache of states. It may be outdated, so each write verifies versions. */
export class StateCache {
  readonly #visitors = new Map<number, VisitorSnapshot>();
  readonly #byCustomer = new Map<string, number>();
  readonly #byChat = new Map<number, number>();
  readonly #configs = new Map<number, AccountConfig>();
  #evictions = 0;
  readonly #maxVisitors: number;
  readonly #maxConfigs: number;

  constructor(maxVisitors: number, maxConfigs: number) {
    this.#maxVisitors = maxVisitors;
    this.#maxConfigs = maxConfigs;
  }
  getByCustomer(account: number, channelId: number, customer: string): VisitorSnapshot | undefined {
    return this.#touch(account, this.#byCustomer.get(`${channelId}:${customer}`));
  }
  /** Returns the visitor by their running chat. Commands load the closed chats they name. */
  getByChat(account: number, chatId: number): VisitorSnapshot | undefined {
    return this.#touch(account, this.#byChat.get(chatId));
  }
  config(account: number): AccountConfig | undefined {
    return this.#configs.get(account);
  }
  has(snapshot: VisitorSnapshot): boolean {
    return this.#visitors.get(snapshot.visitor.id) === snapshot;
  }
  put(snapshot: VisitorSnapshot): void {
    this.evict(snapshot.visitor.id);
    const { id, channelId, customer } = snapshot.visitor;
    this.#visitors.set(id, snapshot);
    this.#byCustomer.set(`${channelId}:${customer}`, id);
    if (snapshot.running) this.#byChat.set(snapshot.running.row.id, id);
    evictOldest(this.#visitors, this.#maxVisitors, (id) => this.evict(id));
  }
  evict(visitorId: number): void {
    const snapshot = this.#visitors.get(visitorId);
    if (!snapshot) return;
    this.#visitors.delete(visitorId);
    this.#byCustomer.delete(`${snapshot.visitor.channelId}:${snapshot.visitor.customer}`);
    if (snapshot.running) this.#byChat.delete(snapshot.running.row.id);
  }
  /** Number of times that settings were evicted so far. */
  get evictions(): number {
    return this.#evictions;
  }
  /**
   * Caches settings. `since`: value of `evictions` when the read began. Settings that were read
   * during an eviction may be outdated and are not cached.
   */
  putConfig(config: AccountConfig, since: number): void {
    if (since !== this.#evictions) return;
    this.#configs.delete(config.accountId);
    this.#configs.set(config.accountId, config);
    evictOldest(this.#configs, this.#maxConfigs, (account) => this.evictConfig(account));
  }
  evictConfig(account: number): void {
    this.#evictions++;
    this.#configs.delete(account);
  }
  clear(): void {
    this.#evictions++;
    this.#visitors.clear();
    this.#byCustomer.clear();
    this.#byChat.clear();
    this.#configs.clear();
  }
  #touch(account: number, visitorId: number | undefined): VisitorSnapshot | undefined {
    const snapshot = visitorId === undefined ? undefined : this.#visitors.get(visitorId);
    if (!snapshot || snapshot.account !== account) return undefined;
    // The order matters only when the cache is nearly full, and moving costs as much as finding.
    if (this.#visitors.size > this.#maxVisitors / 2) {
      this.#visitors.delete(snapshot.visitor.id);
      this.#visitors.set(snapshot.visitor.id, snapshot);
    }
    return snapshot;
  }
}
