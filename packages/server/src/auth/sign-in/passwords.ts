import { refuse } from "../../core/failure.ts";
import { generateToken } from "../session/credentials.ts";

/** Parameters of argon2id, the default algorithm of the library. `memoryCost` is in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** OWASP's minimum cost. One hash takes about 75 ms of one CPU core. */
const defaultHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Sign-ins must not take CPU and memory from messages (H-233). */
const maxConcurrentHashes = 2;
const maxQueuedHashes = 50;

export interface Passwords {
  /** Returns the hash as a PHC string. Refusal `rate_limited` if the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. `stored` is null for an unknown email address, which takes the same time.
   * `stale`: the password is correct, but hashed with another cost.
   */
  verify(stored: string | null, password: string): Promise<{ ok: boolean; stale: boolean }>;
}

export function createPasswords(hashCost = defaultHashCost): Passwords {
  const slots = createSlots();
  let dummy: Promise<string> | null = null;
  const hash = async (password: string): Promise<string> =>
    (await loadArgon2()).hash(password, hashCost);
  const dummyHash = (): Promise<string> => (dummy ??= hash(generateToken()));
  return {
    hash: (password) => slots(() => hash(password)),
    verify: (stored, password) =>
      slots(async () => {
        const comparedHash = stored ?? (await dummyHash());
        const ok = await (await loadArgon2()).verify(comparedHash, password);
        return {
          ok: ok && stored !== null,
          stale: !comparedHash.includes(
            `$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$`,
          ),
        };
      }),
  };
}

/** The library is loaded at the first sign-in, because a start does not need it (PERF-12). */
const loadArgon2 = () => import("@node-rs/argon2");

type RunInSlot = <R>(work: () => Promise<R>) => Promise<R>;
/** Limits hashes to `maxConcurrentHashes` at once, and waiting ones to `maxQueuedHashes`. */
function createSlots(): RunInSlot {
  let busyCount = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (busyCount >= maxConcurrentHashes) {
      if (queue.length >= maxQueuedHashes)
        refuse("rate_limited", "Too many sign-ins at once. Try again in a moment.", {
          retryAfterMs: 2_000,
        });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busyCount++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busyCount--;
    }
  };
}
