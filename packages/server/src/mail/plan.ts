import type { AccountConfig } from "../core/command.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../delivery/index.ts";
import { offlineMessageRecipients } from "../core/routing/recipients.ts";

/** Events that are delivered by email, named as in the delivery log. */
export type MailEvent =
  | "chat_waiting"
  | "offline_message"
  | "offline_answer"
  | "transcript"
  | "endpoint_failing"
  | "endpoint_off"
  | "address_opened";

/**
 * System messages that cause an email: a chat that no operator accepts, with repeated reminders to
 * administrators (CORE-035), and the transcript for the visitor (CORE-111).
 */
const mailEventsByLineCode: Readonly<Record<string, MailEvent>> = {
  ladder_mail: "chat_waiting",
  ladder_remind: "chat_waiting",
  transcript_mailed: "transcript",
};

/**
 * Plans emails for events: for some system messages, for an offline message to the operators who
 * want it, and for an operator's answer to it (CORE-110). Each email is one delivery for all
 * recipients, in a lane of its own.
 */
export const planMailDeliveries: DeliveryPlanner = (event, scene) => {
  const { mail } = scene.config;
  if (mail === undefined) return [];
  const { endpointId } = mail;
  if (event.name === "message_created") {
    const { id, chat_id: chatId, line } = event.message;
    const code = line?.code ?? "";
    if (
      !Object.hasOwn(mailEventsByLineCode, code) ||
      (code === "ladder_remind" &&
        !(line?.assignment?.eligible ?? []).some((operatorId) => mail.reminders.has(operatorId)))
    )
      return [];
    return [
      {
        endpointId,
        orderKey: id,
        deliveryId: scene.ids.delivery(),
        event: mailEventsByLineCode[code] ?? "",
        chatId,
      },
    ];
  }
  if (event.name !== "offline_message_updated") return [];
  const { offlineMessage: message } = event;
  const answer = message.answers?.at(-1);
  if (event.mailed === true && answer?.delivery_id !== undefined)
    return [
      {
        endpointId,
        orderKey: answer.delivery_id,
        deliveryId: answer.delivery_id,
        event: "offline_answer" satisfies MailEvent,
      },
    ];
  if (message.state !== "new" || offlineMessageRecipients(scene.config, message).length === 0)
    return [];
  return [
    {
      endpointId,
      orderKey: message.id,
      deliveryId: scene.ids.delivery(),
      event: "offline_message" satisfies MailEvent,
    },
  ];
};

/**
 * Plans the email about a failing or disabled endpoint (CORE-112), or about a new outbound address
 * (CORE-251), in a lane of its own. The recipients are determined when the email is sent.
 */
export function planChangeMail(
  {
    kind,
    delayMs,
  }: {
    readonly kind: "endpoint_failing" | "endpoint_off" | "address_opened";
    readonly delayMs: number;
  },
  { mail }: Pick<AccountConfig, "mail">,
  deliveryId: number,
): readonly PlannedDelivery[] {
  return mail === undefined
    ? []
    : [
        {
          endpointId: mail.endpointId,
          orderKey: deliveryId,
          deliveryId,
          event: kind satisfies MailEvent,
          delayMs,
        },
      ];
}
