/** One settings row before and after a change, with secrets masked. null: the row did not exist. */
export interface AuditChange {
  readonly object: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
/**
 * `system`: the server, `file`: the provisioning file, `anonymous`: a client that is not signed in.
 */
export type AuditActorKind = "operator" | "key" | "file" | "anonymous" | "command" | "system";
/** An entry of the audit log (API-072). */
export interface AuditRecord {
  /** Position in the account's chain: 1, 2, 3 … */
  readonly n: number;
  readonly at: string;
  readonly actorKind: AuditActorKind;
  readonly actorId: number | null;
  /** Current name of the operator or key; null: deleted, or none. */
  readonly actorName: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly result: "ok" | "refused";
  readonly changes: readonly AuditChange[];
  /** SHA-256 in hex. */
  readonly previous: string | null;
  readonly hash: string;
}
/** Filter of the audit log. All given fields must match. */
export interface AuditFilter {
  /** Milliseconds since 1970: since ≤ time < until. */
  readonly since?: number;
  readonly until?: number;
  /** `channel` also matches `channel.add`. */
  readonly action?: string;
  /** An operator, including their keys. */
  readonly operator?: number;
  readonly result?: "ok" | "refused";
  /** Part of the changed object, its name, or the address. */
  readonly q?: string;
}
export interface AuditPage extends AuditFilter {
  /** Only entries with lower numbers. */
  readonly before?: number;
  readonly limit: number;
}
/** Result of checking a whole chain. */
export interface AuditCheckResult {
  /** Number of entries, and the numbers of the first and last; null: none. */
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
  /**
   * Hash of the last entry in hex. If you record it, you can detect later that earlier entries were
   * removed.
   */
  readonly hash: string | null;
  /** The first entry that was changed or has a missing predecessor; null: the chain is intact. */
  readonly brokenAt: number | null;
}
