import type { Clock } from "../core/command.ts";
import { BusListeners } from "./listeners.ts";
import { MessageNumbers } from "./message-numbers.ts";
import { formatRedisAddress, type RedisAddress } from "./redis-address.ts";
import { BatchQueue, formatBatch, parseBatch, parseJson, type Batch } from "./redis-batch.ts";
import { createRedisChannels, type DeriveKey, type RedisChannels } from "./redis-channels.ts";
import { describeRedisError, openRedisLink, type RedisLink } from "./redis-link.ts";
import { RedisPeers, type RedisReport } from "./redis-peers.ts";
import type { Bus, MarkedBus } from "./types.ts";

export interface RedisBusDeps {
  readonly address: RedisAddress;
  /** Reads the id of the installation. Only buses with the same id exchange messages. */
  readonly readInstallationId: () => Promise<string>;
  /** Derives the key that authenticates messages from SECRET_KEY (CFG-137). */
  readonly deriveKey: DeriveKey;
  /** Carries everything while Redis does not reach every node. It is closed with this bus. */
  readonly postgres: MarkedBus;
  readonly clock: Clock;
  /** Returns a number from 0 to 1, so that nodes do not connect again at the same moment. */
  readonly random: () => number;
  /** Called when Redis becomes unusable on this node, with the reason, or usable again (null). */
  readonly onAwayChange: (reason: string | null) => void;
  /** Called for the first message that was refused, with the name of its channel. */
  readonly onFirstRefusal: (channel: string) => void;
}
/** A bus over Redis that uses PostgreSQL while Redis does not reach every node (decision 0145). */
export interface RedisBus extends Bus {
  /** Sets the id of this node and those of the other running nodes, as read from the database. */
  setNodes(node: number, others: readonly number[]): void;
  /** Connects anew, because the id of the installation has changed. */
  reconnect(): void;
  state(): RedisState;
}
/** Ways in which a node uses Redis. */
export const redisUses = ["alone", "with_postgres", "away"] as const;
export interface RedisState {
  /**
   * `alone`: Redis reaches every node. `with_postgres`: it works here, but does not reach every
   * node, so messages are sent through both. `away`: it does not work here.
   */
  readonly use: (typeof redisUses)[number];
  /** Host and port. */
  readonly at: string;
  readonly version: string | null;
  /** Time of the last confirmed command, in milliseconds. */
  readonly latencyMs: number | null;
  /** Why Redis is away. */
  readonly reason: string | null;
  /** Number of other nodes that do not confirm that Redis reaches them. */
  readonly unreachedNodes: number;
  /** Number of heads and messages sent through each engine. */
  readonly sent: { readonly redis: number; readonly postgres: number };
  /** Number of refused messages, whose senders do not have the SECRET_KEY. */
  readonly refused: number;
}

/** Topic of the reports that are sent through PostgreSQL. */
const reportTopic = "redis report";
const reportIntervalMs = 1_000;
/** Time without an own report after which this node connects anew, in milliseconds. */
const maxSilenceMs = 5_000;
/** Number of consecutive failed commands after which this node connects anew. */
const maxFailures = 3;
const minRedialMs = 100;
const maxRedialMs = 5_000;

/** Opens the bus. Does not wait for Redis. */
export function openRedisBus(deps: RedisBusDeps): RedisBus {
  return new FallbackBus(deps);
}

class FallbackBus implements RedisBus {
  readonly #deps: RedisBusDeps;
  /** Id of this bus. It is new at each start. */
  readonly #id = crypto.randomUUID().slice(0, 13);
  readonly #listeners = new BusListeners();
  readonly #queue = new BatchQueue();
  readonly #numbers = new MessageNumbers();
  readonly #peers: RedisPeers;
  readonly #topics = new Set<string>();
  readonly #sent = { redis: 0, postgres: 0 };
  #link: RedisLink | null = null;
  /** Channels of the link. Null before the first one. */
  #channels: RedisChannels | null = null;
  #refused = 0;
  #failures = 0;
  #dials = 0;
  #latencyMs: number | null = null;
  #reason: string | null = "connecting";
  #isAway = false;
  #isSending = false;
  #isClosed = false;
  #cancelTimer = (): void => undefined;

