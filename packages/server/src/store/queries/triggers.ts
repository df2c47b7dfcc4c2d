import type { Reader } from "../reader.ts";
import { knownChannels } from "../settings/endpoint.ts";
import { createTrigger, deleteTrigger, orderTriggers, updateTrigger } from "../settings/trigger.ts";
import type { Sql } from "../sql.ts";
import { findTrigger, listLastVisits, listTriggers } from "./trigger.ts";

/** Triggers as `edges/operator` asks for them. `inside`: the queries seen from a transaction. */
export function openTriggerStore(reader: Reader, inside: (tx: Sql) => Reader) {
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
