import type { SettingsKind } from "../event.ts";

export type Changed = readonly { readonly kind: SettingsKind; readonly id: number | null }[];
/** Result of a settings change, and the rows to announce. */
export interface Change<R> {
  readonly result: R;
  readonly changed: Changed;
  /** Changed rows of other accounts. The transaction has locked their account heads. */
  readonly elsewhere?: readonly { readonly account: number; readonly changed: Changed }[] | undefined;
}
