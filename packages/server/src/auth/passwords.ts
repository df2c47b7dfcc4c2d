import { hash, verify } from "@node-rs/argon2";
import { refuse } from "../core/failure.ts";
import { newToken } from "./credentials.ts";

/** argon2id (the library's default) at OWASP's least cost; one hash takes about 75 ms of a core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is bounded, so that sign-ins can never take the cores and the memory from messages (H-233). */
const atOnce = 2;
const queueLimit = 50;

export interface Passwords {
  /** PHC string. Refusal `rate_limited` when the queue is full. */
  hash(password: string): Promise<string>;
  /** Takes the same time with `null` (unknown e-mail) as with a hash. `stale`: right, but hashed at another cost. */
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
/** At most `atOnce` under way, at most `queueLimit` waiting in order of arrival. */
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
