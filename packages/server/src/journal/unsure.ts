import type { Clock } from "../core/command.ts";
import type { Streams } from "./stream.ts";

export interface UnsureDeps {
  readonly clock: Clock;
  readonly streams: Pick<Streams, "begin" | "look">;
  /** Reads the committed heads of accounts. Called only after the cut call has certainly ended. */
  readonly heads: (accounts: readonly number[]) => Promise<readonly { readonly account_id: number; readonly position: number }[]>;
  /** Called because the committed entries may include deliveries. */
  readonly owed: () => void;
  readonly onFault: (error: unknown) => void;
}
/** Tracks calls whose answer was lost. They may be committed without being published here. */
export interface Unsure {
  /** Records that this many entries of the account were sent. */
  note(account: number, entries: number): void;
  close(): void;
}

/** Delay before heads are checked, and between retries while the database is unavailable. */
const lookMs = 1_000;
/** Extra entries to read, for settings changes written around them. */
const others = 16;

/**
 * Creates the resolver. Once the database answers again, it publishes entries that were committed
 * after all, even if nothing else is written to the account (CORE-035). Without it a chat could
 * stay unnoticed until its visitor writes again.
 */
export function openUnsure({ clock, streams, heads, owed, onFault }: UnsureDeps): Unsure {
  const sent = new Map<number, number>();
  let cancel: (() => void) | undefined;
  let closed = false;

  const later = (): void => {
    if (!closed) cancel ??= clock.scheduleAt(clock.now() + lookMs, () => void look());
  };
  const look = async (): Promise<void> => {
    cancel = undefined;
    const looked = new Map(sent);
    try {
      for (const { account_id: account, position } of await heads([...looked.keys()])) {
        // An account that is not followed yet starts before these entries.
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
