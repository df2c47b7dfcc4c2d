import type { ChatVisibilityInput } from "../../auth/index.ts";

/**
 * Bounded map whose keys expire after a fixed time unless they are renewed. Keys are inserted in
 * the order of their expiry, so expired keys are found quickly.
 */
class ExpiringMap<V> {
  readonly #ttlMs: number;
  readonly #capacity: number;
  readonly #entries = new Map<string, { value: V; until: number }>();

  constructor(ttlMs: number, capacity: number) {
    this.#ttlMs = ttlMs;
    this.#capacity = capacity;
  }
  get size(): number {
    return this.#entries.size;
  }
  get(key: string, now: number): { readonly value: V; readonly until: number } | null {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.until <= now ? null : entry;
  }
  /** Adds or renews a key. Returns false if the map is full and nothing is stored. */
  renew(key: string, value: V, now: number): boolean {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) return false;
    this.#entries.set(key, { value, until: now + this.#ttlMs });
    return true;
  }
  remove(key: string): boolean {
    return this.#entries.delete(key);
  }
  removeExpired(now: number): V[] {
    const values: V[] = [];
    for (const [key, entry] of this.#entries) {
      if (entry.until > now) break;
      this.#entries.delete(key);
      values.push(entry.value);
    }
    return values;
  }
}

/** A typing signal (CORE-047). Signals are not stored and expire after 15 s. */
export interface TypingSignal {
  readonly account: number;
  readonly chatId: number;
  readonly channelId: number;
  readonly author: {
    readonly kind: "visitor" | "operator";
    readonly id: number | null;
    readonly name: string;
  };
  readonly typing: boolean;
  /**
   * Why an operator does not type any more. `paused`: their text stays, and so does the reservation
   * of the chat. `sent`: their answer ends the reservation, whoever has it (API-524).
   */
  readonly reason?: "paused" | "sent" | undefined;
  /** Text that a visitor has typed so far. Operators who must not read text do not receive it. */
  readonly preview?: string | undefined;
}
export interface OperatorTypingSignal {
  readonly account: number;
  readonly chatId: number;
  readonly operatorId: number;
  readonly typing: boolean;
  /** Whether the operator is connected to another node. */
  readonly isRemote: boolean;
}
export interface ViewingSignal {
  readonly account: number;
  readonly chatId: number;
  readonly chat: ChatVisibilityInput;
  readonly operatorId: number;
  readonly viewing: boolean;
}

/** A signal as it is sent to the other nodes, each of which ends it if it is not renewed. */
export type SignalMessage =
  | { readonly kind: "typing"; readonly signal: TypingSignal }
  | { readonly kind: "viewing"; readonly signal: ViewingSignal };

export interface SignalsDeps {
  /** Sends a frame to those who may see the chat, not to `except`. `masked`: without text. */
  readonly send: (
    to: { account: number; chatId: number; channelId: number; except: number | null },
    frame: string,
    masked: string,
  ) => void;
  /** Sends a signal of this node to the other nodes. */
  readonly publish: (message: SignalMessage) => void;
}
/** A signal that can expire, and whether it came from another node. */
interface StoredSignal<S> {
  readonly signal: S;
  readonly isRemote: boolean;
}
const signalTtlMs = 15_000;
/** How long a chat stays reserved for an operator who types nothing more (API-524). */
const reservationMs = 60_000;
const maxSignals = 20_000;

/** Sends typing and viewing signals and ends those that are not renewed. */
export class Signals {
  readonly #deps: SignalsDeps;
  readonly #typing = new ExpiringMap<StoredSignal<TypingSignal>>(signalTtlMs, maxSignals);
  readonly #viewing = new ExpiringMap<StoredSignal<ViewingSignal>>(signalTtlMs, maxSignals);
  /** Operators for whom chats are reserved. */
  readonly #writers = new ExpiringMap<TypingSignal["author"]>(reservationMs, maxSignals);
  readonly #listeners = new Set<(signal: OperatorTypingSignal) => void>();

  constructor(deps: SignalsDeps) {
    this.#deps = deps;
  }

