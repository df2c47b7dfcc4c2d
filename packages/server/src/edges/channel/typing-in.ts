import { keepWithin } from "../../core/keep-within.ts";
import type { Clock } from "../../core/ports.ts";

/** A customer starts or stops typing (CH-056). */
export interface CustomerTyping {
  readonly account: number;
  readonly channelId: number;
  readonly customer: string;
  readonly typing: boolean;
}
export interface TypingIn {
  /** A request said so. */
  notice(signal: CustomerTyping): void;
  /** A message arrived, which ends typing. */
  ended(account: number, channelId: number, customer: string): void;
  close(): void;
}

/** Frames to operators come at most once per this time per customer (H-092). */
const spacingMs = 1_000;
interface State {
  told: boolean;
  toldAt: number;
  /** Cancels the later telling of `wanted`. */
  later: (() => void) | null;
  wanted: boolean;
}

/**
 * Thins typing notices out: the first is told at once, a change within a second at the end of it, a repeat within a second never.
 * Bounded: beyond `capacity` customers the longest silent is forgotten.
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
    // A wall clock that was set back must not silence a customer.
    if (state === undefined || now - state.toldAt >= spacingMs || now < state.toldAt) {
      drop(key);
      states.set(key, { told: signal.typing, toldAt: now, later: null, wanted: signal.typing });
      keepWithin(states, capacity, drop);
      return tell(signal);
    }
    state.wanted = signal.typing;
    state.later ??= clock.alarm(state.toldAt + spacingMs, () => {
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
