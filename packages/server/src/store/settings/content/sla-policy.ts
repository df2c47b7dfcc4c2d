import { slaPolicy, type SlaPolicyFields } from "@parlour/protocol/settings/kinds/chats/sla-policy";
import { toIsoTime } from "../../database/parameters.ts";
import type { KindRow } from "../kind-store.ts";
import { createTableStore, setUpdateTime } from "../table-store.ts";

export type SlaPolicyRow = KindRow<SlaPolicyFields>;

/** SLA policies in their order (SLA-002). */
export const slaPolicyStore = createTableStore(slaPolicy, {
  toFacts: (row: { readonly updated_at: Date }) => ({ updatedAt: toIsoTime(row.updated_at) }),
  changed: setUpdateTime,
});
