import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import { parseCallbackData } from "../../../connectors/outbound/callback-data.ts";
import type { MessageStatus } from "../format/parse-webhook.ts";

export interface ApplyStatusDeps extends Pick<ServicePort, "clock"> {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly callbackKey: Buffer;
}

/**
 * Applies the state of a message (WA-040). A state can come before the response to the request was
 * stored, so the message is found by the callback data, which also stores the id. A state of a
 * message that Parlour did not send has no effect. Rejects if the service must repeat the state.
 */
export async function applyStatus(
  { clock, inbox, outbox, callbackKey }: ApplyStatusDeps,
  channel: ConnectorChannel,
  status: MessageStatus,
): Promise<void> {
  const { state, at, callbackData, error } = status;
  const externalId = status.wamid;
  const sent = parseCallbackData(callbackData, callbackKey);
  if (sent !== null) {
    const { chatId, messageId, seq } = sent;
    await outbox.messages.link(channel, { externalId, chatId, messageId, seq });
  }
  if (state === "failed") await outbox.fail(channel, { externalId, ...error });
  else if (state !== "sent")
    await inbox.mark(channel, {
      externalId,
      state: state === "read" ? "seen" : "received",
      at: at ?? clock.now(),
    });
}
