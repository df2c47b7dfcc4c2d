import type { AccountConfig, CommandContext } from "../core/command.ts";
import type { NewMessage } from "../core/event.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../delivery/index.ts";
import { answerMergeMs } from "./policy.ts";
import { offlineMessageRecipients } from "../core/routing/recipients.ts";

/** Events that are delivered by email, named as in the delivery log. */
export type MailEvent =
  | "chat_waiting"
  | "offline_message"
  | "offline_answer"
  | "chat_answer"
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
    if (isMailedAnswer(event.message, scene)) return [planAnswer(event.message, endpointId, scene)];
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

/** Returns whether a message is an answer that the visitor also gets by email (MAIL-038). */
function isMailedAnswer(
  { author, kind, hidden, chat_id: chatId }: NewMessage,
  { chat, currentChat }: CommandContext,
): boolean {
  const answered = [chat, currentChat].find((candidate) => candidate?.id === chatId);
  return (
    answered?.entity.answers_mailed_to !== undefined &&
    (author.kind === "operator" || author.kind === "bot") &&
    kind !== "note" &&
    hidden !== true
  );
}

/**
 * Plans the email with an answer and those that follow within {@link answerMergeMs}. Those have no
 * email of their own.
 */
const planAnswer = (
  { chat_id: chatId }: NewMessage,
  endpointId: number,
  { ids }: CommandContext,
): PlannedDelivery => ({
  endpointId,
  orderKey: chatId,
  deliveryId: ids.delivery(),
  event: "chat_answer" satisfies MailEvent,
  chatId,
  delayMs: answerMergeMs,
  merge: true,
});

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
