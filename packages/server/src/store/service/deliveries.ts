import { pauseEndpoint, resumeEndpoint } from "../settings/integrations/endpoint-state.ts";
import type { TotalsFilter } from "../deliveries/delivery-record.ts";
import type { Sql } from "../database/sql.ts";
import { listDeliveries } from "../deliveries/delivery-list.ts";
import { readTotals } from "../deliveries/delivery-totals.ts";
import { findDelivery } from "../deliveries/delivery.ts";
import { findEndpoint, listEndpoints } from "../settings/integrations/endpoint.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import { countOfflineMessages, findDeliveries, findOfflineMessage, listOfflineMessages } from "../chats/offline-message.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of deliveries, their endpoints and offline messages for `api`. */
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
