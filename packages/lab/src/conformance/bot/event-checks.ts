import { isSuccessResponse, describeResponse } from "../response.ts";
import type { BotCheckContext } from "./context.ts";
import { createFailedVerdict, createPassedVerdict, type Check, type Verdict } from "../report.ts";

/** Checks that events of every shape get 2xx, and one with a wrong access token. */
export function createEventChecks(context: BotCheckContext): readonly Check[] {
  const { main, chat, expectAccepted } = context;
  return [
    {
      rule: "BOT-046",
      title: "takes a pressed button",
      run: () =>
        expectAccepted(
          main.clientMessage("Order 1001", { button_id: "o1" }),
          "A pressed button comes as TEXT with button_id: answer 2xx, also to one you do not know.",
        ),
    },
    {
      rule: "BOT-023",
      title: "takes very long texts, and all of Unicode",
      run: () => checkAnyText(context),
    },
    {
      rule: "BOT-023",
      title: "takes a customer it knows nothing of",
      run: () => checkUnknownCustomer(context),
    },
    {
      rule: "CORE-133",
      title: "ignores keys it does not know",
      run: () =>
        expectAccepted(
          { ...chat().clientMessage("More keys", { added: [1] }), added: { later: true } },
          "New keys can come at any time: ignore what you do not know.",
        ),
    },
    {
      rule: "BOT-087",
      title: "takes a test event",
      // The listener accepts posts of the bot in the test chat (BOT-090).
      run: () =>
        expectAccepted(
          context.testChat().clientMessage("Test"),
          'The button Send test event sends chat_id "0": answer 2xx.',
        ),
    },
    ...(context.isAuthorized
      ? [
          {
            rule: "BOT-034",
            title: "answers a wrong access token with 401",
            run: () => checkWrongToken(context),
          },
        ]
      : []),
  ];
}

async function checkAnyText({ chat, send }: BotCheckContext): Promise<Verdict> {
  for (const text of [
    "🙂".repeat(1000),
    "שלום\n\u2028 <b>&amp; \\ \"' 👩‍👩‍👧",
    "https://chat.example/files/a.png",
  ]) {
    const answer = await send(chat().clientMessage(text));
    if (!isSuccessResponse(answer))
      return createFailedVerdict(
        `${Array.from(text).length} characters: ${describeResponse(answer)}`,
        "message.text is always a string, of up to 1000 characters.",
      );
  }
  return createPassedVerdict();
}

function checkUnknownCustomer({ chat, expectAccepted }: BotCheckContext): Promise<Verdict> {
  const botChat = chat();
  return expectAccepted(
    {
      ...botChat.clientMessage("Hello"),
      agents_online: false,
      sender: { id: Number(botChat.clientId), name: "", url: "", has_contacts: false },
    },
    'Unknown values are "" or left out, never null.',
  );
}

async function checkWrongToken({ chat, send }: BotCheckContext): Promise<Verdict> {
  const answer = await send(chat().clientMessage("With a wrong token"), undefined, "not-the-token");
  return answer.kind === "answered" && answer.status === 401
    ? createPassedVerdict()
    : createFailedVerdict(
        describeResponse(answer),
        "Answer 401 when the token is unknown or expired: Parlour then fetches a new one and tries again at once.",
      );
}
