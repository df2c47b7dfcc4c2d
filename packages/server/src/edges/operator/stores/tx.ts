import type { SettingsKind } from "../../../core/event.ts";

/** A transaction, handed from `change` to the writers. */
export interface Tx {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

type Changed = readonly { readonly kind: SettingsKind; readonly id: number | null }[];
export interface Change<R> {
  readonly result: R;
  readonly changed: Changed;
  /** The same for other accounts whose heads the transaction holds. */
  readonly elsewhere?: readonly { readonly account: number; readonly changed: Changed }[] | undefined;
}
