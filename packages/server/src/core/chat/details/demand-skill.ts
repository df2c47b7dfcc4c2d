import { maxSkills } from "@parlour/protocol/skills";
import type { ChatEntity } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer } from "../create.ts";

/**
 * Lets a chat demand a skill besides those of its department (ACT-016). Nothing changes if it does
 * already, in any case of letters. Subject: `{chat}`. Failures: `not_found`, `chat_closed`,
 * `at_limit`. Result: the chat.
 */
export function demandSkill(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly skill: string;
}): CommandHandler<ChatEntity> {
  const skill = input.skill.trim();
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
    const { skills = [] } = chat;
    if (skills.some((other) => other.toLowerCase() === skill.toLowerCase()))
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    if (skills.length >= maxSkills)
      return fail("at_limit", `A chat demands at most ${maxSkills} skills.`, { limit: "skills" });
    const next = { ...withoutFirstOffer(chat), skills: [...skills, skill] };
    return {
      events: [{ name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/**
 * Withdraws the offers of the first step, so that they start again for those who have the skill. In
 * later steps, others may have the chat on their screens for a reason.
 */
function withoutFirstOffer(chat: ChatData): ChatData {
  if (chat.wait?.step !== "offer") return chat;
  const wait = { ...chat.wait };
  delete wait.offered;
  delete wait.offer_until;
  delete wait.step;
  return { ...chat, wait };
}
