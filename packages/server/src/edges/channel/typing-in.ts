import { evictOldest } from "../../core/bounded-map.ts";
import type { Clock } from "../../core/command.ts";

/** A customer starts or stops typing (CH-056). */
export interface CustomerTyping {
  readonly account: number;
  readonly channelId: number;
  readonly customer: string;
  readonly typing: boolean;
}
export interface TypingIn {
  /** Handles a typing signal. */
  notice(signal: CustomerTyping): void;
  /** Handles a message, which ends typing. */
  ended(account: number, channelId: number, customer: string): void;
  close(): void;
}

/** Minimum time between two signals per customer (H-092). */
const spacingMs = 1_000;
interface State {
  told: boolean;
  toldAt: number;
  /** Cancels the delayed signal of `latest`. */
  later: (() => void) | null;
  wanted: boolean;
}

/**
 * Starts the throttling of typing signals. The first signal is published at once. A change within a
 * second is published at its end. A repeat within a second is dropped. Above `capacity` customers,
 * the longest inactive one is evicted.
 */
export function openTypingIn(deps: {
  readonly clock: Clock;
  readonly tell: (signal: CustomerTyping) => void;
  readonly capacity?: number;
}): TypingIn {
  const { clock, tell, capacity = 10_000 } = deps;
  const states = new Map<string, State>();
  const keyOf = (channelId: number, customer: string): string => `${channelId}:${customer}`;
  const drop = (key: string): void => {
    states.get(key)?.later?.();
    states.delete(key);
  };

  const notice = (signal: CustomerTyping): void => {
    const key = keyOf(signal.channelId, signal.customer);
    const now = clock.now();
    const state = states.get(key);
    // If the wall clock was set back, signals must not be blocked.
    if (state === undefined || now - state.toldAt >= spacingMs || now < state.toldAt) {
      drop(key);
      states.set(key, { told: signal.typing, toldAt: now, later: null, wanted: signal.typing });
      evictOldest(states, capacity, drop);
      return tell(signal);
    }
    state.wanted = signal.typing;
    state.later ??= clock.scheduleAt(state.toldAt + spacingMs, () => {
      state.later = null;
      if (state.wanted === state.told) return;
      state.told = state.wanted;
      state.toldAt = clock.now();
      tell({ ...signal, typing: state.wanted });
    });
  };

  return {
    notice,
    ended(account, channelId, customer) {
      const state = states.get(keyOf(channelId, customer));
      if (state?.told === true || state?.wanted === true) notice({ account, channelId, customer, typing: false });
    },
    close() {
      for (const key of states.keys()) drop(key);
    },
  };
}
