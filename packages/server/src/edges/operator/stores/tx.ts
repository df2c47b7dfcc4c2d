import type { SettingsKind } from "../../../core/event.ts";

/** A transaction, handed from `change` to the writers. */
export interface Tx {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

export interface Change<R> {
  readonly result: R;
  readonly changed: readonly { readonly kind: SettingsKind; readonly id: number | null }[];
}