  /** Sends a typing signal to the sockets of this node and to the other nodes. */
  typing(signal: TypingSignal, now: number): void {
    if (this.#renewTyping({ signal, isRemote: false }, now))
      this.#deps.publish({ kind: "typing", signal });
  }
  /** Sends a viewing signal to the sockets of this node and to the other nodes. */
  viewing(signal: ViewingSignal, now: number): void {
    if (this.#renewViewing({ signal, isRemote: false }, now))
      this.#deps.publish({ kind: "viewing", signal });
  }
  /** Handles a signal of another node. */
  receive(message: SignalMessage, now: number): void {
    if (message.kind === "typing")
      this.#renewTyping({ signal: message.signal, isRemote: true }, now);
    else this.#renewViewing({ signal: message.signal, isRemote: true }, now);
  }
  onOperatorTyping(listener: (signal: OperatorTypingSignal) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Ends signals that were not renewed in time. */
  expire(now: number): void {
    for (const { signal, isRemote } of this.#typing.removeExpired(now))
      this.#sendTyping({ signal: { ...signal, typing: false }, isRemote });
    for (const { signal } of this.#viewing.removeExpired(now))
      this.#sendViewing({ ...signal, viewing: false });
    this.#writers.removeExpired(now);
  }
  /** Number of signals that can expire. */
  get size(): number {
    return this.#typing.size + this.#viewing.size + this.#writers.size;
  }
  /** Returns the operator for whom a chat is reserved, and for how long, or null (API-524). */
  findWriter(
    account: number,
    chatId: number,
    now: number,
  ): { readonly id: number; readonly name: string; readonly remainingMs: number } | null {
    const entry = this.#writers.get(`${account} ${chatId}`, now);
    if (entry === null || entry.value.id === null) return null;
    const { id, name } = entry.value;
    return { id, name, remainingMs: entry.until - now };
  }

  /** Returns false if nothing was sent, because the expiry of the signal cannot be tracked. */
  #renewTyping({ signal, isRemote }: StoredSignal<TypingSignal>, now: number): boolean {
    const key = `${signal.account} ${signal.chatId} ${signal.author.kind} ${signal.author.id}`;
    if (signal.typing) {
      const stored = { signal: { ...signal, preview: undefined }, isRemote };
      if (!this.#typing.renew(key, stored, now)) return false;
    } else this.#typing.remove(key);
    if (signal.author.kind === "operator") this.#reserve(signal, now);
    this.#sendTyping({ signal, isRemote });
    return true;
  }
  /** The first operator who types has the chat until they stop. */
  #reserve({ account, chatId, author, typing, reason }: TypingSignal, now: number): void {
    const key = `${account} ${chatId}`;
    const isOfOther = (this.#writers.get(key, now)?.value.id ?? author.id) !== author.id;
    if (typing && !isOfOther) this.#writers.renew(key, author, now);
    else if (reason === "sent" || (!typing && reason !== "paused" && !isOfOther))
      this.#writers.remove(key);
  }
  #renewViewing(stored: StoredSignal<ViewingSignal>, now: number): boolean {
    const { signal } = stored;
    const key = `${signal.account} ${signal.chatId} ${signal.operatorId}`;
    if (!signal.viewing) this.#viewing.remove(key);
    else if (!this.#viewing.renew(key, stored, now)) return false;
    this.#sendViewing(signal);
    return true;
  }
  #sendTyping({ signal, isRemote }: StoredSignal<TypingSignal>): void {
    const { account, chatId, channelId, author, typing, preview } = signal;
    const frame = { type: "typing", chat_id: chatId, author, typing };
    const masked = JSON.stringify(frame);
    const operatorId = author.kind === "operator" ? author.id : null;
    this.#deps.send(
      { account, chatId, channelId, except: operatorId },
      preview === undefined ? masked : JSON.stringify({ ...frame, preview }),
      masked,
    );
    if (operatorId === null) return;
    for (const listener of this.#listeners)
      listener({ account, chatId, operatorId, typing, isRemote });
  }
  #sendViewing({ account, chatId, chat, operatorId, viewing }: ViewingSignal): void {
    const frame = JSON.stringify({
      type: "viewing",
      chat_id: chatId,
      operator_id: operatorId,
      viewing,
    });
    this.#deps.send(
      { account, chatId, channelId: chat.channelId, except: operatorId },
      frame,
      frame,
    );
  }
}
