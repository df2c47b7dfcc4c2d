/**
 * Keys of the advisory locks with one number. Each use has its own key: a lock that a process holds
 * while it runs would otherwise block every transaction with the same key. The bundled PostgreSQL
 * uses 7001 (embedded/connect.ts). Locks with two numbers do not collide with these.
 */
export const advisoryLocks = {
  /** Held by a transaction that creates accounts from a provisioning file. */
  accounts: 7002,
  /**
   * Held by a transaction that sets the token of a bot connection. The token is unique in the
   * installation (BOT-003).
   */
  botTokens: 7003,
  /** Held by the process that serves the database (CORE-180). */
  installation: 7004,
  /** Held by the process that changes the schema (CORE-166). */
  migrations: 7005,
} as const;
