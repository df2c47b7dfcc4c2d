import type { MailConfig } from "../core/account-config.ts";
import type { AccountConfig, CommandContext } from "../core/command.ts";
import type { NewMessage } from "../core/event.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../delivery/index.ts";
import { answerMergeMs } from "./policy.ts";
import { getAbsentAssignee } from "../core/chat/participants/absent-assignee.ts";
import { offlineMessageRecipients } from "../core/routing/recipients.ts";

/** Events that are delivered by email, named as in the delivery log. */
export type MailEvent =
  | "chat_waiting"
  | "operator_assigned"
  | "chat_notice"
  | "offline_message"
  | "offline_answer"
  | "chat_answer"
  | "transcript"
  | "endpoint_failing"
  | "endpoint_off"
  | "address_opened"
  | "rule_off"
  | "agent_stopped"
  | "scheduled_report";

/**
 * System messages that cause an email: a chat that no operator accepts, with repeated reminders to
 * administrators (CORE-035), and the transcript for the visitor (CORE-111).
 */
const mailEventsByLineCode: ReadonlyMap<string, MailEvent> = new Map([
  ["ladder_mail", "chat_waiting"],
  ["ladder_remind", "chat_waiting"],
  ["transcript_mailed", "transcript"],
]);

/**
 * Plans emails for events: for some system messages, for an offline message to the operators who
 * want it, and for an operator's answer to it (CORE-110). Each email is one delivery for all
 * recipients, in a lane of its own.
 */
export const planMailDeliveries: DeliveryPlanner = (event, context) => {
  const { mail } = context.config;
  if (mail === undefined) return [];
  const { endpointId } = mail;
  if (event.name === "message_created") return planMessageMail(event.message, context, mail);
  if (event.name !== "offline_message_updated") return [];
  const { offlineMessage } = event;
  const answer = offlineMessage.answers?.at(-1);
  if (event.mailed === true && answer?.delivery_id !== undefined)
    return [
      {
        endpointId,
        orderKey: answer.delivery_id,
        deliveryId: answer.delivery_id,
        event: "offline_answer" satisfies MailEvent,
      },
    ];
  if (
    offlineMessage.state !== "new" ||
    offlineMessageRecipients(context.config, offlineMessage).length === 0
  )
    return [];
  return [
    {
      endpointId,
      orderKey: offlineMessage.id,
      deliveryId: context.ids.delivery(),
      event: "offline_message" satisfies MailEvent,
    },
  ];
};

/** Plans the email that a message causes: an answer to a visitor, or a notice to operators. */
function planMessageMail(
  message: NewMessage,
  context: CommandContext,
  mail: MailConfig,
): readonly PlannedDelivery[] {
  const { endpointId } = mail;
  if (isMailedAnswer(message, context)) return [planAnswer(message, endpointId, context)];
  const event = findOperatorMail(message, mail);
  if (event === null) return [];
  const deliveryId = context.ids.delivery();
  return [{ endpointId, orderKey: message.id, deliveryId, event, chatId: message.chat_id }];
}

/** Returns the event of the email that a system message causes, or null if nobody wants one. */
function findOperatorMail(
  { line }: NewMessage,
  { missed, reminders }: MailConfig,
): MailEvent | null {
  if (line === undefined) return null;
  if (line.notice) return line.notice.by === "push" ? null : "chat_notice";
  const assignee = getAbsentAssignee(line);
  if (assignee !== null) return missed.has(assignee.id) ? "operator_assigned" : null;
  const recipients = line.assignment?.eligible ?? [];
  if (line.code === "ladder_remind" && !recipients.some((id) => reminders.has(id))) return null;
  return mailEventsByLineCode.get(line.code) ?? null;
}

/** Returns whether a message is an answer that the visitor also gets by email (MAIL-038). */
function isMailedAnswer(
  { author, kind, hidden, chat_id }: NewMessage,
  { chat, currentChat }: CommandContext,
): boolean {
  const answered = [chat, currentChat].find((candidate) => candidate?.id === chat_id);
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
  { chat_id }: NewMessage,
  endpointId: number,
  { ids }: CommandContext,
): PlannedDelivery => ({
  endpointId,
  orderKey: chat_id,
  deliveryId: ids.delivery(),
  event: "chat_answer" satisfies MailEvent,
  chatId: chat_id,
  delayMs: answerMergeMs,
  merge: true,
});

/**
 * Plans the email about a failing or disabled endpoint (CORE-112), a new outbound address
 * (CORE-251), or a rule that switched itself off (RULE-027), or of a scheduled report (REP-003), in
 * a lane of its own. The recipients are determined when the email is sent.
 */
export function planChangeMail(
  {
    kind,
    delayMs,
  }: {
    readonly kind:
      | "endpoint_failing"
      | "endpoint_off"
      | "address_opened"
      | "rule_off"
      | "agent_stopped"
      | "scheduled_report";
    readonly delayMs: number;
  },
  { mail }: AccountConfig,
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
