import { isTaken, sawOf } from "./answer.ts";
import type { BotTalk } from "./bot-talk.ts";
import { failed, passed, type Check, type Verdict } from "./report.ts";

/**
 * Checks with events of every shape, which must get a 2xx response, and with a wrong access token.
 */
export function takingChecks(talk: BotTalk): readonly Check[] {
  const { main, chat, taken } = talk;
  return [
    {
      rule: "BOT-046",
      title: "takes a pressed button",
      run: () =>
        taken(
          main.says("Order 1001", { button_id: "o1" }),
          "A pressed button comes as TEXT with button_id: answer 2xx, also to one you do not know.",
        ),
    },
    { rule: "BOT-023", title: "takes very long texts, and all of Unicode", run: () => anyText(talk) },
    { rule: "BOT-023", title: "takes a customer it knows nothing of", run: () => unknownCustomer(talk) },
    {
      rule: "CORE-133",
      title: "ignores keys it does not know",
      run: () =>
        taken(
          { ...chat().says("More keys", { added: [1] }), added: { later: true } },
          "New keys can come at any time: ignore what you do not know.",
        ),
    },
    {
      rule: "BOT-087",
      title: "takes a test event",
      // The bot may post in the test chat: the listener accepts it (BOT-090).
      run: () => taken(talk.testChat().says("Test"), 'The button Send test event sends chat_id "0": answer 2xx.'),
    },
    ...(talk.isAuthorized ? [{ rule: "BOT-034", title: "answers a wrong access token with 401", run: () => wrongToken(talk) }] : []),
  ];
}

async function anyText({ chat, send }: BotTalk): Promise<Verdict> {
  for (const text of ["🙂".repeat(1000), "שלום\n\u2028 <b>&amp; \\ \"' 👩‍👩‍👧", "https://chat.example/files/a.png"]) {
    const answer = await send(chat().says(text));
    if (!isTaken(answer))
      return failed(
        `${Array.from(text).length} characters: ${sawOf(answer)}`,
        "message.text is always a string, of up to 1000 characters.",
      );
  }
  return passed();
}

function unknownCustomer({ chat, taken }: BotTalk): Promise<Verdict> {
  const one = chat();
  return taken(
    { ...one.says("Hello"), agents_online: false, sender: { id: Number(one.clientId), name: "", url: "", has_contacts: false } },
    'Unknown values are "" or left out, never null.',
  );
}

async function wrongToken({ chat, send }: BotTalk): Promise<Verdict> {
  const answer = await send(chat().says("With a wrong token"), undefined, "not-the-token");
  return answer.kind === "answered" && answer.status === 401
    ? passed()
    : failed(sawOf(answer), "Answer 401 when the token is unknown or expired: Parlour then fetches a new one and tries again at once.");
}
