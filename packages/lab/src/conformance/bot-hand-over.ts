import { isTaken, sawOf } from "./answer.ts";
import type { BotChat } from "./bot.ts";
import { quietMs, type BotTalk } from "./bot-talk.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";

/**
 * Checks the hand-over: the bot requests an operator, receives the events about it, and is silent
 * from then on.
 */
export function handOverChecks(talk: BotTalk): readonly Check[] {
  const { main, taken } = talk;
  const own = talk.chat();
  return [
    { rule: "BOT-070", title: "invites an operator when asked", run: () => invites(talk, own) },
    {
      rule: "BOT-056",
      title: "takes AGENT_UNAVAILABLE",
      run: () => taken(main.event("AGENT_UNAVAILABLE"), "Answer 2xx to every event."),
    },
    {
      rule: "BOT-056",
      title: "takes AGENT_JOINED",
      run: async () => {
        await talk.quiet();
        talk.listener.handOver(main.chatId);
        return taken(main.event("AGENT_JOINED"), "Answer 2xx to every event.");
      },
    },
    { rule: "BOT-073", title: "is silent after an operator joined", run: () => isSilent(talk) },
  ];
}

async function invites({ listener, options, inChat, send }: BotTalk, own: BotChat): Promise<Verdict> {
  const text = options.inviteText;
  if (text === null) return skipped("It is not known how a customer asks for an operator.", "Give --invite with such a text.");
  const answer = await send(own.says(text));
  if (!isTaken(answer)) return failed(sawOf(answer), "Answer 2xx and post INVITE_AGENT.");
  const isInvited = await listener.until(() => inChat(own).some((one) => one.event === "INVITE_AGENT"), options.waitMs);
  if (!isInvited) return failed(`no INVITE_AGENT within ${options.waitMs / 1000} s`, "Post INVITE_AGENT with the chat_id of the message.");
  const told = await send(own.event("AGENT_UNAVAILABLE"));
  return isTaken(told)
    ? passed()
    : failed(`AGENT_UNAVAILABLE: ${sawOf(told)}`, "Answer 2xx; you may ask for contact data then (BOT-072).", "BOT-072");
}

async function isSilent({ listener, main, inChat }: BotTalk): Promise<Verdict> {
  const isLate = (): boolean => inChat(main).some((one) => one.refusal?.reason === "chat_handed_over");
  const late = await listener.until(isLate, quietMs);
  return late
    ? failed("BOT_MESSAGE after AGENT_JOINED", "After AGENT_JOINED the operator answers: messages of the bot are refused with 400.")
    : passed();
}
