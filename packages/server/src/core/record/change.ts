import type { SettingsKind } from "../event.ts";

export type Changed = readonly { readonly kind: SettingsKind; readonly id: number | null }[];
/** What a change of settings gives back, and what it announces. */
export interface Change<R> {
  readonly result: R;
  readonly changed: Changed;
  /** The same for other accounts; the transaction holds their heads. */
  readonly elsewhere?: readonly { readonly account: number; readonly changed: Changed }[] | undefined;
}
