import { pauseEndpoint, resumeEndpoint } from "../settings/endpoint-switch.ts";
import type { TotalsFilter } from "../../core/record/delivery.ts";
import type { Sql } from "../sql.ts";
import { listDeliveries } from "../queries/delivery-list.ts";
import { readTotals } from "../queries/delivery-totals.ts";
import { findDelivery } from "../queries/delivery.ts";
import { findEndpoint, listEndpoints } from "../queries/endpoint.ts";
import { inside } from "../queries/inside.ts";
import { countOfflineMessages, deliveriesById, findOfflineMessage, listOfflineMessages } from "../queries/offline-message.ts";
import { bound } from "./bound.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of deliveries, their endpoints and offline messages for `edges/operator`. */
export function openLedgerStores({ reader }: Pick<ServiceStoreDeps, "reader">) {
  return {
    deliveries: {
      list: bound(reader, listDeliveries),
      find: bound(reader, findDelivery),
      totals: (account: number, filter: TotalsFilter, now: number) => readTotals(reader, account, filter, now),
    },
    endpointRows: {
      list: bound(reader, listEndpoints),
      find: bound(reader, findEndpoint),
      findIn: (tx: Sql, account: number, id: number, now: number) => findEndpoint(inside(tx), account, id, now),
      pause: pauseEndpoint,
      resume: resumeEndpoint,
    },
    offlineMessages: {
      list: bound(reader, listOfflineMessages),
      find: bound(reader, findOfflineMessage),
      count: bound(reader, countOfflineMessages),
      deliveries: bound(reader, deliveriesById),
    },
  };
}
