import { closeCodes } from "@parlour/protocol";
import { canSeeChat, mustMaskText, type Auth } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import { audienceOf, type Audience } from "./audience.ts";
import type { Chats } from "./chats.ts";
import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import { carriesChat, carriesText, maskFrame, mayReadAccountEntry, takesPart, type Entry } from "./visibility.ts";

export interface HubDeps {
  readonly chats: Chats;
  readonly auth: Pick<Auth, "access">;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Sends frames to one socket, and closes it if it is too slow. */
  readonly give: (connection: Connection, frames: Buffer, events: number) => void;
  /** Closes a socket with a code of API-105, for lost permissions or a server error. */
  readonly end: (connection: Connection, code: number, reason: string) => void;
  readonly failed: (error: unknown) => void;
}
/**
 * Maximum entries that wait while permissions are read again. Beyond it the sockets are closed and
 * resume later.
 */
const queueLimit = 10_000;

/**
 * Publishes entries to the sockets of one account, in order. Each entry is matched once to an array
 * of sockets that may see it. Consecutive entries for the same array are sent as one buffer.
 * Entries wait if permissions or the participants of a chat must be read first.
 */
export class Hub {
  readonly account: number;
  /** All sockets of the account, and those that have received `ready`. */
  readonly connections = new Set<Connection>();
  readonly members = new Set<Connection>();
  /** Sockets that subscribe to the request inspector (API-052). */
  readonly inspectors = new Set<Connection>();
  /** Sockets that have caught up. */
  readonly #live = new Set<Connection>();
  /** Position of the last entry published to the live sockets. */
  delivered = 0;
  readonly #deps: HubDeps;
  #config: AccountConfig | null = null;
  #configLoad: Promise<AccountConfig> | null = null;
  #audiences = new Map<number, Audience>();
  #queue: Entry[] | null = null;
  /** Position of the last settings change that the cached config and principals include. */
  #rightsReadAt = 0;
  #target: readonly Connection[] = [];
  #texts: string[] = [];
  #positions: number[] = [];

  constructor(account: number, deps: HubDeps) {
    this.account = account;
    this.#deps = deps;
  }

