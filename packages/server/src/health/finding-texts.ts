import type { FindingCode, FindingState, HealthCheck } from "@parlour/protocol/api";

/** Values for the texts of a finding. They never contain secrets. */
export type Values = Readonly<Record<string, string | number>>;
interface FindingText {
  readonly check: HealthCheck;
  readonly state: FindingState;
  readonly message: (values: Values) => string;
  readonly advice?: string;
}
const good = (check: HealthCheck, message: FindingText["message"]): FindingText => ({
  check,
  state: "good",
  message,
});
const warning = (
  check: HealthCheck,
  message: FindingText["message"],
  advice: string,
): FindingText => ({
  check,
  state: "warning",
  message,
  advice,
});
const fault = (
  check: HealthCheck,
  message: FindingText["message"],
  advice: string,
): FindingText => ({
  check,
  state: "fault",
  message,
  advice,
});

const brokenText = "was altered, or an entry before it is missing";
const brokenAdvice =
  "Someone changed the database directly, or the disk lost data. Compare with a backup and check who can access the database.";
const backupAdvice =
  "turn on a backup every night under Settings → Backup and health, or run `parlour backup FOLDER` regularly; backups made another way are not detected";
const archiveAdvice =
  "check archive_command, archive_timeout (60 s) and the log of PostgreSQL; a restore to a time lacks what is not archived";
const backupFaults: Readonly<Record<string, string>> = {
  folder_relative: "the folder is not an absolute path",
  folder_inside_data: "the folder contains Parlour’s own data",
  folder_unwritable: "the folder is not writable",
  no_space: "the disk of the folder is full",
  database: "the database interrupted it",
  interrupted: "Parlour stopped during the backup",
  failed: "see the server log for the reason",
};

