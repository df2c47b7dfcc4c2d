import { evictOldest } from "../../../core/bounded-map.ts";
import type { Clock } from "../../../core/command.ts";

/** Signal that a customer starts or stops typing (CH-056). */
export interface CustomerTyping {
  readonly account: number;
  readonly channelId: number;
  readonly customer: string;
  readonly typing: boolean;
}
export interface InboundTyping {
  handleSignal(signal: CustomerTyping): void;
  /** Ends the customer's typing, because their message arrived. */
  onMessage(account: number, channelId: number, customer: string): void;
  close(): void;
}

/** Minimum time in ms between two signals per customer (H-092). */
const minIntervalMs = 1_000;
interface TypingState {
  published: boolean;
  publishedAt: number;
  /** Cancels the scheduled publication of `latest`. */
  cancelUpdate: (() => void) | null;
  latest: boolean;
}

/**
 * Starts the throttling of typing signals. The first signal is published immediately. A change
 * within a second is published when the second ends. A repeat within a second is dropped. Above
 * `capacity` customers, the one who has been inactive longest is evicted.
 */
export function startInboundTyping(deps: {
  readonly clock: Clock;
  readonly publish: (signal: CustomerTyping) => void;
  readonly capacity?: number;
}): InboundTyping {
  const { clock, publish, capacity = 10_000 } = deps;
  const states = new Map<string, TypingState>();
  const toKey = (channelId: number, customer: string): string => `${channelId}:${customer}`;
  const removeState = (key: string): void => {
    states.get(key)?.cancelUpdate?.();
    states.delete(key);
  };

  const handleSignal = (signal: CustomerTyping): void => {
    const key = toKey(signal.channelId, signal.customer);
    const now = clock.now();
    const state = states.get(key);
    // If the clock was set back, signals must not be blocked.
    if (
      state === undefined ||
      now - state.publishedAt >= minIntervalMs ||
      now < state.publishedAt
    ) {
      removeState(key);
      states.set(key, {
        published: signal.typing,
        publishedAt: now,
        cancelUpdate: null,
        latest: signal.typing,
      });
      evictOldest(states, capacity, removeState);
      return publish(signal);
    }
    state.latest = signal.typing;
    state.cancelUpdate ??= clock.scheduleAt(state.publishedAt + minIntervalMs, () => {
      state.cancelUpdate = null;
      if (state.latest === state.published) return;
      state.published = state.latest;
      state.publishedAt = clock.now();
      publish({ ...signal, typing: state.latest });
    });
  };

  return {
    handleSignal,
    onMessage(account, channelId, customer) {
      if (states.size === 0) return;
      const state = states.get(toKey(channelId, customer));
      if (state?.published === true || state?.latest === true)
        handleSignal({ account, channelId, customer, typing: false });
    },
    close() {
      for (const key of states.keys()) removeState(key);
    },
  };
}
