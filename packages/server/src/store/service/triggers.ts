import { knownChannels } from "../settings/endpoint.ts";
import { createTrigger, deleteTrigger, orderTriggers, updateTrigger } from "../settings/trigger.ts";
import type { Sql } from "../sql.ts";
import { inside } from "../queries/inside.ts";
import { findTrigger, listLastVisits, listTriggers } from "../queries/trigger.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the store of triggers for `edges/operator`. */
export function openTriggerStore({ reader }: Pick<ServiceStoreDeps, "reader">) {
  return {
    list: (account: number) => listTriggers(reader, account),
    find: (account: number, id: number) => findTrigger(reader, account, id),
    listIn: (tx: Sql, account: number) => listTriggers(inside(tx), account),
    knownChannels,
    create: createTrigger,
    update: updateTrigger,
    order: orderTriggers,
    remove: deleteTrigger,
    lastVisits: (account: number, channels: readonly number[] | null, limit: number) => listLastVisits(reader, account, channels, limit),
  };
}
