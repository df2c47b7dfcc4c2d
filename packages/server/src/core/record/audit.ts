/** What one row of settings was and became; secrets are masked. null: it was not there before, or is not there any more. */
export interface AuditChange {
  readonly object: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
/** `system`: the server itself, `file`: the provisioning file, `anonymous`: somebody who is not signed in. */
export type AuditActorKind = "operator" | "key" | "file" | "anonymous" | "command" | "system";
/** An entry of the audit log (API-072). */
export interface AuditRecord {
  /** Its place in the chain of the account: 1, 2, 3 … */
  readonly n: number;
  readonly at: string;
  readonly actorKind: AuditActorKind;
  readonly actorId: number | null;
  /** Of the operator or key as it is called now; null: gone, or nobody. */
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
/** Which entries; every field narrows it further. */
export interface AuditFilter {
  /** Milliseconds since 1970: since ≤ time < until. */
  readonly since?: number;
  readonly until?: number;
  /** `channel` finds `channel.add` too. */
  readonly action?: string;
  /** An operator, or a key of his. */
  readonly operator?: number;
  readonly result?: "ok" | "refused";
  /** Part of what was changed, its name, or the address. */
  readonly q?: string;
}
export interface AuditPage extends AuditFilter {
  /** Numbers below this one. */
  readonly before?: number;
  readonly limit: number;
}
/** What a look through a whole chain found. */
export interface AuditVerdict {
  /** Entries that stand there, and the first and last of their numbers; null: none. */
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
  /** Hash of the last one, in hex: whoever notes it down can tell later that nothing before it was taken away. */
  readonly hash: string | null;
  /** The first entry that is not what it was, or before which one is missing; null: the chain is whole. */
  readonly brokenAt: number | null;
}
