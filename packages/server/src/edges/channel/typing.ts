import { evictOldest } from "../../core/bounded-map.ts";
import type { Clock } from "../../core/command.ts";
import type { SendRequest } from "../../delivery/index.ts";
import type { Claim, Queue, Target } from "../../queue/index.ts";
import { oncePolicy, typeoutWaitMs, typingEndsMs } from "./policy.ts";
import { channelRequest } from "./outbound.ts";

export interface TypingOutDeps {
  readonly clock: Clock;
  readonly send: SendRequest;
  readonly chatTarget: Queue["chatTarget"];
  readonly version: string;
  readonly log: { warn(fields: object, message: string): void };
  /** Maximum number of customers in memory. Default 10,000. */
  readonly capacity?: number;
  /** Maximum number of concurrent signals. Further signals are dropped. Default 256. */
  readonly atOnce?: number;
}
export interface TypingOut {
  /** Handles an operator who starts or stops typing. */
  signal(signal: { readonly account: number; readonly chatId: number; readonly operatorId: number; readonly typing: boolean }): void;
  /** Ends the typing of this chat before a message is sent. Waits at most 300 ms (CH-077). */
  beforeMessage(claim: Pick<Claim, "account" | "delivery">): Promise<void>;
  close(): void;
}

/** A chat in which typing was sent to the customer. */
interface Typing {
  readonly operatorId: number;
  target: Target | null;
  cancelEnd: () => void;
  /** The last signal, so that the next one follows it. */
  last: Promise<void>;
}

/**
 * Starts sending operators' typing to customers of channels (CH-077). `typein` is sent once at the
 * start. `typeout` is sent after 5 s without renewal, when the text is cleared, and before a
 * message. Signals are not retried and cause no error for the operator. They are dropped while a
 * message is being retried.
 */
export function openTypingOut(deps: TypingOutDeps): TypingOut {
  const { clock, capacity = 10_000 } = deps;
  const typing = new Map<string, Typing>();
  /** `typeout` signals that are not sent yet. */
  const leaving = new Map<string, Promise<void>>();
  const notice = openNotices(deps);
  const keyOf = (account: number, chatId: number): string => `${account}:${chatId}`;

  async function begin(key: string, state: Typing, account: number, chatId: number): Promise<void> {
    try {
      const found = await deps.chatTarget(account, chatId, state.operatorId);
      // Nothing is sent without an endpoint, or while a message is being retried.
      if (found === null || found.isRetrying || typing.get(key) !== state) return;
      state.target = found.target;
      await notice(found.target, "typein");
    } catch (error) {
      deps.log.warn({ err: error, account, chat: chatId }, "typing.not_sent");
    }
  }

  /**
   * Removes the state and sends `typeout` if `typein` was sent. Resolves when the signal is sent.
   */
  function end(key: string): Promise<void> {
    const state = typing.get(key);
    if (state === undefined) return Promise.resolve();
    typing.delete(key);
    state.cancelEnd();
    const out = state.last
      .then(() => (state.target === null ? undefined : notice(state.target, "typeout")))
      .finally(() => {
        if (leaving.get(key) === out) leaving.delete(key);
      });
    leaving.set(key, out);
    return out;
  }
  const endLater = (key: string): (() => void) => clock.scheduleAt(clock.now() + typingEndsMs, () => void end(key));

  return {
    signal({ account, chatId, operatorId, typing: isTyping }) {
      const key = keyOf(account, chatId);
      if (!isTyping) return void end(key);
      const known = typing.get(key);
      if (known !== undefined) {
        known.cancelEnd();
        known.cancelEnd = endLater(key);
        return;
      }
      const state: Typing = { operatorId, target: null, cancelEnd: endLater(key), last: Promise.resolve() };
      typing.set(key, state);
      evictOldest(typing, capacity, (oldest) => void end(oldest));
      state.last = begin(key, state, account, chatId);
    },

    async beforeMessage({ account, delivery }) {
      if (delivery.chatId === null || delivery.attempts > 0) return;
      const key = keyOf(account, delivery.chatId);
      const out = typing.has(key) ? end(key) : leaving.get(key);
      if (out !== undefined) await within(clock, out, typeoutWaitMs);
    },

    close() {
      for (const state of typing.values()) state.cancelEnd();
      typing.clear();
    },
  };
}

type Notice = (target: Target, type: "typein" | "typeout") => Promise<void>;

/**
 * Sends one signal if the customer and the speaker are known and fewer than `maxConcurrentSignals`
 * are in progress. Never rejects.
 */
function openNotices({ clock, send, version, log, atOnce = 256 }: TypingOutDeps): Notice {
  let underWay = 0;
  let serial = 0;
  return async (target, type) => {
    if (target.recipient === null || target.speaker === null || underWay >= atOnce) return;
    serial += 1;
    const built = channelRequest(
      target,
      target.speaker,
      { type },
      { webhookId: `typ_${target.endpoint.id}_${clock.now()}_${serial}`, recipient: target.recipient, version },
    );
    if (built === null || target.channel?.enabled !== true) return;
    underWay += 1;
    try {
      await send(target, built, oncePolicy);
    } catch (error) {
      log.warn({ err: error, account: target.account, channel: target.channel.id }, "typing.not_sent");
    } finally {
      underWay -= 1;
    }
  };
}

/** Resolves when the operation has settled, or after the timeout. */
function within(clock: Clock, settling: Promise<void>, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.scheduleAt(clock.now() + mostMs, resolve);
    void settling.finally(() => {
      cancel();
      resolve();
    });
  });
}
