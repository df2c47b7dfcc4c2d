import { closeCodes } from "@parlour/protocol";
import { canSeeChat, mustMaskText, type Auth, type Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { isImportedEntry } from "../../core/move-in/imported-entry.ts";
import {
  computeSubscribers,
  splitByMasking,
  type ChannelSubscribers,
  type TextSubscribers,
  type LiveReceiver,
} from "./subscribers.ts";
import type { ChatParticipantCache } from "./chat-cache.ts";
import { OperatorConnection, type ConnectionHub } from "./operator-connection.ts";
import {
  addToRun,
  createRun,
  selectFramesAfter,
  type EntryReceiver,
  type FeedReceiver,
  type GrowingRun,
} from "./receiver.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import {
  hasChat,
  isShownToAll,
  maskFrame,
  canReadAccountEntry,
  isParticipant,
  type PublishedEntry,
} from "./visibility.ts";

export interface AccountHubDeps {
  readonly chats: ChatParticipantCache;
  readonly auth: Auth;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Sends buffers of frames to one socket with one write. Closes the socket if it is too slow. */
  readonly send: (
    connection: OperatorConnection,
    buffers: readonly Buffer[],
    events: number,
  ) => void;
  /** Closes a socket with a code of API-105, after lost permissions or a server error. */
  readonly closeConnection: (connection: OperatorConnection, code: number, reason: string) => void;
  /** Called when the first socket subscribes to the request inspector, and after the last ended. */
  readonly onInspectorsChange: (account: number, hasInspectors: boolean) => void;
  readonly onError: (error: unknown) => void;
}
/**
 * Maximum number of entries that wait while permissions are read again. Above it, sockets and feeds
 * are closed and resume later.
 */
const maxQueuedEntries = 10_000;

/** Consecutive entries that the same sockets and feeds may see. */
interface EntryRun extends GrowingRun {
  readonly target: readonly LiveReceiver[];
}
/** Frames of several runs for one socket. */
interface SocketFrames {
  readonly buffers: Buffer[];
  events: number;
}

/**
 * Sends entries to the sockets and event feeds of one account, in order. Each entry is matched once
 * with the array of receivers that may see it. Consecutive entries for the same array form one
 * buffer, which all these sockets share, and each socket receives all buffers of a batch with one
 * write. Entries wait if permissions or the participants of a chat must be read first.
 */
export class AccountHub implements ConnectionHub {
  readonly account: number;
  /** All sockets of the account. `members` contains those that have received `ready`. */
  readonly connections = new Set<OperatorConnection>();
  readonly members = new Set<OperatorConnection>();
  readonly feeds = new Set<FeedReceiver>();
  /** Sockets that subscribe to the request inspector (API-335). */
  readonly inspectors = new Set<OperatorConnection>();
  /** Sockets and feeds that have received all earlier entries. */
  readonly #live = new Set<LiveReceiver>();
  /** Position of the last entry that was sent to the live receivers. */
  delivered = 0;
  readonly #deps: AccountHubDeps;
  #config: AccountConfig | null = null;
  #configLoad: Promise<AccountConfig> | null = null;
  #subscribers = new Map<number, ChannelSubscribers>();
  readonly #feedsOf = new WeakMap<readonly LiveReceiver[], readonly LiveReceiver[]>();
  #queue: PublishedEntry[] | null = null;
  /** Position of the last settings change that is included in the cached config and principals. */
  #rightsReadAt = 0;
  /** Runs that are not sent yet. */
  #runs: EntryRun[] = [];

  constructor(account: number, deps: AccountHubDeps) {
    this.account = account;
    this.#deps = deps;
  }

