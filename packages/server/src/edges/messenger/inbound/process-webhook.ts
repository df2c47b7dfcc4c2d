import type { ConnectorChannel } from "../../../connectors/connector.ts";
import { createKeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import { runLimited } from "../../../connectors/inbound/run-limited.ts";
import { parseCallbackData } from "../../../connectors/outbound/callback-data.ts";
import type { SentState, WebhookContent } from "../format/parse-webhook.ts";
import { storeMessage, type StoreMessageDeps } from "./store-message.ts";

/** Maximum number of customers of one webhook that are processed at the same time. */
const maxConcurrent = 8;

/**
 * Creates the function that stores the messages and applies the states of a webhook (ME-013,
 * ME-040). Those of a customer keep their order. States do not wait for messages, because a file
 * may take longer than a repeated request waits for its echo (ME-041). Everything may run twice.
 * Rejects with the first error after all other parts are done. Meta then sends the webhook again.
 */
export function createWebhookProcessor(
  deps: StoreMessageDeps,
): (channel: ConnectorChannel, content: WebhookContent) => Promise<void> {
  const customers = createKeyedQueue();
  return async (channel, { messages, openings, states }) => {
    const listTasks = <T extends { readonly customer: string }>(
      name: string,
      items: readonly T[],
      handle: (item: T) => Promise<unknown>,
    ): readonly (() => Promise<void>)[] =>
      [...Map.groupBy(items, ({ customer }) => customer)].map(
        ([customer, ofCustomer]) =>
          () =>
            customers.run(`${channel.id} ${name} ${customer}`, async () => {
              for (const item of ofCustomer) await handle(item);
            }),
      );
    await runLimited(
      [
        ...listTasks("messages", openings, (opening) => deps.inbox.open(channel, opening)),
        ...listTasks("messages", messages, (message) => storeMessage(deps, channel, message)),
        ...listTasks("states", states, (state) => applyState(deps, channel, state)),
      ],
      maxConcurrent,
    );
  };
}

/**
 * Applies what Meta says about a message that was sent. An echo names our message, also if the
 * response to its request was lost. States of messages that Parlour did not send have no effect.
 */
async function applyState(
  { clock, inbox, outbox, metadataKey }: StoreMessageDeps,
  channel: ConnectorChannel,
  event: SentState,
): Promise<void> {
  const { customer } = event;
  if (event.kind === "echo") {
    const sent = parseCallbackData(event.metadata, metadataKey);
    if (sent === null) return;
    const { chatId, messageId, seq } = sent;
    const ids = { externalId: event.mid, chatId, messageId, seq };
    return outbox.messages.link(channel, ids);
  }
  const { mids, until, state, at } = event;
  const latest =
    mids.length > 0 || until === null
      ? null
      : await outbox.messages.findLatestSent(channel, customer, until);
  for (const externalId of latest === null ? mids : [latest.externalId])
    await inbox.mark(channel, { externalId, state, at: at ?? clock.now() });
}
