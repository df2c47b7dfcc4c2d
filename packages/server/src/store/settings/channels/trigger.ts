import { trigger } from "@parlour/protocol/settings/kinds/trigger";
import { toIsoTime } from "../../database/parameters.ts";
import { createTableStore, setUpdateTime } from "../table-store.ts";

export type TriggerFields = (typeof trigger)["fields"];

/** Triggers in their configured order (API-313). Deleted widgets are left out of `channels`. */
export const triggerStore = createTableStore(trigger, {
  selected: `case when channels is not null then array(select c.id from channel c
    where c.account_id = trigger_rule.account_id and c.id = any(trigger_rule.channels) and c.deleted_at is null order by 1) end as channels`,
  toFacts: (row: { readonly updated_at: Date }) => ({ updatedAt: toIsoTime(row.updated_at) }),
  changed: setUpdateTime,
});