  /** Returns the account's settings. Reads them once, and again after each `settings_changed`. */
  async ready(): Promise<AccountConfig> {
    if (this.#config) return this.#config;
    this.#configLoad ??= this.#deps.config(this.account).finally(() => {
      this.#configLoad = null;
    });
    const config = await this.#configLoad;
    return (this.#config ??= config);
  }
  /**
   * Adds a receiver that has got everything up to `receiver.deliveredPosition`. Must be called in
   * the same event-loop turn in which this position was determined.
   */
  join(receiver: LiveReceiver): void {
    this.#live.add(receiver);
    this.clearSubscribers();
  }
  leave(receiver: LiveReceiver): void {
    if (receiver instanceof OperatorConnection) {
      this.connections.delete(receiver);
      this.members.delete(receiver);
      this.setInspecting(receiver, false);
    } else this.feeds.delete(receiver);
    if (this.#live.delete(receiver)) this.clearSubscribers();
  }
  setInspecting(connection: OperatorConnection, isInspecting: boolean): void {
    const hadInspectors = this.inspectors.size > 0;
    if (isInspecting) this.inspectors.add(connection);
    else this.inspectors.delete(connection);
    const hasInspectors = this.inspectors.size > 0;
    if (hasInspectors !== hadInspectors) this.#deps.onInspectorsChange(this.account, hasInspectors);
  }
  /** Clears the cached arrays of receivers after receivers or permissions have changed. */
  clearSubscribers(): void {
    this.#subscribers = new Map();
  }

  publish(entries: readonly PublishedEntry[]): void {
    if (this.#queue) {
      this.#queue.push(...entries);
      if (this.#queue.length > maxQueuedEntries) this.disconnectAll("too much to send at once");
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
   * Returns the frame of an entry for one receiver, masked if needed. Returns null if it must not
   * see the entry. Used while a receiver catches up.
   */
  async frameFor(receiver: EntryReceiver, entry: PublishedEntry): Promise<string | null> {
    if (isImportedEntry(entry) && receiver instanceof OperatorConnection) return null;
    const { principal } = receiver;
    if (entry.channelId === null)
      return canReadAccountEntry(principal, entry) ? frameAs(principal, entry) : null;
    const config = await this.ready();
    const channel = { channelId: entry.channelId, assignee: null, participants: [] };
    if (!canSeeChat(principal, channel, config)) {
      const chat =
        entry.chatId === null ? null : await this.#deps.chats.get(this.account, entry.chatId);
      if (!isParticipant(principal.operatorId, chat)) return null;
    }
    return frameAs(principal, entry);
  }
  /** Returns the live receivers of a channel for signals, or null before the settings load. */
  getSubscribers(channelId: number): ChannelSubscribers | null {
    if (!this.#config) return null;
    let subscribers = this.#subscribers.get(channelId);
    if (!subscribers)
      this.#subscribers.set(
        channelId,
        (subscribers = computeSubscribers(this.#live, channelId, this.#config)),
      );
    return subscribers;
  }
  /**
   * Reads the permissions of the account's principals again. Closes sockets that lost access, for
   * example because the account now requires a second factor (CORE-203).
   */
  async recheck(): Promise<void> {
    await this.#deps.auth.access.recheck([this.account]);
    this.clearSubscribers();
  }

  #mustWait(entry: PublishedEntry): boolean {
    if (entry.name === "settings_changed") return true;
    if (
      this.#live.size === 0 ||
      entry.channelId === null ||
      entry.chatId === null ||
      hasChat(entry)
    )
      return false;
    const subscribers = this.getSubscribers(entry.channelId);
    return (
      subscribers === null ||
      (subscribers.participantsOnly.length > 0 &&
        !this.#deps.chats.peek(this.account, entry.chatId))
    );
  }
  async #drain(): Promise<void> {
    try {
      for (let entry = this.#queue?.[0]; entry && this.#queue; entry = this.#queue?.[0]) {
        await this.#prepare(entry);
        // The queue is null if all sockets were disconnected in between.
        if (!this.#queue) return;
        this.#queue.shift();
        this.#deliver(entry);
        this.#flush();
      }
    } catch (error) {
      this.#deps.onError(error);
      this.disconnectAll("the server could not read the rights");
    }
    this.#queue = null;
  }
  async #prepare(entry: PublishedEntry): Promise<void> {
    if (entry.name === "settings_changed") return this.#readRights(entry);
    await this.ready();
    if (entry.channelId === null || entry.chatId === null || hasChat(entry)) return;
    const participantsOnly = this.getSubscribers(entry.channelId)?.participantsOnly.length ?? 0;
    if (participantsOnly > 0) await this.#deps.chats.get(this.account, entry.chatId);
  }
  /** Reads permissions once for queued changes: provisioning makes many of them. */
  async #readRights(entry: PublishedEntry): Promise<void> {
    if (entry.position <= this.#rightsReadAt) return;
    const changes = (this.#queue ?? [entry]).filter((item) => item.name === "settings_changed");
    this.#config = await this.#deps.config(this.account);
    this.clearSubscribers();
    // Changes of channels do not affect the principals of sockets.
    if (changes.some((item) => !item.frame.includes('"kind":"channel"'))) await this.recheck();
    this.#rightsReadAt = changes.at(-1)?.position ?? entry.position;
  }
  /** Disconnects all sockets. Their clients reconnect and resume from the journal. */
  disconnectAll(reason: string): void {
    const last = this.#queue?.at(-1);
    if (last) this.delivered = Math.max(this.delivered, last.position);
    this.#queue = null;
    for (const connection of this.connections)
      this.#deps.closeConnection(connection, closeCodes.restarting, reason);
    for (const feed of this.feeds) feed.end();
  }

  #deliver(entry: PublishedEntry): void {
    this.delivered = Math.max(this.delivered, entry.position);
    if (entry.channelId === null) {
      const readers = [...this.#live].filter((item) => canReadAccountEntry(item.principal, entry));
      this.#addMasked(splitByMasking(readers), entry);
      return;
    }
    const subscribers = this.#live.size === 0 ? null : this.getSubscribers(entry.channelId);
    const participantsOnly = subscribers?.participantsOnly ?? [];
    const update =
      hasChat(entry) && entry.chatId !== null
        ? this.#deps.chats.update(
            this.account,
            entry.chatId,
            entry.frame,
            participantsOnly.length > 0,
          )
        : null;
    if (!subscribers) return;
    this.#addMasked(subscribers, entry);
    if (participantsOnly.length === 0 || entry.chatId === null) return;
    const chat = update?.now ?? this.#deps.chats.peek(this.account, entry.chatId);
    // An operator who leaves the chat with this event still receives it.
    const participants = participantsOnly.filter(
      (item) =>
        isParticipant(item.principal.operatorId, chat) ||
        isParticipant(item.principal.operatorId, update?.before),
    );
    this.#add(participants, entry, entry.frame);
  }
  /** Adds an entry, masked for those who must not read text. */
  #addMasked({ all, unmasked, masked }: TextSubscribers, entry: PublishedEntry): void {
    if (masked.length === 0 || isShownToAll(entry)) this.#add(all, entry, entry.frame);
    else {
      this.#add(unmasked, entry, entry.frame);
      this.#add(masked, entry, maskFrame(entry));
    }
  }
  #add(receivers: readonly LiveReceiver[], entry: PublishedEntry, text: string): void {
    // Screens load imported chats when they show them. Feeds have every entry (MV-020).
    const target = isImportedEntry(entry) ? this.#findFeeds(receivers) : receivers;
    if (target.length === 0) return;
    let run = this.#runs.at(-1);
    if (run?.target !== target) {
      run = { target, ...createRun() };
      this.#runs.push(run);
    }
    addToRun(run, entry, text);
  }
  /** Returns the same array for the same receivers, so that its entries form one run. */
  #findFeeds(receivers: readonly LiveReceiver[]): readonly LiveReceiver[] {
    let feeds = this.#feedsOf.get(receivers);
    if (feeds === undefined) {
      feeds = receivers.filter((receiver) => !(receiver instanceof OperatorConnection));
      this.#feedsOf.set(receivers, feeds);
    }
    return feeds;
  }
  #flush(): void {
    const runs = this.#runs;
    const [first] = runs;
    if (first === undefined) return;
    this.#runs = [];
    const { send } = this.#deps;
    // Nearly all batches are one run, which needs no table of its sockets.
    if (runs.length === 1) return sendRun(first, send);
    const framesBySocket = new Map<OperatorConnection, SocketFrames>();
    for (const run of runs)
      sendRun(run, (connection, buffers, events) => {
        const earlier = framesBySocket.get(connection);
        if (earlier === undefined)
          framesBySocket.set(connection, { buffers: [...buffers], events });
        else {
          earlier.buffers.push(...buffers);
          earlier.events += events;
        }
      });
    for (const [connection, { buffers, events }] of framesBySocket)
      send(connection, buffers, events);
  }
}

/** The hubs of the accounts that have operator sockets or event feeds on this node. */
export class AccountHubs {
  readonly #deps: (account: number) => AccountHubDeps;
  readonly #hubs = new Map<number, AccountHub>();

