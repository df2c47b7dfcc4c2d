import type { BotChat, BotProbe } from "./bot.ts";
import type { Posted } from "./bot-listener.ts";
import type { Answer } from "./dial.ts";
import { quote } from "./reply.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";
import { signatureVerdicts } from "./signature-checks.ts";

/** How long a bot is listened to when it should stay silent. */
const quietMs = 1500;

/** Every check of interface B, in the order in which they are reported. */
export function botChecks(probe: BotProbe): readonly Check[] {
  const { listener, options, signer, send } = probe;
  const inChat = (chat: BotChat): Posted[] => listener.posted.filter((one) => one.chatId === chat.chatId);
  const main = probe.chat();
  let wasAnswered = false;
  const opening = main.says("Where is my parcel?");
  const taken = async (event: Readonly<Record<string, unknown>>, advice: string): Promise<Verdict> => {
    const answer = await send(event);
    return isTaken(answer) ? passed() : failed(sawOf(answer), advice, answer.kind === "timeout" ? "BOT-050" : undefined);
  };
  const onlyAnswering = (run: () => Promise<Verdict>) => () =>
    wasAnswered ? run() : Promise.resolve(skipped("The bot posted no message before."));

  return [
    { rule: "BOT-051", title: "takes a customer's message", first: true, run: async () => refusal(await send(opening)) ?? passed() },
    {
      rule: "BOT-010",
      title: "posts an answer to Parlour's address",
      run: async () => {
        await listener.until((posted) => posted.some((one) => one.chatId === main.chatId || one.refusal !== null), options.waitMs);
        wasAnswered = inChat(main).length > 0;
        if (wasAnswered || listener.posted.length > 0) return passed(`${listener.posted.length} came`);
        return failed(
          `nothing within ${options.waitMs / 1000} s`,
          `Give the bot the address ${listener.address} for its answers (--host and --listen change it); a slow bot needs --wait.`,
        );
      },
    },
    {
      rule: "BOT-020",
      title: "takes the repeat of an event for done",
      run: onlyAnswering(async () => {
        await quiet(() => inChat(main).length);
        const before = inChat(main).length;
        const answer = await send(opening);
        if (!isTaken(answer)) return failed(sawOf(answer), "An event with a known id is a repeat: answer 2xx again.");
        const cameMore = await listener.until(() => inChat(main).length > before, quietMs);
        return cameMore
          ? failed(
              "the same event id was answered a second time",
              "A repeat of an event keeps its id: remember ids for a minute, and do nothing the second time.",
            )
          : passed();
      }),
    },
    {
      rule: "BOT-055",
      title: "keeps apart two customers who write at the same time",
      run: onlyAnswering(async () => {
        const chats = [probe.chat(), probe.chat()];
        const answers = await Promise.all(chats.map((chat) => send(chat.says("Good morning"))));
        const bad = answers.find((answer) => !isTaken(answer));
        if (bad !== undefined) return failed(sawOf(bad), "Events of different chats come at the same time, up to 64.");
        const all = await listener.until(() => chats.every((chat) => inChat(chat).length > 0), options.waitMs);
        return all ? passed() : failed("one of two chats was not answered", "Answer each chat under its own chat_id.");
      }),
    },
    {
      rule: "BOT-046",
      title: "takes a pressed button",
      run: () =>
        taken(
          main.says("Order 1001", { button_id: "o1" }),
          "A pressed button comes as TEXT with button_id: answer 2xx, also to one you do not know.",
        ),
    },
    {
      rule: "BOT-023",
      title: "takes very long texts, and all of Unicode",
      run: async () => {
        for (const text of ["🙂".repeat(1000), "שלום\n\u2028 <b>&amp; \\ \"' 👩‍👩‍👧", "https://chat.example/files/a.png"]) {
          const answer = await send(probe.chat().says(text));
          if (!isTaken(answer))
            return failed(
              `${Array.from(text).length} characters: ${sawOf(answer)}`,
              "message.text is always a string, of up to 1000 characters.",
            );
        }
        return passed();
      },
    },
    {
      rule: "BOT-023",
      title: "takes a customer it knows nothing of",
      run: () => {
        const chat = probe.chat();
        return taken(
          { ...chat.says("Hello"), agents_online: false, sender: { id: Number(chat.clientId), name: "", url: "", has_contacts: false } },
          'Unknown values are "" or left out, never null.',
        );
      },
    },
    {
      rule: "CORE-133",
      title: "ignores keys it does not know",
      run: () =>
        taken(
          { ...probe.chat().says("More keys", { added: [1] }), added: { later: true } },
          "New keys can come at any time: ignore what you do not know.",
        ),
    },
    {
      rule: "BOT-087",
      title: "takes a test event",
      run: () => taken({ ...main.says("Test"), chat_id: "0" }, 'The button Send test event sends chat_id "0": answer 2xx.'),
    },
    ...(probe.isAuthorized
      ? [
          {
            rule: "BOT-034",
            title: "answers a wrong access token with 401",
            run: async () => {
              const answer = await send(probe.chat().says("With a wrong token"), undefined, "not-the-token");
              return answer.kind === "answered" && answer.status === 401
                ? passed()
                : failed(
                    sawOf(answer),
                    "Answer 401 when the token is unknown or expired: Parlour then fetches a new one and tries again at once.",
                  );
            },
          },
        ]
      : []),
    ...inviteChecks(probe, inChat),
    { rule: "BOT-056", title: "takes AGENT_UNAVAILABLE", run: () => taken(main.event("AGENT_UNAVAILABLE"), "Answer 2xx to every event.") },
    {
      rule: "BOT-056",
      title: "takes AGENT_JOINED",
      run: async () => {
        await quiet(() => inChat(main).length);
        listener.handOver(main.chatId);
        return taken(main.event("AGENT_JOINED"), "Answer 2xx to every event.");
      },
    },
    {
      rule: "BOT-073",
      title: "is silent after an operator joined",
      run: async () => {
        const isLate = (): boolean => inChat(main).some((one) => one.refusal?.reason === "chat_handed_over");
        const late = await listener.until(isLate, quietMs);
        return late
          ? failed("BOT_MESSAGE after AGENT_JOINED", "After AGENT_JOINED the operator answers: messages of the bot are refused with 400.")
          : passed();
      },
    },
    ...signatureVerdicts(signer, async (how) => {
      const answer = await send(main.says("Signed"), how);
      return { isTaken: isTaken(answer), seen: sawOf(answer) };
    }),
    // Last: it judges everything that came.
    {
      rule: "BOT-081",
      title: "posts only what Parlour takes",
      run: () => {
        const refused = listener.posted.flatMap((one) => (one.refusal === null || one.refusal.rule === "BOT-073" ? [] : [one.refusal]));
        const worst = refused[0];
        const warnings = [...new Set(listener.posted.flatMap((one) => one.warnings))];
        if (listener.posted.length === 0) return Promise.resolve(skipped("The bot posted nothing."));
        return Promise.resolve(
          worst === undefined
            ? passed(warnings.join("; "))
            : failed(
                `${refused.length} of ${listener.posted.length} refused; the first with ${worst.status}: ${worst.seen}`,
                worst.advice,
                worst.rule,
              ),
        );
      },
    },
  ];

  /** Waits until nothing more comes for a while. */
  async function quiet(count: () => number): Promise<void> {
    for (let before = -1; before !== count();) {
      before = count();
      const seen = before;
      await listener.until(() => count() > seen, 700);
    }
  }
}

