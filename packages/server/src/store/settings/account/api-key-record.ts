/** A key of the service API. `hint` is its last part. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly operator: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** null: it does not expire. */
  readonly expiresAt: string | null;
  readonly managed: boolean;
}
/** Data of a new API key. */
export interface ApiKeyRow {
  /** The key as its owner sends it; only its hash is stored (CORE-125). */
  readonly key: string;
  readonly name: string;
  readonly operatorId: number;
  readonly scopes: readonly string[];
  readonly managed: boolean;
  /** Milliseconds since 1970; absent or null: it does not expire. */
  readonly expiresAt?: number | null;
  readonly now: number;
}
