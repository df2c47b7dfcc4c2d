import type { Clock } from "../core/ports.ts";
import type { Streams } from "./stream.ts";

export interface UnsureDeps {
  readonly clock: Clock;
  readonly streams: Pick<Streams, "begin" | "look">;
  /** Heads of accounts as they are committed; asked only when what was cut off has surely ended. */
  readonly heads: (accounts: readonly number[]) => Promise<readonly { readonly account_id: number; readonly position: number }[]>;
  /** Something may be owed to endpoints. */
  readonly owed: () => void;
  readonly onFault: (error: unknown) => void;
}
/** Calls whose answer never came: they may be on the disk, and nobody here has heard of it. */
export interface Unsure {
  /** So many entries of this account were sent. */
  note(account: number, entries: number): void;
  close(): void;
}

/** Pause before heads are looked at, and between two tries while the database is away. */
const lookMs = 1_000;
/** Settings that were changed around them. */
const others = 16;

/**
 * Looks, as soon as the database answers again, whether they are there: then readers and sockets hear of them, also in an account to which nothing
 * else is written (CORE-035). Without that a chat could wait unseen until its visitor writes again.
 */
export function openUnsure({ clock, streams, heads, owed, onFault }: UnsureDeps): Unsure {
  const sent = new Map<number, number>();
  let cancel: (() => void) | undefined;
  let closed = false;

  const later = (): void => {
    if (!closed) cancel ??= clock.alarm(clock.now() + lookMs, () => void look());
  };
  const look = async (): Promise<void> => {
    cancel = undefined;
    const looked = new Map(sent);
    try {
      for (const { account_id: account, position } of await heads([...looked.keys()])) {
        // An account that nobody followed here begins before them.
        streams.begin(account, Math.max(position - (looked.get(account) ?? 0) - others, 0));
        streams.look(account, position);
      }
      for (const [account, entries] of looked) if (sent.get(account) === entries) sent.delete(account);
      owed();
    } catch (error) {
      onFault(error);
    }
    if (sent.size > 0) later();
  };
  return {
    note(account, entries) {
      sent.set(account, (sent.get(account) ?? 0) + entries);
      later();
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}
