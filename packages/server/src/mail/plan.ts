import type { Planner } from "../delivery/index.ts";
import { offlineReadersOf } from "../core/routing/reach.ts";

/** What is owed by mail, in words of the ledger. */
export type MailEvent = "chat_waiting" | "offline_message" | "offline_answer";

/**
 * What events owe by mail: the step of the ladder (CORE-035), an offline message to those who want to hear of it, and an operator's answer to
 * it (CORE-110). One delivery each, to all its readers at once; each in a lane of its own.
 */
export const planMail: Planner = (event, scene) => {
  const { mail } = scene.config;
  if (mail === undefined) return [];
  const { endpointId } = mail;
  if (event.name === "message_created" && event.message.line?.code === "ladder_mail") {
    const { id, chat_id: chatId } = event.message;
    return [{ endpointId, orderKey: id, deliveryId: scene.ids.delivery(), event: "chat_waiting" satisfies MailEvent, chatId }];
  }
  if (event.name !== "offline_message_updated") return [];
  const { offlineMessage: message } = event;
  const answer = message.answers?.at(-1);
  if (event.mailed === true && answer?.delivery_id !== undefined)
    return [{ endpointId, orderKey: answer.delivery_id, deliveryId: answer.delivery_id, event: "offline_answer" satisfies MailEvent }];
  if (message.state !== "new" || offlineReadersOf(scene.config, message).length === 0) return [];
  return [{ endpointId, orderKey: message.id, deliveryId: scene.ids.delivery(), event: "offline_message" satisfies MailEvent }];
};
