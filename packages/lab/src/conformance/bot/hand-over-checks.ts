import { isSuccessResponse, describeResponse } from "../response.ts";
import type { BotChat, BotCheckContext } from "./context.ts";
import {
  createFailedVerdict,
  createPassedVerdict,
  createSkippedVerdict,
  type Check,
  type Verdict,
} from "../report.ts";

/** Checks that the bot requests an operator, gets the events, and posts nothing after. */
export function createHandOverChecks(context: BotCheckContext): readonly Check[] {
  const { main, expectAccepted } = context;
  const ownChat = context.chat();
  return [
    {
      rule: "BOT-070",
      title: "invites an operator when asked",
      run: () => checkInvitation(context, ownChat),
    },
    {
      rule: "BOT-056",
      title: "takes AGENT_UNAVAILABLE",
      run: () => expectAccepted(main.event("AGENT_UNAVAILABLE"), "Answer 2xx to every event."),
    },
    {
      rule: "BOT-056",
      title: "takes AGENT_JOINED",
      run: async () => {
        await context.waitForSilence();
        context.listener.handOver(main.chatId);
        return expectAccepted(main.event("AGENT_JOINED"), "Answer 2xx to every event.");
      },
    },
    {
      rule: "BOT-073",
      title: "is silent after an operator joined",
      run: () => checkSilence(context),
    },
  ];
}

async function checkInvitation(
  { listener, options, postsInChat, send }: BotCheckContext,
  ownChat: BotChat,
): Promise<Verdict> {
  const text = options.inviteText;
  if (text === null)
    return createSkippedVerdict(
      "It is not known how a customer asks for an operator.",
      "Give --invite with such a text.",
    );
  const answer = await send(ownChat.clientMessage(text));
  if (!isSuccessResponse(answer))
    return createFailedVerdict(describeResponse(answer), "Answer 2xx and post INVITE_AGENT.");
  const isInvited = await listener.waitUntil(
    () => postsInChat(ownChat).some((entry) => entry.event === "INVITE_AGENT"),
    options.waitMs,
  );
  if (!isInvited)
    return createFailedVerdict(
      `no INVITE_AGENT within ${options.waitMs / 1000} s`,
      "Post INVITE_AGENT with the chat_id of the message.",
    );
  const response = await send(ownChat.event("AGENT_UNAVAILABLE"));
  return isSuccessResponse(response)
    ? createPassedVerdict()
    : createFailedVerdict(
        `AGENT_UNAVAILABLE: ${describeResponse(response)}`,
        "Answer 2xx; you may ask for contact data then (BOT-072).",
        "BOT-072",
      );
}

async function checkSilence({
  listener,
  options,
  main,
  postsInChat,
}: BotCheckContext): Promise<Verdict> {
  const isLate = (): boolean =>
    postsInChat(main).some((entry) => entry.refusal?.reason === "chat_handed_over");
  const hasLatePost = await listener.waitUntil(isLate, options.botSilenceMs);
  return hasLatePost
    ? createFailedVerdict(
        "BOT_MESSAGE after AGENT_JOINED",
        "After AGENT_JOINED the operator answers: messages of the bot are refused with 400.",
      )
    : createPassedVerdict();
}
