import type { ChatEntity } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";
import { isRunningChatState } from "../state-machine.ts";

/**
 * Links the chat to the CRM card that a webhook's response named, once per link (WH-045, API-236).
 * A repeat for the same link changes nothing. Subject: `{chat}`. Failures: `not_found`,
 * `chat_closed`, `no_crm_card`. Result: the chat.
 */
export function assignCrm(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
    const { link, assign, assigned, assigned_links = [] } = chat.crm;
    if (link === null || !assign) return fail("no_crm_card", "This chat has no CRM card.");
    if (assigned) return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const next: ChatData = {
      ...chat,
      crm: { ...chat.crm, assigned: true, assigned_links: [...assigned_links, link] },
    };
    return {
      events: [
        createSystemMessage(
          context,
          chat.id,
          { code: "crm_assigned", by: actor },
          `${actor.name} assigned the chat to its CRM card`,
        ),
        { name: "chat_assigned", chat: next, crmLink: link },
      ],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}
