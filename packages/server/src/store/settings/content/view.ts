import type { Condition } from "@parlour/protocol/conditions/condition";
import type { ViewFields, ViewOrder } from "@parlour/protocol/settings/kinds/chats/view";
import type { Values } from "@parlour/protocol/settings/values";
import { createAudienceStore, type AudienceRow } from "./audience-store.ts";

export type ViewValues = Values<ViewFields>;
/** A saved view (VIEW-001). */
export type ViewRow = AudienceRow<ViewFields>;

interface StoredView {
  readonly condition: Condition;
  readonly sort: ViewOrder;
  readonly columns: string[];
}
export const viewStore = createAudienceStore<ViewFields, StoredView>("view", {
  toValues: ({ condition, sort, columns }) => ({ if: condition, order: sort, columns }),
  toColumns: (given) => ({
    condition: given.if && JSON.stringify(given.if),
    sort: given.order,
    columns: given.columns,
  }),
});