  constructor(deps: RedisBusDeps) {
    this.#deps = deps;
    this.#peers = new RedisPeers(deps.clock, this.#id);
    deps.postgres.onHead((account, head) => this.#listeners.emitHead(account, head));
    deps.postgres.subscribe(reportTopic, (text) => this.#receiveReport(text, false));
    void this.#dial();
  }

  announce(account: number, head: number): void {
    this.#queue.addHead(account, head);
    void this.#send();
  }
  onHead(listener: (account: number, head: number) => void): () => void {
    return this.#listeners.addHeadListener(listener);
  }
  publish(topic: string, message: string): void {
    if (this.#isClosed) return;
    this.#queue.addMessage(topic, message);
    void this.#send();
  }
  subscribe(topic: string, listener: (message: string) => void): () => void {
    if (!this.#topics.has(topic)) {
      this.#topics.add(topic);
      this.#deps.postgres.subscribe(topic, (message, mark) => {
        if (this.#isNew(mark)) this.#listeners.emitMessage(topic, message);
      });
    }
    return this.#listeners.addMessageListener(topic, listener);
  }
  setNodes(node: number, others: readonly number[]): void {
    this.#peers.setNodes(node, others);
    void this.#report();
  }
  reconnect(): void {
    if (this.#link !== null) this.#drop(this.#link, "connecting");
  }
  state(): RedisState {
    const isUsable = this.#link !== null && this.#peers.isReceiving();
    return {
      use: !isUsable ? "away" : this.#isRedisEnough() ? "alone" : "with_postgres",
      at: formatRedisAddress(this.#deps.address),
      version: this.#link?.version ?? null,
      latencyMs: this.#latencyMs,
      reason: isUsable ? null : (this.#reason ?? "nothing arrives"),
      unreachedNodes: this.#peers.countUnreached(),
      sent: { ...this.#sent },
      refused: this.#refused,
    };
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#link?.close();
    this.#link = null;
    await this.#deps.postgres.close();
  }

  // Sending

  #isRedisEnough(): boolean {
    return this.#link !== null && this.#failures === 0 && this.#peers.areAllReached();
  }
  /**
   * Sends what waits, one batch at a time. What is added during one shares the next. Messages
   * therefore arrive in order, also those that are sent through PostgreSQL after a failure.
   */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    await Promise.resolve();
    while (!this.#isClosed && !this.#queue.isEmpty) {
      const batch = this.#queue.take();
      const isRedisEnough = this.#isRedisEnough();
      if (!isRedisEnough) this.#sendThroughPostgres(batch);
      const isSent = await this.#publish("messages", formatBatch(this.#id, batch));
      if (isSent) this.#sent.redis += batch.heads.length + batch.messages.length;
      else if (isRedisEnough && !this.#isClosed) this.#sendThroughPostgres(batch);
    }
    this.#isSending = false;
  }
  #sendThroughPostgres({ heads, messages }: Batch): void {
    this.#sent.postgres += heads.length + messages.length;
    for (const [account, head] of heads) this.#deps.postgres.announce(account, head);
    for (const { n, topic, message } of messages)
      this.#deps.postgres.publish(topic, message, `${this.#id} ${n}`);
  }
  /** Publishes through Redis. Returns false if Redis did not confirm it. */
  async #publish(kind: "messages" | "reports", text: string): Promise<boolean> {
    const link = this.#link;
    const channels = this.#channels;
    if (link === null || channels === null) return false;
    const startedAt = this.#deps.clock.monotonic();
    try {
      await link.publish(channels[kind], channels.sign(channels[kind], text));
      if (this.#link === link) this.#failures = 0;
      this.#latencyMs = this.#deps.clock.monotonic() - startedAt;
      return true;
    } catch (error) {
      if (this.#link === link && ++this.#failures >= maxFailures)
        this.#drop(link, describeRedisError(error));
      return false;
    }
  }
  /** Reports through both engines what this node receives through Redis. */
  async #report(): Promise<void> {
    if (this.#isClosed) return;
    const text = JSON.stringify(this.#peers.createReport());
    if (this.#peers.hasOthers) this.#deps.postgres.publish(reportTopic, text);
    await this.#publish("reports", text);
  }

  // Receiving

  #receive(channels: RedisChannels, channel: string, published: string): void {
    const text = channels.verify(channel, published);
    if (text === null) {
      if (this.#refused++ === 0) this.#deps.onFirstRefusal(channel);
      return;
    }
    if (channel === channels.reports) {
      this.#receiveReport(text, true);
      return;
    }
    // Redis also returns what this node sent.
    if (text.startsWith(`${this.#id} `)) return;
    const batch = parseBatch(text);
    if (batch === null) return;
    for (const [account, head] of batch.heads) this.#listeners.emitHead(account, head);
    for (const { n, topic, message } of batch.messages)
      if (this.#numbers.accept(batch.bus, n)) this.#listeners.emitMessage(topic, message);
  }
  /** Returns whether a message from PostgreSQL is new. Nodes without Redis set no mark. */
  #isNew(mark: string | undefined): boolean {
    const [sender, n] = mark?.split(" ") ?? [];
    return sender === undefined || this.#numbers.accept(sender, Number(n));
  }
  #receiveReport(text: string, isThroughRedis: boolean): void {
    const report = parseJson(text) as RedisReport | null;
    if (report === null || !Array.isArray(report.receives)) return;
    const isNew = this.#peers.receive(report, isThroughRedis);
    if (report.bus === this.#id) {
      this.#dials = 0;
      this.#setAway(null);
    }
    // The sender learns at once that it is received.
    if (isNew) void this.#report();
  }

  // Connection

  async #dial(): Promise<void> {
    const { address, clock, deriveKey } = this.#deps;
    try {
      const installation = await this.#deps.readInstallationId();
      const channels = createRedisChannels(deriveKey, installation, address.database);
      if (this.#isClosed) return;
      const link = await openRedisLink({
        address,
        clock,
        channels: [channels.messages, channels.reports],
        onMessage: (channel, published) => this.#receive(channels, channel, published),
        onEnd: (error) => this.#drop(link, describeRedisError(error)),
      });
      if (this.#isClosed) return link.close();
      this.#channels = channels;
      this.#link = link;
      this.#failures = 0;
      this.#reason = null;
      this.#peers.reset();
      void this.#check(link);
    } catch (error) {
      this.#setAway(describeRedisError(error));
      this.#redial();
    }
  }
  /** Sends the report of each second, and connects anew if nothing arrives. */
  async #check(link: RedisLink): Promise<void> {
    if (this.#link !== link) return;
    if (this.#peers.silenceMs() >= maxSilenceMs) {
      this.#drop(link, `nothing arrived within ${maxSilenceMs} ms`);
      return;
    }
    await this.#report();
    if (this.#link === link) this.#schedule(reportIntervalMs, () => void this.#check(link));
  }
  #drop(link: RedisLink, reason: string): void {
    if (this.#link !== link || this.#isClosed) return;
    this.#link = null;
    link.close();
    this.#peers.reset();
    this.#setAway(reason);
    // The other nodes learn at once that Redis does not reach this one.
    void this.#report();
    this.#redial();
  }
  #redial(): void {
    const pauseMs = Math.min(minRedialMs * 2 ** this.#dials++, maxRedialMs);
    this.#schedule(pauseMs * (0.5 + this.#deps.random() / 2), () => void this.#dial());
  }
  #schedule(ms: number, run: () => void): void {
    this.#cancelTimer();
    if (!this.#isClosed)
      this.#cancelTimer = this.#deps.clock.scheduleAt(this.#deps.clock.now() + ms, run);
  }
  /** `reason`: null if Redis is usable. */
  #setAway(reason: string | null): void {
    this.#reason = reason;
    if (this.#isClosed || this.#isAway === (reason !== null)) return;
    this.#isAway = reason !== null;
    this.#deps.onAwayChange(reason);
  }
}
