import { keepWithin } from "../../core/keep-within.ts";
import type { Clock } from "../../core/ports.ts";
import type { Send } from "../../delivery/index.ts";
import type { Claim, Queue, Target } from "../../queue/index.ts";
import { oncePolicy, typeoutWaitMs, typingEndsMs } from "./policy.ts";
import { channelRequest } from "./outbound.ts";

export interface TypingOutDeps {
  readonly clock: Clock;
  readonly send: Send;
  readonly chatTarget: Queue["chatTarget"];
  readonly version: string;
  readonly log: { warn(fields: object, message: string): void };
  /** Customers remembered at once; default 10,000. */
  readonly capacity?: number;
  /** Notices under way at once; above it they are dropped. Default 256. */
  readonly atOnce?: number;
}
export interface TypingOut {
  /** An operator types, or has stopped. */
  signal(signal: { readonly account: number; readonly chatId: number; readonly operatorId: number; readonly typing: boolean }): void;
  /** A message to this customer is about to go: ends his typing first, waiting at most 300 ms (CH-077). */
  beforeMessage(claim: Pick<Claim, "account" | "delivery">): Promise<void>;
  close(): void;
}

/** A chat in which the customer was told that somebody types. */
interface Typing {
  readonly operatorId: number;
  target: Target | null;
  cancelEnd: () => void;
  /** The last notice sent, so that the next one follows it. */
  last: Promise<void>;
}

/**
 * Operators' typing for customers of channels (CH-077): `typein` once at the start, `typeout` when nothing renews it for 5 s, when the
 * text is cleared, and before a message. Never tried again, never an error to the operator; dropped while a message is being retried.
 */
export function openTypingOut(deps: TypingOutDeps): TypingOut {
  const { clock, capacity = 10_000 } = deps;
  const typing = new Map<string, Typing>();
  /** `typeout` notices that are not out yet. */
  const leaving = new Map<string, Promise<void>>();
  const notice = openNotices(deps);
  const keyOf = (account: number, chatId: number): string => `${account}:${chatId}`;

  async function begin(key: string, state: Typing, account: number, chatId: number): Promise<void> {
    try {
      const found = await deps.chatTarget(account, chatId, state.operatorId);
      // Without an endpoint, or beside a message that is being retried, nothing is sent.
      if (found === null || found.isRetrying || typing.get(key) !== state) return;
      state.target = found.target;
      await notice(found.target, "typein");
    } catch (error) {
      deps.log.warn({ err: error, account, chat: chatId }, "typing.not_sent");
    }
  }

  /** Forgets the state and tells the customer, if he was told before; resolves when the notice is out. */
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
  const endLater = (key: string): (() => void) => clock.alarm(clock.now() + typingEndsMs, () => void end(key));

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
      keepWithin(typing, capacity, (oldest) => void end(oldest));
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

/** Sends one notice when there is somebody to tell and room for it; never rejects. */
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

/** Resolves when it has settled, and no later than after this time. */
function within(clock: Clock, settling: Promise<void>, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.alarm(clock.now() + mostMs, resolve);
    void settling.finally(() => {
      cancel();
      resolve();
    });
  });
}
