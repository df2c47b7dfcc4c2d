import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, systemLine } from "./draft.ts";
import { isRunning } from "./state.ts";

/**
 * Links the chat to the CRM card that a webhook's reply named, once per link (WH-045, API-025). A
 * repeat for the same link changes nothing. Subject: `{chat}`. Failures: `not_found`,
 * `chat_closed`, `no_crm_card`. Answers the chat.
 */
export function assignCrm(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { visitor } = scene;
    const chat = scene.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunning(chat.state)) return fail("chat_closed", "This chat is closed.");
    const { link, assign, assigned, assigned_links: earlier = [] } = chat.crm;
    if (link === null || !assign) return fail("no_crm_card", "No CRM card was given for this chat.");
    if (assigned) return { events: [], answer: chatAnswer(chat, visitor.entity) };
    const next: ChatDraft = { ...chat, crm: { ...chat.crm, assigned: true, assigned_links: [...earlier, link] } };
    return {
      events: [
        systemLine(scene, chat.id, { code: "crm_assigned", by }, `${by.name} assigned the chat to its CRM card`),
        { name: "chat_assigned", chat: next, crmLink: link },
      ],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}
