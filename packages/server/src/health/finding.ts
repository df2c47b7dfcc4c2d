import type { FindingCode, FindingState, HealthCheck } from "@parlour/protocol/api";

/** Result of one check. A fault prevents Parlour from working. A warning may lead to a fault. */
export interface Finding {
  readonly check: HealthCheck;
  readonly state: FindingState;
  readonly code: FindingCode;
  /** Values in the messages. Never contains secrets. */
  readonly values: Values;
  readonly message: string;
  /** Advice on how to fix it. */
  readonly advice?: string;
}
type Values = Readonly<Record<string, string | number>>;

/** Creates a finding with its texts. */
export function createFinding(code: FindingCode, values: Values = {}): Finding {
  const { check, state, message, advice } = findingTexts[code];
  return { check, state, code, values, message: message(values), ...(advice === undefined ? {} : { advice }) };
}
/** Returns the worst state of all findings. */
export function worstState(findings: readonly Finding[]): FindingState {
  for (const state of ["fault", "warning"] as const) if (findings.some((item) => item.state === state)) return state;
  return "good";
}

interface FindingText {
  readonly check: HealthCheck;
  readonly state: FindingState;
  readonly message: (values: Values) => string;
  readonly advice?: string;
}
const good = (check: HealthCheck, message: FindingText["message"]): FindingText => ({ check, state: "good", message });
const warning = (check: HealthCheck, message: FindingText["message"], advice: string): FindingText => ({
  check,
  state: "warning",
  message,
  advice,
});
const fault = (check: HealthCheck, message: FindingText["message"], advice: string): FindingText => ({
  check,
  state: "fault",
  message,
  advice,
});

const brokenText = "was changed, or one before it is missing";
const brokenAdvice =
  "Somebody wrote to the database past Parlour, or a disk lost data: compare with a backup, and see who may reach the database.";
const backupAdvice = "parlour backup FOLDER, regularly and onto another disk; a copy made in another way is not seen from here";

/**
 * Texts of `parlour doctor`, `/ready` and the service API. The operator application has its own
 * texts for the same codes.
 */
