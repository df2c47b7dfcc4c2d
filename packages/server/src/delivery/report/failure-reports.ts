import type { AccountConfig } from "../../core/command.ts";
import type {
  FailedMessage,
  FailureReportPlanner,
  PlannedDelivery,
} from "../../core/delivery/planner.ts";
import type { Delivery } from "../../core/entity.ts";
import type { DeliveryRow } from "../../store/deliveries/delivery-row.ts";

export interface FailureReportDeps {
  readonly reports: FailureReportPlanner;
  /** Generates the id of a new delivery. */
  readonly deliveryId: () => Promise<number>;
  /** Runs a query with the database role of the writer. */
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
}
/** A change of a delivery that is about to be written. */
interface PendingChange {
  readonly row: DeliveryRow;
  readonly transition: { readonly state: string; readonly outcome: string | null };
}
/** Plans the reports of one endpoint's changes, by id of the failed delivery. */
type FailureReporter = (
  config: AccountConfig,
  kind: Delivery["endpoint"]["kind"],
  changes: readonly PendingChange[],
) => Promise<ReadonlyMap<number, readonly PlannedDelivery[]>>;

/**
 * Creates the function that plans reports of messages that finally failed (WH-112). It reads the
 * chats only if an endpoint of the account receives such reports. Failures of webhooks and of
 * notifications are not reported, so a report cannot cause another one.
 */
export function createFailureReporter({
  reports,
  deliveryId,
  query,
}: FailureReportDeps): FailureReporter {
  return async (config, kind, changes) => {
    const planned = new Map<number, readonly PlannedDelivery[]>();
    const failed = changes.filter((change) => isFailedMessage(kind, change));
    if (failed.length === 0 || !reports.isAsked(config)) return planned;
    const chats = await readChats(
      query,
      config.accountId,
      failed.map(({ row }) => row.chatId),
    );
    for (const { row } of failed) {
      const chat = chats.get(row.chatId ?? 0);
      if (chat === undefined) continue;
      const deliveries: PlannedDelivery[] = [];
      for (const report of reports.plan(chat, config))
        deliveries.push({ ...report, deliveryId: await deliveryId() });
      planned.set(row.id, deliveries);
    }
    return planned;
  };
}

/**
 * Returns whether the change ends a message to the customer's channel, to the bot or by mail
 * without success. A bot's message that operators take over, and one that was erased, did not fail.
 */
function isFailedMessage(
  kind: Delivery["endpoint"]["kind"],
  { row, transition }: PendingChange,
): boolean {
  const { state, outcome } = transition;
  if (state !== "failed" && state !== "dead") return false;
  if (outcome === "withdrawn" || outcome === "handed_over") return false;
  if (row.chatId === null || row.seq === null) return false;
  if (kind === "bot") return row.event === "CLIENT_MESSAGE";
  return kind === "channel" || (kind === "mail" && row.event === "transcript");
}

/** Reads the channel and the department of chats, by id. */
async function readChats(
  query: FailureReportDeps["query"],
  account: number,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, FailedMessage>> {
  const rows = await query<FailedMessage>(
    `select c.id as "chatId", c.source as "channelId", (c.body::json->'department'->>'id')::float8 as "departmentId"
     from chat c where c.account_id = $1 and c.id = any($2::bigint[])`,
    [account, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [Number(row.chatId), row]));
}
