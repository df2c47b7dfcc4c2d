import { closeCodes } from "@parlour/protocol";
import { maySeeChat, masksText, type Auth } from "../auth/index.ts";
import type { AccountConfig } from "../core/ports.ts";
import { audienceOf, type Audience } from "./audience.ts";
import type { Chats } from "./chats.ts";
import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import { carriesChat, carriesText, maskFrame, mayReadAccountEntry, takesPart, type Entry } from "./visibility.ts";

export interface HubDeps {
  readonly chats: Chats;
  readonly auth: Pick<Auth, "access">;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Gives frames to one socket and closes it when it is too slow. */
  readonly give: (connection: Connection, frames: Buffer, events: number) => void;
  /** Closes with a code of API-105: rights ended, or the server cannot go on. */
  readonly end: (connection: Connection, code: number, reason: string) => void;
  readonly failed: (error: unknown) => void;
}
/** Entries that may wait while rights are read again; beyond, the sockets are sent away and resume. */
const queueLimit = 10_000;

/**
 * The sockets of one account. Entries pass in order; each is looked at once: which array of sockets may see it. Consecutive entries for
 * the same array leave as one buffer. Where an answer must be read first (rights changed, a chat whose participants are unknown), the
 * entries behind it wait.
 */
export class Hub {
  readonly account: number;
  /** All sockets of the account, and those of them after `ready`. */
  readonly connections = new Set<Connection>();
  readonly members = new Set<Connection>();
  /** Those that follow the requests of integrators (API-052). */
  readonly inspectors = new Set<Connection>();
  /** Those that have caught up. */
  readonly #live = new Set<Connection>();
  /** Position of the last entry that was handed to the live sockets. */
  delivered = 0;
  readonly #deps: HubDeps;
  #config: AccountConfig | null = null;
  #configLoad: Promise<AccountConfig> | null = null;
  #audiences = new Map<number, Audience>();
  #queue: Entry[] | null = null;
  /** Position of the last change of settings that config and principals are known to hold. */
  #rightsReadAt = 0;
  #target: readonly Connection[] = [];
  #texts: string[] = [];
  #positions: number[] = [];

  constructor(account: number, deps: HubDeps) {
    this.account = account;
    this.#deps = deps;
  }

  /** Settings of the account; read once, again after each `settings_changed`. */
  async ready(): Promise<AccountConfig> {
    if (this.#config) return this.#config;
    this.#configLoad ??= this.#deps.config(this.account).finally(() => {
      this.#configLoad = null;
    });
    const config = await this.#configLoad;
    return (this.#config ??= config);
  }
  /** The socket has everything up to `connection.from`; call without waiting since that was found out. */
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
  /** Sockets or rights changed: audiences are computed again when next needed. */
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

  /** Whether the socket may see the entry, and as what text; for catching up. */
  async frameFor(connection: Connection, entry: Entry): Promise<string | null> {
    const { principal } = connection;
    if (entry.channelId === null) return mayReadAccountEntry(principal, entry) ? entry.frame : null;
    const config = await this.ready();
    const channel = { channelId: entry.channelId, assignee: null, participants: [] };
    if (!maySeeChat(principal, channel, config)) {
      const chat = entry.chatId === null ? null : await this.#deps.chats.get(this.account, entry.chatId);
      if (!takesPart(principal.operatorId, chat)) return null;
    }
    return carriesText(entry) && masksText(principal) ? maskFrame(entry) : entry.frame;
  }
  /** Live sockets that may see what happens on a channel, in a chat; for signals. */
  audience(channelId: number): Audience | null {
    if (!this.#config) return null;
    let audience = this.#audiences.get(channelId);
    if (!audience) this.#audiences.set(channelId, (audience = audienceOf(this.#live, channelId, this.#config)));
    return audience;
  }
  /** Reads the rights of the account's principals again; closes what lost its right, also where the account wants a second factor by now (CORE-013). */
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
        // The queue is gone when the hub gave up meanwhile.
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
  /** Once for all changes that are known by now: applying a file makes many at once. */
  async #readRights(entry: Entry): Promise<void> {
    if (entry.position <= this.#rightsReadAt) return;
    const changes = (this.#queue ?? [entry]).filter((one) => one.name === "settings_changed");
    this.#config = await this.#deps.config(this.account);
    this.refresh();
    // What changes of channels alone cannot change: who a socket's holder is.
    if (changes.some((one) => !one.frame.includes('"kind":"channel"'))) await this.recheck();
    this.#rightsReadAt = changes.at(-1)?.position ?? entry.position;
  }
  /** Everybody comes back and resumes from the journal. */
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
    // Who leaves by this very event still sees it.
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
  /** A socket that joined between publishing and sending has some of these entries already. */
  #giveRest(connection: Connection, texts: readonly string[], positions: readonly number[]): void {
    const rest = texts.filter((_text, i) => (positions[i] ?? 0) > connection.from);
    if (rest.length > 0) this.#deps.give(connection, textFrames(rest), rest.length);
  }
}
