import type { Clock } from "../../../core/command.ts";
import type { EntryStreams } from "../../stream/entry-stream.ts";

export interface OutcomeResolverDeps {
  readonly clock: Clock;
  readonly streams: Pick<EntryStreams, "begin" | "noteHead">;
  /** Reads the committed heads of accounts. Called only after the cut call has certainly ended. */
  readonly heads: (
    accounts: readonly number[],
  ) => Promise<readonly { readonly account_id: number; readonly position: number }[]>;
  /** Called because the committed entries may include deliveries. */
  readonly onDeliveriesPlanned: () => void;
  readonly onFault: (error: unknown) => void;
}
/** Tracks calls whose answer was lost. They may be committed without being published here. */
export interface OutcomeResolver {
  /** Records that this many entries of the account were sent. */
  note(account: number, entries: number): void;
  close(): void;
}

/** Delay before heads are checked, and between retries while the database is unavailable. */
const checkDelayMs = 1_000;
/** Extra entries to read, for settings changes written around them. */
const settingsMargin = 16;

/**
 * Creates the resolver. Once the database answers again, it publishes entries that were committed
 * after all, even if nothing else is written to the account (CORE-035). Without it a chat could
 * stay unnoticed until its visitor writes again.
 */
export function createOutcomeResolver({
  clock,
  streams,
  heads,
  onDeliveriesPlanned,
  onFault,
}: OutcomeResolverDeps): OutcomeResolver {
  const unresolved = new Map<number, number>();
  let cancel: (() => void) | undefined;
  let isClosed = false;

  const scheduleCheck = (): void => {
    if (!isClosed) cancel ??= clock.scheduleAt(clock.now() + checkDelayMs, () => void check());
  };
  const check = async (): Promise<void> => {
    cancel = undefined;
    const checking = new Map(unresolved);
    try {
      for (const { account_id: account, position } of await heads([...checking.keys()])) {
        // An account that is not followed yet starts before these entries.
        streams.begin(
          account,
          Math.max(position - (checking.get(account) ?? 0) - settingsMargin, 0),
        );
        streams.noteHead(account, position);
      }
      for (const [account, entries] of checking)
        if (unresolved.get(account) === entries) unresolved.delete(account);
      onDeliveriesPlanned();
    } catch (error) {
      onFault(error);
    }
    if (unresolved.size > 0) scheduleCheck();
  };
  return {
    note(account, entries) {
      unresolved.set(account, (unresolved.get(account) ?? 0) + entries);
      scheduleCheck();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
