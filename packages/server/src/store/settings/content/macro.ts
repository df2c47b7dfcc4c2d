import type { Action } from "@parlour/protocol/actions/actions";
import type { MacroFields } from "@parlour/protocol/settings/kinds/chats/macro";
import { createAudienceStore, type AudienceRow } from "./audience-store.ts";

/** A macro (ACT-020). */
export type MacroRow = AudienceRow<MacroFields>;

export const macroStore = createAudienceStore<MacroFields, { readonly actions: readonly Action[] }>(
  "macro",
  {
    toValues: ({ actions }) => ({ do: actions }),
    toColumns: (given) => ({ actions: given.do && JSON.stringify(given.do) }),
  },
);