  /** Returns the account's settings, read once and again after each `settings_changed`. */
  async ready(): Promise<AccountConfig> {
    if (this.#config) return this.#config;
    this.#configLoad ??= this.#deps.config(this.account).finally(() => {
      this.#configLoad = null;
    });
    const config = await this.#configLoad;
    return (this.#config ??= config);
  }
  /**
   * Adds a socket that has everything up to `connection.deliveredPosition`. Call it in
   * the same turn in which that was determined.
   */
  join(connection: Connection): void {
    this.#live.add(connection);
    this.refresh();
  }
  leave(connection: Connection): void {
    this.connections.delete(connection);
    this.members.delete(connection);
    this.inspectors.delete(connection);
    if (this.#live.delete(connection)) this.refresh();
  }
  /** Clears the cached subscribers after sockets or permissions changed. */
  refresh(): void {
    this.#audiences = new Map();
  }

  publish(entries: readonly Entry[]): void {
    if (this.#queue) {
      this.#queue.push(...entries);
      if (this.#queue.length > queueLimit) this.#giveUp("too much to send at once");
      return;
    }
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (!entry) continue;
      if (this.#mustWait(entry)) {
        this.#flush();
        this.#queue = entries.slice(i);
        void this.#drain();
        return;
      }
      this.#deliver(entry);
    }
    this.#flush();
  }

  /**
   * Returns the frame of an entry for one socket, masked if needed, or null if the socket must not
   * see it. Used while catching up.
   */
  async frameFor(connection: Connection, entry: Entry): Promise<string | null> {
    const { principal } = connection;
    if (entry.channelId === null) return mayReadAccountEntry(principal, entry) ? entry.frame : null;
    const config = await this.ready();
    const channel = { channelId: entry.channelId, assignee: null, participants: [] };
    if (!canSeeChat(principal, channel, config)) {
      const chat = entry.chatId === null ? null : await this.#deps.chats.get(this.account, entry.chatId);
      if (!takesPart(principal.operatorId, chat)) return null;
    }
    return carriesText(entry) && mustMaskText(principal) ? maskFrame(entry) : entry.frame;
  }
  /**
   * Returns the live sockets that may see events of a channel. Null before the settings are loaded.
   * Used for signals.
   */
  audience(channelId: number): Audience | null {
    if (!this.#config) return null;
    let audience = this.#audiences.get(channelId);
    if (!audience) this.#audiences.set(channelId, (audience = audienceOf(this.#live, channelId, this.#config)));
    return audience;
  }
  /**
   * Reads the permissions of the account's principals again. Closes connections that lost access,
   * also if the account now requires a second factor (CORE-013).
   */
  async recheck(): Promise<void> {
    await this.#deps.auth.access.recheck(this.account);
    this.refresh();
  }

  #mustWait(entry: Entry): boolean {
    if (entry.name === "settings_changed") return true;
    if (this.#live.size === 0 || entry.channelId === null || entry.chatId === null || carriesChat(entry)) return false;
    const audience = this.audience(entry.channelId);
    return audience === null || (audience.outsiders.length > 0 && !this.#deps.chats.peek(this.account, entry.chatId));
  }
  async #drain(): Promise<void> {
    try {
      for (let entry = this.#queue?.[0]; entry && this.#queue; entry = this.#queue?.[0]) {
        await this.#prepare(entry);
        // The queue is null if all sockets were disconnected in the meantime.
        if (!this.#queue) return;
        this.#queue.shift();
        this.#deliver(entry);
        this.#flush();
      }
    } catch (error) {
      this.#deps.failed(error);
      this.#giveUp("the server could not read the rights");
    }
    this.#queue = null;
  }
  async #prepare(entry: Entry): Promise<void> {
    if (entry.name === "settings_changed") return this.#readRights(entry);
    await this.ready();
    if (entry.channelId === null || entry.chatId === null || carriesChat(entry)) return;
    const outsiders = this.audience(entry.channelId)?.outsiders.length ?? 0;
    if (outsiders > 0) await this.#deps.chats.get(this.account, entry.chatId);
  }
  /** Reads permissions once for all queued changes, because applying a file makes many at once. */
  async #readRights(entry: Entry): Promise<void> {
    if (entry.position <= this.#rightsReadAt) return;
    const changes = (this.#queue ?? [entry]).filter((one) => one.name === "settings_changed");
    this.#config = await this.#deps.config(this.account);
    this.refresh();
    // Changes of channels alone cannot affect the principals of sockets.
    if (changes.some((one) => !one.frame.includes('"kind":"channel"'))) await this.recheck();
    this.#rightsReadAt = changes.at(-1)?.position ?? entry.position;
  }
  /** Disconnects all sockets. They reconnect and resume from the journal. */
  #giveUp(reason: string): void {
    const last = this.#queue?.at(-1);
    if (last) this.delivered = Math.max(this.delivered, last.position);
    this.#queue = null;
    for (const connection of this.connections) this.#deps.end(connection, closeCodes.restarting, reason);
  }

  #deliver(entry: Entry): void {
    this.delivered = Math.max(this.delivered, entry.position);
    if (entry.channelId === null) {
      this.#add(
        [...this.#live].filter((one) => mayReadAccountEntry(one.principal, entry)),
        entry.frame,
        entry.position,
      );
      return;
    }
    const audience = this.#live.size === 0 ? null : this.audience(entry.channelId);
    const outsiders = audience?.outsiders ?? [];
    const learnt =
      carriesChat(entry) && entry.chatId !== null
        ? this.#deps.chats.learn(this.account, entry.chatId, entry.frame, outsiders.length > 0)
        : null;
    if (!audience) return;
    if (carriesText(entry) && audience.masked.length > 0) {
      this.#add(audience.plain, entry.frame, entry.position);
      this.#add(audience.masked, maskFrame(entry), entry.position);
    } else this.#add(audience.all, entry.frame, entry.position);
    if (outsiders.length === 0 || entry.chatId === null) return;
    const chat = learnt?.now ?? this.#deps.chats.peek(this.account, entry.chatId);
    // An operator who leaves with this event still receives it.
    const part = outsiders.filter(
      (one) => takesPart(one.principal.operatorId, chat) || takesPart(one.principal.operatorId, learnt?.before),
    );
    this.#add(part, entry.frame, entry.position);
  }
  #add(target: readonly Connection[], text: string, position: number): void {
    if (target.length === 0) return;
    if (target !== this.#target) {
      this.#flush();
      this.#target = target;
    }
    this.#texts.push(text);
    this.#positions.push(position);
  }
  #flush(): void {
    const texts = this.#texts;
    if (texts.length === 0) return;
    const target = this.#target;
    const positions = this.#positions;
    this.#target = [];
    this.#texts = [];
    this.#positions = [];
    const first = positions[0] ?? 0;
    const frames = textFrames(texts);
    for (const connection of target) {
      if (connection.from < first) this.#deps.give(connection, frames, texts.length);
      else this.#giveRest(connection, texts, positions);
    }
  }
  /**
   * Sends only the entries that a socket does not have yet, because it joined between publishing
   * and sending.
   */
  #giveRest(connection: Connection, texts: readonly string[], positions: readonly number[]): void {
    const rest = texts.filter((_text, i) => (positions[i] ?? 0) > connection.from);
    if (rest.length > 0) this.#deps.give(connection, textFrames(rest), rest.length);
  }
}
