/** A key of the service API; `hint` is the end of it. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly operator: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** null: it has no end. */
  readonly expiresAt: string | null;
  readonly managed: boolean;
}
/** A key to be. */
export interface ApiKeyRow {
  /** The key as its owner sends it; only its hash is kept (CORE-125). */
  readonly key: string;
  readonly name: string;
  readonly operatorId: number;
  readonly scopes: readonly string[];
  readonly managed: boolean;
  /** ms; absent or null: it has no end. */
  readonly expiresAt?: number | null;
  readonly now: number;
}
