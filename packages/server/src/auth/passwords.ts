import { hash, verify } from "@node-rs/argon2";
import { refuse } from "../core/failure.ts";
import { newToken } from "./credentials.ts";

/**
 * argon2id (the library's default) at OWASP's minimum cost. One hash takes about 75 ms of a core.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Maximum number of concurrent hashes, so that sign-ins cannot take CPU and memory from messages
 * (H-233).
 */
const atOnce = 2;
const queueLimit = 50;

export interface Passwords {
  /** Returns a PHC string. Refusal `rate_limited` if the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Takes the same time with `null` (unknown email address) as with a hash.
   * `stale`: valid, but hashed with another cost.
   */
  verify(stored: string | null, password: string): Promise<{ ok: boolean; stale: boolean }>;
}

export function openPasswords(): Passwords {
  const slots = openSlots();
  let dummy: Promise<string> | null = null;
  const dummyHash = (): Promise<string> => (dummy ??= hash(newToken(), cost));
  return {
    hash: (password) => slots(() => hash(password, cost)),
    verify: (stored, password) =>
      slots(async () => {
        const against = stored ?? (await dummyHash());
        const ok = await verify(against, password);
        return { ok: ok && stored !== null, stale: !against.includes(`$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`) };
      }),
  };
}

type Slots = <R>(work: () => Promise<R>) => Promise<R>;
/** Limits concurrent hashes to `retryNow`, and waiting ones to `queueLimit`, in order of arrival. */
function openSlots(): Slots {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= atOnce) {
      if (waiting.length >= queueLimit)
        refuse("rate_limited", "Too many sign-ins at once. Try again in a moment.", { retryAfterMs: 2_000 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
