import type { Call } from "../core/entity.ts";
import { evictOldest } from "../core/bounded-map.ts";
import type { AccountConfig, StoredChat, StoredVisitor } from "../core/command.ts";

/** A chat in its last known committed state. */
export interface ChatCell {
  readonly row: StoredChat;
  readonly version: number;
}
/**
 * A visitor with the running chat in their last known committed state. Every write that used them
 * checks the versions.
 */
export interface Cell {
  readonly account: number;
  readonly visitor: StoredVisitor;
  readonly number: number;
  readonly version: number;
  readonly running: ChatCell | null;
  /**
   * Calls that have not ended, oldest first. Each change of a call raises the visitor's version.
   */
  readonly calls: readonly Call[];
}

/**
 * Bounded cache of states, evicting the least recently used. Never authoritative: each write
 * verifies the versions.
 */
export class StateCache {
  readonly #cells = new Map<number, Cell>();
  readonly #byCustomer = new Map<string, number>();
  readonly #byChat = new Map<number, number>();
  readonly #configs = new Map<number, AccountConfig>();
  #drops = 0;
  readonly #mostCells: number;
  readonly #mostConfigs: number;

  constructor(mostCells: number, mostConfigs: number) {
    this.#mostCells = mostCells;
    this.#mostConfigs = mostConfigs;
  }
  ofCustomer(account: number, channelId: number, customer: string): Cell | undefined {
    return this.#touch(account, this.#byCustomer.get(`${channelId}:${customer}`));
  }
  /**
   * Finds the visitor by the running chat only. Closed chats are loaded when a command names them.
   */
  ofChat(account: number, chatId: number): Cell | undefined {
    return this.#touch(account, this.#byChat.get(chatId));
  }
  config(account: number): AccountConfig | undefined {
    return this.#configs.get(account);
  }
  knows(cell: Cell): boolean {
    return this.#cells.get(cell.visitor.id) === cell;
  }
  put(cell: Cell): void {
    this.drop(cell.visitor.id);
    const { id, channelId, customer } = cell.visitor;
    this.#cells.set(id, cell);
    this.#byCustomer.set(`${channelId}:${customer}`, id);
    if (cell.running) this.#byChat.set(cell.running.row.id, id);
    evictOldest(this.#cells, this.#mostCells, (id) => this.drop(id));
  }
  drop(visitorId: number): void {
    const cell = this.#cells.get(visitorId);
    if (!cell) return;
    this.#cells.delete(visitorId);
    this.#byCustomer.delete(`${cell.visitor.channelId}:${cell.visitor.customer}`);
    if (cell.running) this.#byChat.delete(cell.running.row.id);
  }
  /** Number of settings evictions so far. */
  get drops(): number {
    return this.#drops;
  }
  /**
   * `since`: value of `evictions` when the read began. Settings read during an eviction may be
   * outdated and are not cached.
   */
  putConfig(config: AccountConfig, since: number): void {
    if (since !== this.#drops) return;
    this.#configs.delete(config.accountId);
    this.#configs.set(config.accountId, config);
    evictOldest(this.#configs, this.#mostConfigs, (account) => this.dropConfig(account));
  }
  dropConfig(account: number): void {
    this.#drops++;
    this.#configs.delete(account);
  }
  clear(): void {
    this.#drops++;
    this.#cells.clear();
    this.#byCustomer.clear();
    this.#byChat.clear();
    this.#configs.clear();
  }
  #touch(account: number, visitorId: number | undefined): Cell | undefined {
    const cell = visitorId === undefined ? undefined : this.#cells.get(visitorId);
    if (!cell || cell.account !== account) return undefined;
    this.#cells.delete(cell.visitor.id);
    this.#cells.set(cell.visitor.id, cell);
    return cell;
  }
}
