import { evictOldest } from "../../../core/bounded-map.ts";
import type { Clock } from "../../../core/command.ts";
import type { ClusterRequests } from "../../../cluster/index.ts";
import type { SendRequest } from "../../../delivery/index.ts";
import type { Claim, DeliveryQueue, DeliveryTarget } from "../../../delivery/queue/index.ts";
import { singleAttemptPolicy, typeoutWaitMs, typingTtlMs } from "../retry-policy.ts";
import { buildChannelRequest } from "../outbound.ts";
import { createRemoteTyping, type TypedChat } from "./remote-typing.ts";

export interface OutboundTypingDeps {
  readonly clock: Clock;
  readonly cluster: ClusterRequests;
  readonly send: SendRequest;
  readonly chatTarget: DeliveryQueue["findChatTarget"];
  /** Shows the typing to a customer of a channel that a connector serves. Never rejects. */
  readonly sendConnectorTyping: (
    target: DeliveryTarget,
    type: "typein" | "typeout",
  ) => Promise<void>;
  readonly version: string;
  readonly log: { warn(fields: object, message: string): void };
  /** Maximum number of customers in memory. Default: 10,000. */
  readonly capacity?: number;
  /** Maximum number of concurrent signals. Further signals are dropped. Default: 256. */
  readonly maxConcurrentSignals?: number;
}
export interface OutboundTyping {
  /** Only the node of an operator sends their typing to the customer. */
  signal(signal: {
    readonly account: number;
    readonly chatId: number;
    readonly operatorId: number;
    readonly typing: boolean;
    /** Whether the operator is connected to another node. */
    readonly isRemote: boolean;
  }): void;
  /** Ends the typing of this chat on all nodes before a message. Waits at most 300 ms (CH-077). */
  beforeMessage(claim: Claim): Promise<void>;
  close(): void;
}

/** A chat whose customer was informed that an operator is typing. */
interface TypingState {
  readonly operatorId: number;
  target: DeliveryTarget | null;
  cancelEnd: () => void;
  /** The last signal, which the next one must follow. */
  last: Promise<void>;
}

/**
 * Starts sending operators' typing to customers of channels (CH-077). `typein` is sent once at the
 * start. `typeout` is sent after 5 s without renewal, when the text is cleared, and before a
 * message. Signals are not retried, and operators see no error. Signals are dropped while a message
 * is being retried.
 */
export function startOutboundTyping(deps: OutboundTypingDeps): OutboundTyping {
  const { clock, capacity = 10_000 } = deps;
  const typing = new Map<string, TypingState>();
  /** `typeout` signals that are not sent yet. */
  const pendingTypeouts = new Map<string, Promise<void>>();
  const sendSignal = createSignalSender(deps);

  /**
   * Removes the state. Sends `typeout` if `typein` was sent, and resolves when the signal is sent.
   */
  function endTyping(key: string): Promise<void> {
    const state = typing.get(key);
    if (state === undefined) return Promise.resolve();
    typing.delete(key);
    state.cancelEnd();
    const finished = state.last
      .then(() => (state.target === null ? undefined : sendSignal(state.target, "typeout")))
      .finally(() => {
        if (pendingTypeouts.get(key) === finished) pendingTypeouts.delete(key);
      });
    pendingTypeouts.set(key, finished);
    return finished;
  }
  const scheduleEnd = (key: string): (() => void) =>
    clock.scheduleAt(clock.now() + typingTtlMs, () => void endTyping(key));

  /** Resolves when `typeout` is sent. */
  const endOnThisNode = async ({ account, chatId }: TypedChat): Promise<void> => {
    const key = toKey(account, chatId);
    await (typing.has(key) ? endTyping(key) : pendingTypeouts.get(key));
  };
  const remote = createRemoteTyping({ clock, cluster: deps.cluster, capacity, endOnThisNode });

  return {
    signal({ account, chatId, operatorId, typing: isTyping, isRemote }) {
      if (isRemote) return remote.record({ account, chatId }, isTyping);
      const key = toKey(account, chatId);
      if (!isTyping) return void endTyping(key);
      const existing = typing.get(key);
      if (existing !== undefined) {
        existing.cancelEnd();
        existing.cancelEnd = scheduleEnd(key);
        return;
      }
      const state: TypingState = {
        operatorId,
        target: null,
        cancelEnd: scheduleEnd(key),
        last: Promise.resolve(),
      };
      typing.set(key, state);
      evictOldest(typing, capacity, (oldest) => void endTyping(oldest));
      state.last = sendTypein({ ...deps, sendSignal }, { account, chatId }, state, {
        isCurrent: () => typing.get(key) === state,
      });
    },

    async beforeMessage({ account, delivery }) {
      if (delivery.chatId === null || delivery.attempts > 0) return;
      const chat = { account, chatId: delivery.chatId };
      const key = toKey(account, delivery.chatId);
      if (!typing.has(key) && !pendingTypeouts.has(key) && !remote.has(chat)) return;
      await withTimeout(clock, Promise.all([endOnThisNode(chat), remote.end(chat)]), typeoutWaitMs);
    },

    close() {
      for (const state of typing.values()) state.cancelEnd();
      typing.clear();
    },
  };
}

