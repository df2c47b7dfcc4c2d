import { pauseEndpoint, resumeEndpoint } from "../settings/endpoint-state.ts";
import type { TotalsFilter } from "../deliveries/delivery-record.ts";
import type { Sql } from "../sql.ts";
import { listDeliveries } from "../queries/delivery-list.ts";
import { readTotals } from "../queries/delivery-totals.ts";
import { findDelivery } from "../queries/delivery.ts";
import { findEndpoint, listEndpoints } from "../queries/endpoint.ts";
import { readerForTransaction } from "../queries/transaction-reader.ts";
import { countOfflineMessages, findDeliveries, findOfflineMessage, listOfflineMessages } from "../queries/offline-message.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of deliveries, their endpoints and offline messages for `edges/operator`. */
export function createDeliveryStores({ reader }: Pick<ServiceStoreDeps, "reader">) {
  return {
    deliveries: {
      list: bindReader(reader, listDeliveries),
      find: bindReader(reader, findDelivery),
      totals: (account: number, filter: TotalsFilter, now: number) => readTotals(reader, account, filter, now),
    },
    endpointRows: {
      list: bindReader(reader, listEndpoints),
      find: bindReader(reader, findEndpoint),
      findIn: (tx: Sql, account: number, id: number, now: number) => findEndpoint(readerForTransaction(tx), account, id, now),
      pause: pauseEndpoint,
      resume: resumeEndpoint,
    },
    offlineMessages: {
      list: bindReader(reader, listOfflineMessages),
      find: bindReader(reader, findOfflineMessage),
      count: bindReader(reader, countOfflineMessages),
      deliveries: bindReader(reader, findDeliveries),
    },
  };
}
