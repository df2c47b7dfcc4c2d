import type pg from "pg";
import type { Bus } from "../bus/index.ts";
import type { Clock } from "../core/command.ts";
import { countOtherNodes } from "../store/nodes.ts";
import type { Streams } from "./stream.ts";

export interface OtherNodesDeps {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly streams: Pick<Streams, "accounts" | "begin" | "look">;
  /** Id of this node. */
  readonly node: number;
  readonly onFault: (error: unknown) => void;
  /** Called with the number of nodes including this one, at the start and after each change. */
  readonly onNodes?: ((nodes: number) => void) | undefined;
}
/** Handle of the exchange with other nodes. */
export interface OtherNodes {
  isAlone(): boolean;
  /** Returns the number of other running nodes at the latest poll. */
  count(): number;
  /** Announces the head of an account to the other nodes. */
  announce(account: number, head: number): void;
  close(): void;
}

/** Interval at which heads are polled while other nodes run, in case notices were lost. */
const lookMs = 1_000;
/**
 * Poll interval while no other node is known, because the notice of a joining node may be lost too.
 */
const aloneLookMs = 10_000;
/**
 * Entries read when another node first announces an account. Larger than any single settings
 * change.
 */
const firstLook = 16;

/**
 * Exchanges heads with the other nodes (CORE-132). A notice for account 0 means that a node joined
 * and nodes must be counted again.
 */
export async function followOthers({ pool, bus, clock, streams, node, onFault, onNodes }: OtherNodesDeps): Promise<OtherNodes> {
  let others = 0;
  let reported: number | null = null;
  let closed = false;
  let cancelLook: (() => void) | undefined;

  const failed = (error: unknown): void => {
    // The owner may close the pool right after `close`.
    if (!closed) onFault(error);
  };
  const later = (): void => {
    cancelLook?.();
    if (!closed) cancelLook = clock.scheduleAt(clock.now() + (others > 0 ? lookMs : aloneLookMs), () => void look());
  };
  const count = async (): Promise<void> => {
    others = await countOtherNodes(pool, node);
    if (others === reported) return;
    reported = others;
    onNodes?.(others + 1);
  };
  const look = async (): Promise<void> => {
    try {
      // Counts first: entries of a node that has ended since are then included in the heads read
      // afterwards.
      await count();
      const { rows } = await pool.query<{ account_id: number; position: number }>(
        "select account_id, position from account_head where account_id = any($1::bigint[])",
        [streams.accounts()],
      );
      for (const row of rows) streams.look(row.account_id, row.position);
    } catch (error) {
      failed(error);
    }
    later();
  };
  const stopHearing = bus.onHead((account, head) => {
    if (account === 0) return void count().then(later, failed);
    // An account not followed here yet: reads its last entries, because caches of this node may
    // hold its older state.
    streams.begin(account, Math.max(head - firstLook, 0));
    streams.look(account, head);
  });
  await count();
  later();
  bus.announce(0, node);
  return {
    isAlone: () => others === 0,
    count: () => others,
    announce(account, head) {
      if (others > 0) bus.announce(account, head);
    },
    close() {
      closed = true;
      cancelLook?.();
      stopHearing();
    },
  };
}
