import type { SettingsKind } from "../../../core/event.ts";

type ChangedSettings = readonly {
  readonly kind: SettingsKind;
  readonly id: number | null;
}[];
export interface SettingsChangeResult<R> {
  readonly result: R;
  readonly changed: ChangedSettings;
  /** Changed rows of other accounts. The transaction must have the locks of these accounts. */
  readonly elsewhere?:
    | readonly { readonly account: number; readonly changed: ChangedSettings }[]
    | undefined;
}
