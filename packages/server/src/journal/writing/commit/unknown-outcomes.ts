import type { Clock } from "../../../core/command.ts";
import type { EntryStreams } from "../../stream/entry-stream.ts";

export interface OutcomeResolverDeps {
  readonly clock: Clock;
  readonly streams: EntryStreams;
  /** Reads the committed heads of accounts, after the interrupted call has certainly ended. */
  readonly heads: (
    accounts: readonly number[],
  ) => Promise<readonly { readonly account: number; readonly position: number }[]>;
  /** Called after entries were found, because they may include deliveries. */
  readonly onDeliveriesPlanned: (lanes: null) => void;
  readonly onFault: (error: unknown) => void;
}
/** Tracks calls without a response. Their entries may be committed, but not published. */
export interface OutcomeResolver {
  /** Records that a call with this many entries of the account had an unknown outcome. */
  note(account: number, entries: number): void;
  close(): void;
}

/** Delay in ms before heads are checked, and between retries without the database. */
const checkDelayMs = 1_000;
/** Number of additional entries to read, because settings changes may be written between them. */
const settingsMargin = 16;

/**
 * Creates the resolver. When the database is available again, it publishes the entries of calls
 * that were committed despite the lost response. This happens even if nothing else is written to
 * the account (CORE-035). Otherwise a chat could stay unnoticed until its visitor writes again.
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
      for (const { account, position } of await heads([...checking.keys()])) {
        // If this node does not follow the account yet, the stream starts before these entries.
        streams.begin(
          account,
          Math.max(position - (checking.get(account) ?? 0) - settingsMargin, 0),
        );
        streams.noteHead(account, position);
      }
      for (const [account, entries] of checking)
        if (unresolved.get(account) === entries) unresolved.delete(account);
      onDeliveriesPlanned(null);
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
