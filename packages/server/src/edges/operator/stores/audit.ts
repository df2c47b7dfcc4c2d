/** What one row of settings was and became; secrets are masked. */
export interface AuditChange {
  readonly object: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
export interface AuditRecord {
  readonly n: number;
  readonly at: string;
  readonly actorKind: "operator" | "key" | "file" | "anonymous" | "command" | "system";
  readonly actorId: number | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly result: "ok" | "refused";
  readonly changes: readonly AuditChange[];
  readonly previous: string | null;
  readonly hash: string;
}
export interface AuditFilter {
  readonly since?: number;
  readonly until?: number;
  readonly action?: string;
  readonly operator?: number;
  readonly result?: "ok" | "refused";
  readonly q?: string;
}
/** Chains: an account's id; 0: what belongs to no account. */
export interface AuditStore {
  list(chain: number, filter: AuditFilter & { readonly before?: number; readonly limit: number }): Promise<readonly AuditRecord[]>;
  actions(chain: number): Promise<readonly string[]>;
  verify(chain: number): Promise<{
    readonly count: number;
    readonly first: number | null;
    readonly last: number | null;
    readonly hash: string | null;
    readonly brokenAt: number | null;
  }>;
}
