import type pg from "pg";
import type { Bus } from "../bus/index.ts";
import type { Clock } from "../core/ports.ts";
import { countOtherNodes } from "../store/nodes.ts";
import type { Streams } from "./stream.ts";

export interface OtherNodesDeps {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly streams: Pick<Streams, "accounts" | "begin" | "look">;
  /** This one. */
  readonly node: number;
  readonly onFault: (error: unknown) => void;
  /** Called with the number of nodes, this one among them, at the start and when it changes. */
  readonly onNodes?: ((nodes: number) => void) | undefined;
}
export interface OtherNodes {
  isAlone(): boolean;
  /** How many others run, as of the latest look. */
  count(): number;
  /** Tells the others how far an account is. */
  announce(account: number, head: number): void;
  close(): void;
}

/** How often heads are looked at while other nodes run, for notices that were lost. */
const lookMs = 1_000;
/** And while none is known to: the notice of one that joins may be lost as well. */
const aloneLookMs = 10_000;
/** Entries looked at when another node names an account for the first time: more than one change of settings makes. */
const firstLook = 16;

/** What this node and the others tell each other of their heads (CORE-132). Account 0 in a notice: a node has joined; count again. */
export async function followOthers({ pool, bus, clock, streams, node, onFault, onNodes }: OtherNodesDeps): Promise<OtherNodes> {
  let others = 0;
  let reported: number | null = null;
  let closed = false;
  let cancelLook: (() => void) | undefined;

  const failed = (error: unknown): void => {
    // Who closes this may close the pool next.
    if (!closed) onFault(error);
  };
  const later = (): void => {
    cancelLook?.();
    if (!closed) cancelLook = clock.alarm(clock.now() + (others > 0 ? lookMs : aloneLookMs), () => void look());
  };
  const count = async (): Promise<void> => {
    others = await countOtherNodes(pool, node);
    if (others === reported) return;
    reported = others;
    onNodes?.(others + 1);
  };
  const look = async (): Promise<void> => {
    try {
      // Counted first: what one wrote that is gone by now stands in the heads that are read after.
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
    // An account nobody followed here: its last few entries are looked at, for what other parts of this node remember of it.
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