  constructor(deps: (account: number) => AccountHubDeps) {
    this.#deps = deps;
  }
  get(account: number): AccountHub | undefined {
    return this.#hubs.get(account);
  }
  /** Returns the hub of an account. Creates it if the account has none. */
  open(account: number): AccountHub {
    let hub = this.#hubs.get(account);
    if (!hub) this.#hubs.set(account, (hub = new AccountHub(account, this.#deps(account))));
    return hub;
  }
  /** Removes the hub of an account if nothing uses it any more. */
  release(account: number): void {
    const hub = this.#hubs.get(account);
    if (hub?.connections.size === 0 && hub.feeds.size === 0) this.#hubs.delete(account);
  }
  values(): Iterable<AccountHub> {
    return this.#hubs.values();
  }
}

/** Gives a run to its feeds and, encoded once, to its sockets by `send`. */
function sendRun(run: EntryRun, send: AccountHubDeps["send"]): void {
  const first = run.positions[0] ?? 0;
  let encoded: readonly Buffer[] | null = null;
  for (const receiver of run.target) {
    // The receiver may have joined after an entry was published and before it was sent. It receives
    // only the entries that it has not received.
    const isComplete = receiver.deliveredPosition < first;
    const unseen = isComplete ? run : selectFramesAfter(run, receiver.deliveredPosition);
    if (unseen.texts.length === 0) continue;
    if (!(receiver instanceof OperatorConnection)) receiver.receive(unseen);
    else if (isComplete)
      send(receiver, (encoded ??= [encodeTextFrames(run.texts)]), run.texts.length);
    else send(receiver, [encodeTextFrames(unseen.texts)], unseen.texts.length);
  }
}

const frameAs = (principal: Principal, entry: PublishedEntry): string =>
  mustMaskText(principal) && !isShownToAll(entry) ? maskFrame(entry) : entry.frame;