function inviteChecks({ listener, options, chat, send }: BotProbe, inChat: (chat: BotChat) => readonly Posted[]): readonly Check[] {
  const text = options.inviteText;
  const own = chat();
  return [
    {
      rule: "BOT-070",
      title: "invites an operator when asked",
      run: async () => {
        if (text === null) return skipped("It is not known how a customer asks for an operator.", "Give --invite with such a text.");
        const answer = await send(own.says(text));
        if (!isTaken(answer)) return failed(sawOf(answer), "Answer 2xx and post INVITE_AGENT.");
        const isInvited = await listener.until(() => inChat(own).some((one) => one.event === "INVITE_AGENT"), options.waitMs);
        if (!isInvited)
          return failed(`no INVITE_AGENT within ${options.waitMs / 1000} s`, "Post INVITE_AGENT with the chat_id of the message.");
        const told = await send(own.event("AGENT_UNAVAILABLE"));
        return isTaken(told)
          ? passed()
          : failed(`AGENT_UNAVAILABLE: ${sawOf(told)}`, "Answer 2xx; you may ask for contact data then (BOT-072).", "BOT-072");
      },
    },
  ];
}

const isTaken = (answer: Answer): boolean => answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
const sawOf = (answer: Answer): string =>
  answer.kind === "answered"
    ? `HTTP ${answer.status}, ${quote(answer.body)}`
    : answer.kind === "timeout"
      ? `no answer within ${answer.ms} ms`
      : answer.why;

/** BOT-050 – BOT-052: what makes Parlour hand the chat over, told apart. */
function refusal(answer: Answer): Verdict | null {
  if (isTaken(answer)) return null;
  const seen = sawOf(answer);
  if (answer.kind === "timeout")
    return failed(
      seen,
      "Answer 2xx at once and post the bot's answer afterwards: after three attempts of 3 s the chat goes to operators.",
      "BOT-050",
    );
  if (answer.kind === "cut") return failed(seen, "Start the bot, or correct the address; it must be reachable from here.", "BOT-012");
  if (answer.status === 404 || answer.status === 405)
    return failed(seen, "Parlour posts to <endpoint URL>/<token>: serve POST there (--token sets the token).", "BOT-012");
  if (answer.status === 401 || answer.status === 403)
    return failed(seen, "Give what the bot expects: --token, --access-token, --secret.", "BOT-030");
  if (answer.status >= 300 && answer.status < 400) return failed(seen, "Give the final address: redirects are never followed.", "BOT-052");
  return failed(seen, "Answer 2xx: other 4xx hand the chat over at once, 5xx after three attempts.", "BOT-052");
}
