import type { ConnectorChannel } from "../../../connectors/connector.ts";
import { createKeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import { runLimited } from "../../../connectors/inbound/run-limited.ts";
import type { ParsedMessage } from "../format/parse-message.ts";
import type { MessageStatus, WebhookContent } from "../format/parse-webhook.ts";
import { applyStatus, type ApplyStatusDeps } from "./apply-status.ts";
import { storeMessage, type StoreMessageDeps } from "./store-message.ts";

export interface ProcessWebhookDeps extends StoreMessageDeps, ApplyStatusDeps {}

/** Maximum number of customers of one webhook that are processed at the same time. */
const maxConcurrent = 8;

/**
 * Creates the function that stores the messages and applies the states of a webhook (WA-013,
 * WA-040). Messages of a customer are stored in their order, also if a later webhook overtakes an
 * earlier one. Everything may run twice. Rejects with the first error after all other parts are
 * done. The service then sends the whole webhook again.
 */
export function createWebhookProcessor(
  deps: ProcessWebhookDeps,
): (channel: ConnectorChannel, content: WebhookContent) => Promise<void> {
  const customers = createKeyedQueue();
  return async (channel, { messages, customerChanges, statuses }) => {
    const byCustomer = Map.groupBy(messages, ({ customer }) => customer);
    const byMessage = Map.groupBy(statuses, ({ wamid }) => wamid);
    const storeAll = [...byCustomer].map(
      ([customer, ofCustomer]) =>
        () =>
          customers.run(`${channel.id} ${customer}`, () => storeInOrder(deps, channel, ofCustomer)),
    );
    const applyAll = [...byMessage.values()].map(
      (ofMessage) => () => applyInOrder(deps, channel, ofMessage),
    );
    const changeAll = customerChanges.map(
      (change) => () =>
        customers.run(`${channel.id} ${change.from[0] ?? ""}`, () =>
          deps.inbox.changeCustomer(channel, { ...change, at: change.at ?? deps.clock.now() }),
        ),
    );
    await runLimited([...storeAll, ...changeAll, ...applyAll], maxConcurrent);
  };
}

async function storeInOrder(
  deps: ProcessWebhookDeps,
  channel: ConnectorChannel,
  messages: readonly ParsedMessage[],
): Promise<void> {
  for (const message of messages) await storeMessage(deps, channel, message);
}

async function applyInOrder(
  deps: ProcessWebhookDeps,
  channel: ConnectorChannel,
  statuses: readonly MessageStatus[],
): Promise<void> {
  for (const status of statuses) await applyStatus(deps, channel, status);
}