/** Texts for `doctor`, `/ready` and the service API. The operator application has its own. */
export const findingTexts: Readonly<Record<FindingCode, FindingText>> = {
  disk_good: good("disk", (v) => `${v["free_mib"]} MiB free for ${v["folder"]}`),
  disk_low: warning(
    "disk",
    (v) => `${v["free_mib"]} MiB free for ${v["folder"]}`,
    "add disk space; uploads stop at 64 MiB free, messages at 32 MiB",
  ),
  disk_full: fault(
    "disk",
    (v) => `${v["free_mib"]} MiB free for ${v["folder"]}, at least ${v["least_mib"]} MiB needed`,
    "free up disk space",
  ),
  disk_closed: fault(
    "disk",
    (v) => `${v["folder"]} is not writable`,
    "check its owner and whether the disk is mounted read-only, or use another DATA_DIR",
  ),
  disk_unseen: fault(
    "disk",
    (v) => `${v["folder"]} cannot be checked (${v["reason"]})`,
    "check that its disk is mounted",
  ),
  database_good: good("database", (v) => `PostgreSQL ${v["version"]} is responding`),
  database_away: fault("database", () => "reconnecting", "check that PostgreSQL is running"),
  database_silent: fault(
    "database",
    (v) => `no response within ${v["ms"]} ms`,
    "check whether PostgreSQL is overloaded",
  ),
  database_closed: fault(
    "database",
    () => "could not connect",
    "check that PostgreSQL is running and accepts connections",
  ),
  database_full: fault(
    "database",
    () => "its disk is full; new messages are rejected",
    "free up space on the PostgreSQL disk; Parlour then resumes automatically",
  ),
  database_read_only: fault(
    "database",
    () => "it is read-only; new messages are rejected",
    "point DATABASE_URL at the primary",
  ),
  database_unwritable: fault(
    "database",
    (v) => `it rejects writes (${v["reason"]})`,
    "check the PostgreSQL log",
  ),
  database_old: fault(
    "database",
    (v) => `PostgreSQL ${v["version"]} is too old`,
    "upgrade to PostgreSQL 15 or newer",
  ),
  database_unsafe: fault(
    "database",
    (v) => `${v["settings"]} is off; confirmed messages could be lost in a crash`,
    "turn it on in postgresql.conf, then restart PostgreSQL",
  ),
  database_roles: fault(
    "database",
    () => "the database user cannot create the roles that Parlour needs",
    "start Parlour once; it prints the SQL to run",
  ),
  database_shared_roles: warning(
    "database",
    (v) =>
      `roles that other Parlour databases of this server use have rights here (${v["roles"]}); a node of an earlier release may still need them`,
    "when no node of an earlier release runs, restart one node; it takes these rights away",
  ),
  database_neighbours: warning(
    "database",
    (v) => `the user of DATABASE_URL can read other Parlour installations: ${v["databases"]}`,
    "give each installation its own user, without SUPERUSER, before PostgreSQL 16 also without CREATEROLE, and upgrade the other installations",
  ),
  database_open: warning(
    "database",
    () => "every user of this server may connect to the database, also those of other Parlours",
    "revoke CONNECT on the database from PUBLIC, and grant it to the users that need it (docs/operate/database.md)",
  ),
  database_crowded: warning(
    "database",
    (v) => `only ${v["count"]} connections left`,
    "raise max_connections; each node uses about 25",
  ),
  database_pool: warning(
    "database",
    () =>
      "no connection is free for queries; messages are accepted, but lists and settings may be unavailable",
    "raise max_connections, or stop other programs that use the database",
  ),
  database_standby: warning(
    "database",
    (v) =>
      `synchronous_commit is ${v["setting"]}, so a standby that takes over may lack acknowledged messages`,
    "set synchronous_commit = on, or accept that a failover can lose messages",
  ),
  database_backfill: good(
    "database",
    (v) => `step ${v["step"]} of the schema runs: ${v["rows"]} of about ${v["total"]} rows`,
  ),
  database_hosts_good: good(
    "database",
    (v) => `${v["primary"]} is the primary; standbys: ${v["standbys"]}`,
  ),
  database_hosts_away: warning(
    "database",
    (v) => `of the hosts of DATABASE_URL, one cannot be used (${v["reason"]})`,
    "start it, or correct DATABASE_URL; a failover to it would fail",
  ),
  database_hosts_two: warning(
    "database",
    (v) =>
      `several hosts of DATABASE_URL accept writes (${v["hosts"]}); Parlour uses ${v["primary"]}, which was promoted last`,
    "stop the other one, and make it a standby again before it starts",
  ),
  database_replica_good: good("database", () => "the read replica is up to date"),
  database_replica_behind: warning(
    "database",
    (v) =>
      `the read replica lacks ${v["lag_mib"]} MiB and the last ${v["seconds"]} s; the primary answers what it lacks`,
    "check its load, its network and whether its replay is paused",
  ),
  database_replica_away: warning(
    "database",
    (v) => `the read replica does not respond (${v["reason"]}); the primary answers its reads`,
    "start it, or remove DATABASE_READ_URL",
  ),
  database_replica_foreign: warning(
    "database",
    () => "the read replica does not follow this database; the primary answers its reads",
    "point DATABASE_READ_URL at a standby of DATABASE_URL; after a failover this can take until its next restart point",
  ),
  nodes_good: good("nodes", (v) =>
    v["count"] === 0 ? "no node is running" : "one node uses this database",
  ),
  nodes_several: good("nodes", (v) => `${v["count"]} nodes use this database: ${v["nodes"]}`),
  redis_off: good("redis", () => "not set up; messages between nodes go through PostgreSQL"),
  redis_good: good(
    "redis",
    (v) => `version ${v["version"]} at ${v["at"]} responds within ${v["ms"]} ms`,
  ),
  redis_partly: warning(
    "redis",
    (v) =>
      `${v["at"]} does not reach ${v["count"]} other nodes; messages also go through PostgreSQL`,
    "check that every node has the same REDIS_URL and can connect to it",
  ),
  connectors_none: good("connectors", () => "no email or messaging channels"),
  connectors_good: good("connectors", (v) => `${v["count"]} channels of mail and messengers work`),
  connectors_failing: warning(
    "connectors",
    (v) => `${v["count"]} channels cannot send or receive (${v["channels"]})`,
    "open Settings, Email and messengers, and test the channel",
  ),
  redis_away: warning(
    "redis",
    (v) => `${v["at"]} cannot be used (${v["reason"]}); messages go through PostgreSQL`,
    "check that Redis is running, and check REDIS_URL and the network connection; Parlour then uses it again automatically",
  ),
  redis_old: warning(
    "redis",
    (v) => `version ${v["version"]} at ${v["at"]} is older than those that are tested`,
    "use Redis 7 or Valkey 8, or newer",
  ),
  sockets_good: good("sockets", () => "accepting new connections"),
  sockets_none: fault(
    "sockets",
    () => "no file descriptors left for new connections",
    "raise the open file limit (ulimit -n)",
  ),

  clock_good: good("clock", () => "in sync with the database clock"),
  clock_apart: warning(
    "clock",
    (v) => `this machine and the database differ by ${v["ms"]} ms`,
    "synchronise both with NTP; Parlour follows the clock of its machine slowly; restart it to use the new time immediately",
  ),
  clock_ahead: warning(
    "clock",
    (v) => `the latest entry is ${v["seconds"]} s in the future; this machine's clock was set back`,
    "synchronise it with NTP; message order is not affected, but the times shown are wrong",
  ),

  deliveries_good: good("deliveries", () => "no delivery older than an hour"),
  deliveries_wait: warning(
    "deliveries",
    (v) => `${v["count"]} pending for over an hour, the oldest since ${v["oldest_at"]}`,
    "see Deliveries → Delivery log for the failing endpoint and the reason",
  ),

  audit_good: good("audit", (v) => `intact: ${v["count"]} entries verified`),
  audit_broken: fault(
    "audit",
    (v) => `entry ${v["n"]} of account ${v["account"]} ${brokenText}`,
    brokenAdvice,
  ),
  audit_broken_installation: fault(
    "audit",
    (v) => `entry ${v["n"]} of the installation ${brokenText}`,
    brokenAdvice,
  ),
  audit_late: warning(
    "audit",
    () => "verifying the log took too long",
    "run `parlour doctor` on the server; it has no time limit",
  ),

  keys_good: good("keys", () => "no API key expires within 14 days"),
  keys_ending: warning(
    "keys",
    (v) => `${v["count"]} API keys expire within 14 days, the first at ${v["first_at"]}`,
    "Settings → API keys of each account shows which ones; create a new key before the old one expires",
  ),

  backups_good: good(
    "backups",
    (v) => `the latest backup ${v["days"] === 0 ? "is from today" : `is ${v["days"]} days old`}`,
  ),
  backups_old: warning(
    "backups",
    (v) => `the latest backup is ${v["days"]} days old`,
    backupAdvice,
  ),
  backups_none: warning("backups", () => "no backup found", backupAdvice),
  backups_failed: warning(
    "backups",
    (v) => `the last backup failed: ${backupFaults[v["error"] ?? ""] ?? v["error"]}`,
    "fix the reason, then press Back up now under Settings → Backup and health",
  ),
  backups_missed: warning(
    "backups",
    (v) => `the backup of ${v["night"]} was not made`,
    "check that Parlour runs at that time, then press Back up now under Settings → Backup and health",
  ),
  backups_archive_good: good("backups", (v) => `changes are archived up to ${v["archived_at"]}`),
  backups_archive_failing: warning("backups", (v) => `cannot archive ${v["file"]}`, archiveAdvice),
  backups_archive_late: warning(
    "backups",
    (v) => `${v["minutes"]} min not archived`,
    archiveAdvice,
  ),
  backups_archive_slow: warning("backups", () => "archive_timeout is 0", archiveAdvice),
  mail_off: good("mail", () => "not set up; no email is queued"),
  mail_good: good("mail", (v) => `${v["at"]} is reachable`),
  mail_unreachable: fault(
    "mail",
    (v) => `${v["at"]} is not reachable (${v["reason"]})`,
    "check host, port and firewall; send a test mail under Settings → Mail server to see which step fails",
  ),
  storage_disk: good("storage", () => "files are stored on disk"),
  storage_good: good("storage", (v) => `${v["at"]} is reachable`),
  storage_unreachable: fault(
    "storage",
    (v) => `${v["at"]} is not reachable (${v["reason"]})`,
    "check the S3 endpoint in `storage` and the network connection; until then files cannot be uploaded or shown",
  ),

  scanner_off: good("scanner", () => "not set up; files are stored without a virus scan"),
  scanner_good: good("scanner", (v) => `${v["at"]} is reachable`),
  scanner_unreachable: fault(
    "scanner",
    (v) => `${v["at"]} is not reachable (${v["reason"]}); files are not stored`,
    "start the scanner, or check FILE_SCANNER and the network connection to it; without FILE_SCANNER files are stored without a scan",
  ),

  tls_good: good(
    "tls",
    (v) => `the certificate of ${v["host"]} is valid for ${v["days"]} more days`,
  ),
  tls_local: good("tls", () => "not needed: PUBLIC_URL points to this machine"),
  tls_none: warning(
    "tls",
    (v) => `${v["url"]} does not use HTTPS`,
    "put a TLS proxy in front and set PUBLIC_URL to its https address",
  ),
  tls_ending: warning(
    "tls",
    (v) => `the certificate of ${v["host"]} expires in ${v["days"]} days`,
    "renew the certificate",
  ),
  tls_untrusted: fault(
    "tls",
    (v) => `${v["url"]}: ${v["reason"]}`,
    "fix the proxy or its certificate; never turn off certificate checks at integrators",
  ),

  origins_good: good("origins", (v) => `visitors have their own origin, ${v["url"]}`),
  origins_shared: good(
    "origins",
    () => "visitors and operators share one origin; for more safety, set WIDGET_URL",
  ),

  origins_wrong_address: warning(
    "origins",
    (v) =>
      `this installation is set up for ${v["url"]}, but pages of it are opened at ${v["opened"]}`,
    "open the first address, or set PUBLIC_URL to the second one and restart Parlour",
  ),
  proxy_good: good("proxy", () => "nothing unusual seen in the last 24 hours"),
  proxy_no_websockets: warning(
    "proxy",
    (v) =>
      `a proxy in front of ${v["url"]} does not pass WebSockets on; Parlour uses requests instead, which are slower`,
    "allow upgrades to WebSockets in the proxy, see docs/operate/proxy.md",
  ),
  proxy_untrusted: warning(
    "proxy",
    (v) =>
      `requests from ${v["peer"]} name other clients in forwarded headers, which are ignored, so all of them count as one client`,
    "if it is your proxy, add it to TRUST_PROXY and restart Parlour",
  ),

  egress_good: good("egress", (v) =>
    v["allowed"] === ""
      ? "EGRESS_ALLOW allows no private addresses"
      : `private addresses allowed by EGRESS_ALLOW: ${v["allowed"]}`,
  ),
  egress_proxy: warning(
    "egress",
    (v) => `${v["names"]} is set, but requests to integrators do not use a proxy`,
    "allow direct outgoing connections in the firewall",
  ),
  egress_nameless: fault(
    "egress",
    () => "no DNS server is configured",
    "host names of integrators cannot be resolved; check /etc/resolv.conf",
  ),
};