const toKey = (account: number, chatId: number): string => `${account}:${chatId}`;

/** Sends `typein` unless the typing has ended meanwhile. Never rejects. */
async function sendTypein(
  { chatTarget, log, sendSignal }: TypeinDeps,
  { account, chatId }: TypedChat,
  state: TypingState,
  { isCurrent }: { readonly isCurrent: () => boolean },
): Promise<void> {
  try {
    const lookup = await chatTarget(account, chatId, state.operatorId);
    // Nothing is sent if there is no endpoint, or while a message is being retried.
    if (lookup === null || lookup.isRetrying || !isCurrent()) return;
    state.target = lookup.target;
    await sendSignal(lookup.target, "typein");
  } catch (error) {
    log.warn({ err: error, account, chat: chatId }, "typing.not_sent");
  }
}
interface TypeinDeps {
  readonly chatTarget: OutboundTypingDeps["chatTarget"];
  readonly log: OutboundTypingDeps["log"];
  readonly sendSignal: SendSignal;
}

type SendSignal = (target: DeliveryTarget, type: "typein" | "typeout") => Promise<void>;

/**
 * Returns a function that sends one signal. Sends nothing if the customer or the operator is
 * unknown, or if `maxConcurrentSignals` are in progress. The function never rejects.
 */
function createSignalSender({
  clock,
  send,
  version,
  log,
  sendConnectorTyping,
  maxConcurrentSignals = 256,
}: OutboundTypingDeps): SendSignal {
  let activeRequests = 0;
  let serial = 0;
  return async (target, type) => {
    if (
      target.recipient === null ||
      target.speaker === null ||
      activeRequests >= maxConcurrentSignals
    )
      return;
    if (target.channel?.connector) {
      await sendConnectorTyping(target, type);
      return;
    }
    serial += 1;
    const built = buildChannelRequest(
      target,
      target.speaker,
      { type },
      {
        webhookId: `typ_${target.endpoint.id}_${clock.now()}_${serial}`,
        recipient: target.recipient,
        version,
      },
    );
    if (built === null || target.channel?.enabled !== true) return;
    activeRequests += 1;
    try {
      await send(target, built, singleAttemptPolicy);
    } catch (error) {
      log.warn(
        { err: error, account: target.account, channel: target.channel.id },
        "typing.not_sent",
      );
    } finally {
      activeRequests -= 1;
    }
  };
}

/** Resolves when the operation has settled, or after the timeout. */
function withTimeout(clock: Clock, operation: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.scheduleAt(clock.now() + timeoutMs, resolve);
    void operation.finally(() => {
      cancel();
      resolve();
    });
  });
}
