/**
 * Keys of the advisory locks with one number. Each use has a key of its own: a lock that a process holds while it runs would otherwise block every
 * transaction that takes the same key. The bundled PostgreSQL is guarded by 7001 (embedded/connect.ts). Locks with two numbers do not collide with these.
 */
export const advisoryLocks = {
  /** Of a transaction that makes accounts from a provisioning file. */
  accounts: 7002,
  /** Of a transaction that gives a bot connection its token, which is unique in the installation (BOT-003). */
  botTokens: 7003,
  /** Of the process that serves the database, for as long as it may (CORE-180). */
  installation: 7004,
  /** Of the process that changes the schema (CORE-166). */
  migrations: 7005,
} as const;
