import { findExistingChannels } from "../settings/integrations/endpoint-changes.ts";
import { createTrigger, deleteTrigger, setTriggerOrder, updateTrigger } from "../settings/channels/trigger-changes.ts";
import type { Sql } from "../database/sql.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import { findTrigger, listLastVisits, listTriggers } from "../settings/channels/trigger.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the store of triggers for `api`. */
export function createTriggerStore({ reader }: Pick<ServiceStoreDeps, "reader">) {
  return {
    list: (account: number) => listTriggers(reader, account),
    find: (account: number, id: number) => findTrigger(reader, account, id),
    listIn: (tx: Sql, account: number) => listTriggers(readerForTransaction(tx), account),
    knownChannels: findExistingChannels,
    create: createTrigger,
    update: updateTrigger,
    order: setTriggerOrder,
    remove: deleteTrigger,
    lastVisits: (account: number, channels: readonly number[] | null, limit: number) => listLastVisits(reader, account, channels, limit),
  };
}
