import { isTaken, sawOf } from "./answer.ts";
import { quietMs, type BotTalk } from "./bot-talk.ts";
import type { Answer } from "./dial.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";

/** Checks whether the bot answers customers. The other checks depend on these. */
export function answeringChecks(talk: BotTalk): readonly Check[] {
  const opening = talk.main.says("Where is my parcel?");
  const onlyAnswering = (run: () => Promise<Verdict>) => () =>
    talk.inChat(talk.main).length > 0 ? run() : Promise.resolve(skipped("The bot posted no message before."));
  return [
    {
      rule: "BOT-051",
      title: "takes a customer's message",
      first: true,
      run: async () => refusal(await talk.send(opening)) ?? passed(),
    },
    { rule: "BOT-010", title: "posts an answer to Parlour's address", run: () => posts(talk) },
    { rule: "BOT-020", title: "takes the repeat of an event for done", run: onlyAnswering(() => repeat(talk, opening)) },
    { rule: "BOT-055", title: "keeps apart two customers who write at the same time", run: onlyAnswering(() => twoAtOnce(talk)) },
  ];
}

async function posts({ listener, options, main, inChat }: BotTalk): Promise<Verdict> {
  await listener.until((posted) => posted.some((one) => one.chatId === main.chatId || one.refusal !== null), options.waitMs);
  if (inChat(main).length > 0 || listener.posted.length > 0) return passed(`${listener.posted.length} came`);
  return failed(
    `nothing within ${options.waitMs / 1000} s`,
    `Give the bot the address ${listener.address} for its answers (--host and --listen change it); a slow bot needs --wait.`,
  );
}

async function repeat({ listener, main, inChat, send, quiet }: BotTalk, opening: Readonly<Record<string, unknown>>): Promise<Verdict> {
  await quiet();
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
}

async function twoAtOnce({ listener, options, chat, inChat, send }: BotTalk): Promise<Verdict> {
  const chats = [chat(), chat()];
  const answers = await Promise.all(chats.map((one) => send(one.says("Good morning"))));
  const bad = answers.find((answer) => !isTaken(answer));
  if (bad !== undefined) return failed(sawOf(bad), "Events of different chats come at the same time, up to 64.");
  const all = await listener.until(() => chats.every((one) => inChat(one).length > 0), options.waitMs);
  return all ? passed() : failed("one of two chats was not answered", "Answer each chat under its own chat_id.");
}

/** Explains a response after which Parlour hands the chat over (BOT-050 – BOT-052). */
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
