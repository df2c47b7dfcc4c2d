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
  /** Removes expired keys and returns their values. */
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
  /** Text that a visitor has typed so far. Operators who must not read text do not receive it. */
  readonly preview?: string;
}
export interface OperatorTypingSignal {
  readonly account: number;
  readonly chatId: number;
  readonly operatorId: number;
  readonly typing: boolean;
}
export interface ViewingSignal {
  readonly account: number;
  readonly chatId: number;
  readonly chat: ChatVisibilityInput;
  readonly operatorId: number;
  readonly viewing: boolean;
}

export interface SignalsDeps {
  /**
   * Sends a frame to the sockets that may see the chat, except those of the operator `except`.
   * Sockets that must not read text receive `masked` instead.
   */
  readonly send: (
    to: { account: number; chatId: number; channelId: number; except: number | null },
    frame: string,
    masked: string,
  ) => void;
}
const signalTtlMs = 15_000;
const maxSignals = 20_000;

/** Sends typing and viewing signals and ends those that are not renewed. */
export class Signals {
  readonly #deps: SignalsDeps;
  readonly #typing = new ExpiringMap<TypingSignal>(signalTtlMs, maxSignals);
  readonly #viewing = new ExpiringMap<ViewingSignal>(signalTtlMs, maxSignals);
  readonly #listeners = new Set<(signal: OperatorTypingSignal) => void>();

  constructor(deps: SignalsDeps) {
    this.#deps = deps;
  }

  typing(signal: TypingSignal, now: number): void {
    const key = `${signal.account} ${signal.chatId} ${signal.author.kind} ${signal.author.id}`;
    if (signal.typing) {
      // A signal is not sent if its expiry cannot be tracked.
      const { preview: _preview, ...stored } = signal;
      if (!this.#typing.renew(key, stored, now)) return;
    } else this.#typing.remove(key);
    this.#sendTyping(signal);
  }
  viewing(signal: ViewingSignal, now: number): void {
    const key = `${signal.account} ${signal.chatId} ${signal.operatorId}`;
    if (!signal.viewing) this.#viewing.remove(key);
    else if (!this.#viewing.renew(key, signal, now)) return;
    this.#sendViewing(signal);
  }
  onOperatorTyping(listener: (signal: OperatorTypingSignal) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Ends signals that were not renewed in time. */
  expire(now: number): void {
    for (const signal of this.#typing.removeExpired(now))
      this.#sendTyping({ ...signal, typing: false });
    for (const signal of this.#viewing.removeExpired(now))
      this.#sendViewing({ ...signal, viewing: false });
  }
  /** Number of signals that can expire. */
  get size(): number {
    return this.#typing.size + this.#viewing.size;
  }

  #sendTyping(signal: TypingSignal): void {
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
    for (const listener of this.#listeners) listener({ account, chatId, operatorId, typing });
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
