import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** Health of the installation (API-075). */

/** Codes of all findings. A code begins with the name of its check. Screens translate the codes. */
export const findingCodes = [
  "disk_good",
  "disk_low",
  "disk_full",
  "disk_closed",
  "disk_unseen",
  "database_good",
  "database_away",
  "database_silent",
  "database_closed",
  "database_full",
  "database_read_only",
  "database_unwritable",
  "database_old",
  "database_unsafe",
  "database_roles",
  "database_shared_roles",
  "database_neighbours",
  "database_open",
  "database_crowded",
  "database_standby",
  "database_pool",
  "database_backfill",
  "database_hosts_good",
  "database_hosts_away",
  "database_hosts_two",
  "database_replica_good",
  "database_replica_behind",
  "database_replica_away",
  "database_replica_foreign",
  "nodes_good",
  "nodes_several",
  "redis_off",
  "redis_good",
  "redis_partly",
  "redis_away",
  "redis_old",
  "sockets_good",
  "sockets_none",
  "clock_good",
  "clock_apart",
  "clock_ahead",
  "deliveries_good",
  "deliveries_wait",
  "connectors_none",
  "connectors_good",
  "connectors_failing",
  "audit_good",
  "audit_broken",
  "audit_broken_installation",
  "audit_late",
  "keys_good",
  "keys_ending",
  "backups_good",
  "backups_old",
  "backups_none",
  "backups_failed",
  "backups_missed",
  "backups_archive_good",
  "backups_archive_failing",
  "backups_archive_late",
  "backups_archive_slow",
  "mail_off",
  "mail_good",
  "mail_unreachable",
  "storage_disk",
  "storage_good",
  "storage_unreachable",
  "scanner_off",
  "scanner_good",
  "scanner_unreachable",
  "tls_good",
  "tls_local",
  "tls_none",
  "tls_ending",
  "tls_untrusted",
  "origins_good",
  "origins_shared",
  "origins_wrong_address",
  "proxy_good",
  "proxy_no_websockets",
  "proxy_untrusted",
  "egress_good",
  "egress_proxy",
  "egress_nameless",
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** Health checks in the order in which screens show them. */
export const healthChecks = [
  "database",
  "nodes",
  "redis",
  "disk",
  "sockets",
  "clock",
  "deliveries",
  "connectors",
  "audit",
  "keys",
  "backups",
  "mail",
  "storage",
  "scanner",
  "tls",
  "origins",
  "proxy",
  "egress",
] as const;
export type HealthCheck = (typeof healthChecks)[number];

const literals = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
const FindingState = literals(["good", "warning", "fault"]);
export type FindingState = Static<typeof FindingState>;

/** Result of one check. `fault`: Parlour does not work. `warning`: it may stop working. */
export const Finding = Type.Object({
  check: literals(healthChecks),
  state: FindingState,
  code: literals(findingCodes),
  /** Values that occur in the message and the advice. */
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** One sentence, in English. */
  message: Type.String(),
  /** Recommended action, in English. null: none. */
  advice: Nullable(Type.String()),
});
export type Finding = Static<typeof Finding>;

/** A running node of the installation (API-382). */
export const NodeHealth = Type.Object({
  id: Id,
  /** Whether this node handled the request. */
  is_current: Type.Boolean(),
  /**
   * `not_ready`: it accepts no messages, because of its `problems`. `stopping`: its clients move to
   * other nodes. `silent`: it did not respond, and nothing else is known about it.
   */
  state: literals(["ready", "not_ready", "stopping", "silent"]),
  version: Nullable(Type.String()),
  started_at: Nullable(Time),
  /** Host name of its machine. */
  host: Nullable(Type.String()),
  /** Number of sockets of operators and visitors. Null for `stopping` and `silent`. */
  sockets: Nullable(Type.Integer({ minimum: 0 })),
  problems: Type.Array(Finding),
});
export type NodeHealth = Static<typeof NodeHealth>;

/** As the node of the request sees it. `nodes`: what every node says about itself. */
export const Health = Type.Object({
  /** The most serious state of all `checks`. */
  state: FindingState,
  checks: Type.Array(Finding),
  checked_at: Time,
  version: Type.String(),
  started_at: Time,
  node_version: Type.String(),
  /** Version of PostgreSQL. Null if the database does not respond. */
  database_version: Nullable(Type.String()),
  storage: Type.Object({
    /** Size of the database in bytes. Null if the database does not respond. */
    database_bytes: Nullable(Type.Integer()),
    files: Nullable(Type.Object({ count: Type.Integer(), bytes: Type.Integer() })),
    /** Where new files are stored (CFG-033). */
    kind: literals(["disk", "s3"]),
    /** Free bytes in the file system of DATA_DIR. Null if the number cannot be read. */
    free_bytes: Nullable(Type.Integer()),
  }),
  /** The newest known backup. null: none. */
  backup: Nullable(
    Type.Object({
      created_at: Time,
      folder: Type.String(),
      /** Whether the file of the backup still exists. */
      is_there: Type.Boolean(),
      /** For each account, the position up to which the backup is complete. */
      accounts: Type.Array(Type.Object({ id: Id, name: Type.String(), position: Type.Integer() })),
    }),
  ),
  /** Null if sending email is not set up. */
  mail: Nullable(Type.Object({ host: Type.String(), port: Type.Integer(), from: Type.String() })),
  /** All running nodes, in the order of their start. */
  nodes: Type.Array(NodeHealth),
});
export type Health = Static<typeof Health>;