const findingTexts: Readonly<Record<FindingCode, FindingText>> = {
  disk_good: good("disk", (v) => `${v["free_mib"]} MiB free for ${v["folder"]}`),
  disk_low: warning(
    "disk",
    (v) => `${v["free_mib"]} MiB free for ${v["folder"]}`,
    "plan for more space: files and history grow; uploads stop at 64 MiB, messages at 32",
  ),
  disk_full: fault("disk", (v) => `${v["free_mib"]} MiB free for ${v["folder"]}, at least ${v["least_mib"]} are needed`, "free some space"),
  disk_closed: fault(
    "disk",
    (v) => `${v["folder"]} cannot be written`,
    "see its owner and whether the disk is mounted read-only, or choose another DATA_DIR",
  ),
  disk_unseen: fault("disk", (v) => `${v["folder"]} cannot be looked at (${v["reason"]})`, "see whether its disk is there"),

  database_good: good("database", (v) => `PostgreSQL ${v["version"]} answers`),
  database_away: fault("database", () => "the connection is being made again", "see whether PostgreSQL runs"),
  database_silent: fault("database", (v) => `no answer within ${v["ms"]} ms`, "see whether PostgreSQL is overloaded"),
  database_closed: fault("database", () => "cannot be asked", "see whether PostgreSQL runs and takes connections"),
  database_full: fault(
    "database",
    () => "its disk is full, so nothing is accepted",
    "free some space where PostgreSQL keeps its data; messages go on by themselves",
  ),
  database_read_only: fault("database", () => "it is read-only, so nothing is accepted", "point DATABASE_URL at the primary"),
  database_unwritable: fault("database", (v) => `it refuses what is written (${v["reason"]})`, "see the log of PostgreSQL"),
  database_old: fault("database", (v) => `PostgreSQL ${v["version"]} is too old`, "use PostgreSQL 15 or newer"),
  database_unsafe: fault(
    "database",
    (v) => `${v["settings"]} is off: acknowledged messages could be lost`,
    "turn it on in postgresql.conf and restart PostgreSQL",
  ),
  database_roles: fault(
    "database",
    () => "its user may not create the roles that Parlour needs",
    "start Parlour once: it prints the SQL to run",
  ),
  database_crowded: warning("database", (v) => `only ${v["count"]} connections are free`, "raise max_connections: a node uses about 25"),

  database_pool: warning(
    "database",
    () => "no connection is free for queries: messages are accepted, but lists and settings may be refused",
    "raise max_connections, or end what else uses the database",
  ),
  database_standby: warning(
    "database",
    (v) => `synchronous_commit is ${v["setting"]}, so a standby that takes over may lack messages that were acknowledged`,
    "set synchronous_commit = on, or accept the loss at a failover",
  ),

  nodes_good: good("nodes", (v) => (v["count"] === 0 ? "none runs now" : "one runs on this database")),
  nodes_several: warning(
    "nodes",
    (v) => `${v["count"]} run on this database; one is supported`,
    "end all but one: each takes chats from operators who are online at another one",
  ),

  sockets_good: good("sockets", () => "new connections can be taken"),
  sockets_none: fault("sockets", () => "no descriptors left for new connections", "raise the limit of open files (ulimit -n)"),

  clock_good: good("clock", () => "agrees with the database's"),
  clock_apart: warning(
    "clock",
    (v) => `this machine and the database are ${v["ms"]} ms apart`,
    "synchronise both by NTP; Parlour follows the clock of its machine slowly, and takes it at once when it is restarted",
  ),
  clock_ahead: warning(
    "clock",
    (v) => `the latest entry was written ${v["seconds"]} s from now: the clock of this machine went back`,
    "synchronise it by NTP; order and numbers of messages do not depend on it, times shown do",
  ),

  deliveries_good: good("deliveries", () => "none waits for more than an hour"),
  deliveries_wait: warning(
    "deliveries",
    (v) => `${v["count"]} wait for more than an hour, the oldest since ${v["oldest_at"]}`,
    "Integrations → Deliveries says which endpoint does not answer, and why",
  ),

  audit_good: good("audit", (v) => `${v["count"]} entries, every hash fits`),
  audit_broken: fault("audit", (v) => `entry ${v["n"]} of account ${v["account"]} ${brokenText}`, brokenAdvice),
  audit_broken_installation: fault("audit", (v) => `entry ${v["n"]} of the installation ${brokenText}`, brokenAdvice),
  audit_late: warning(
    "audit",
    () => "its hashes took too long to be worked out",
    "`parlour doctor` on the machine takes the time it needs",
  ),

  keys_good: good("keys", () => "no API key ends within 14 days"),
  keys_ending: warning(
    "keys",
    (v) => `${v["count"]} API keys end within 14 days, the first at ${v["first_at"]}`,
    "Settings → API keys of each account says which; make a new key before its program is refused",
  ),

  backups_good: good("backups", (v) => `the newest ${v["days"] === 0 ? "is of today" : `is ${v["days"]} days old`}`),
  backups_old: warning("backups", (v) => `the newest is ${v["days"]} days old`, backupAdvice),
  backups_none: warning("backups", () => "none was made yet", backupAdvice),

  mail_off: good("mail", () => "not set up; nothing waits for it"),
  mail_good: good("mail", (v) => `${v["at"]} can be reached`),
  mail_unreachable: fault(
    "mail",
    (v) => `${v["at"]} cannot be reached (${v["reason"]})`,
    "mend host, port or firewall; Settings → Mail server sends a test mail and says at which step it ends",
  ),
  storage_disk: good("storage", () => "files are kept on the disk"),
  storage_good: good("storage", (v) => `${v["at"]} can be reached`),
  storage_unreachable: fault(
    "storage",
    (v) => `${v["at"]} cannot be reached (${v["reason"]})`,
    "mend the endpoint of `storage`, or the way to it; until then no file is stored or shown",
  ),

  scanner_off: good("scanner", () => "not set up; files are stored without a virus scan"),
  scanner_good: good("scanner", (v) => `${v["at"]} answers`),
  scanner_unreachable: fault(
    "scanner",
    (v) => `${v["at"]} does not answer (${v["reason"]}), so no file is stored`,
    "start the scanner, or mend FILE_SCANNER or the way to it; without FILE_SCANNER files are stored without a scan",
  ),

  tls_good: good("tls", (v) => `the certificate of ${v["host"]} is trusted for ${v["days"]} days`),
  tls_local: good("tls", () => "not needed: PUBLIC_URL is on this machine"),
  tls_none: warning("tls", (v) => `${v["url"]} is not encrypted`, "put a proxy with TLS in front and set PUBLIC_URL to its https address"),
  tls_ending: warning("tls", (v) => `the certificate of ${v["host"]} ends in ${v["days"]} days`, "renew it"),
  tls_untrusted: fault(
    "tls",
    (v) => `${v["url"]}: ${v["reason"]}`,
    "mend the proxy or its certificate; never turn verification off at integrators",
  ),

  origins_good: good("origins", (v) => `visitors have an origin of their own, ${v["url"]}`),
  origins_shared: good("origins", () => "visitors and operators share one; WIDGET_URL gives visitors one of their own, which is safer"),

  egress_good: good("egress", (v) =>
    v["allowed"] === "" ? "no private target is allowed by EGRESS_ALLOW" : `private targets allowed by EGRESS_ALLOW: ${v["allowed"]}`,
  ),
  egress_proxy: warning(
    "egress",
    (v) => `${v["names"]} is set, but requests to integrators never go through a proxy`,
    "open the way to them in the firewall",
  ),
  egress_nameless: fault(
    "egress",
    () => "no name server is configured",
    "without one no integrator's host name can be found; see /etc/resolv.conf",
  ),
};
