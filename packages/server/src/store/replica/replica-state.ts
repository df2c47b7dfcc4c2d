import { withQueryTimeout } from "../database/connections.ts";
import type { Sql, Queryable } from "../database/sql.ts";

export interface ReplicaProbe {
  readonly pool: Queryable;
}

/** State of the read replica. `foreign`: it does not follow this database, or not yet. */
export type ReplicaState =
  | { readonly kind: "away"; readonly reason: string }
  | { readonly kind: "foreign" }
  | {
      readonly kind: "following";
      /** Bytes of the write-ahead log that are not replayed. */
      readonly lagBytes: number;
      /** Milliseconds since the latest replayed commit. 0 if nothing is missing. */
      readonly lagMs: number;
    };

/**
 * SQL for the epoch of a replica. The timeline of a standby is that of its last restart point.
 * After a failover it can be too low for some minutes, but never too high.
 */
export const replicaEpoch = `(select epoch from instance) || '.' || case when pg_is_in_recovery()
  then (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint())
  else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;

/** Limit in ms for the response of the replica. */
const probeTimeoutMs = 1_000;

interface PrimaryRow {
  readonly epoch: string;
  readonly lsn: string;
}
interface ReplicaRow {
  readonly epoch: string;
  readonly lag: number;
  readonly ms: number | null;
}

/** Compares the replica with the primary. Throws only errors of the primary. */
export async function readReplicaState(replica: ReplicaProbe, primary: Sql): Promise<ReplicaState> {
  const [head] = await primary.query<PrimaryRow>(
    "select epoch || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch, pg_current_wal_lsn()::text as lsn from instance",
  );
  if (head === undefined) throw new Error("no epoch");
  let row: ReplicaRow | undefined;
  try {
    const { rows } = await replica.pool.query<ReplicaRow>(
      withQueryTimeout(
        probeTimeoutMs,
        `select ${replicaEpoch} as epoch,
         greatest(0, pg_wal_lsn_diff($1::pg_lsn, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end))::float8 as lag,
         (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as ms`,
        [head.lsn],
      ),
    );
    row = rows[0];
  } catch (error) {
    return { kind: "away", reason: error instanceof Error ? error.message : String(error) };
  }
  if (row === undefined || row.epoch !== head.epoch) return { kind: "foreign" };
  return { kind: "following", lagBytes: row.lag, lagMs: row.lag === 0 ? 0 : (row.ms ?? 0) };
}
