import { isSuccessResponse, describeResponse } from "../response.ts";
import type { BotCheckContext } from "./context.ts";
import type { EndpointResult } from "../http-client.ts";
import {
  createFailedVerdict,
  createPassedVerdict,
  createSkippedVerdict,
  type Check,
  type Verdict,
} from "../report.ts";

/** Creates checks that the bot replies to customers. The other checks depend on them. */
export function createReplyChecks(context: BotCheckContext): readonly Check[] {
  const opening = context.main.clientMessage("Where is my parcel?");
  const ifBotAnswers = (run: () => Promise<Verdict>) => () =>
    context.postsInChat(context.main).length > 0
      ? run()
      : Promise.resolve(createSkippedVerdict("The bot posted no message before."));
  return [
    {
      rule: "BOT-051",
      title: "takes a customer's message",
      first: true,
      run: async () => toVerdict(await context.send(opening)) ?? createPassedVerdict(),
    },
    {
      rule: "BOT-010",
      title: "posts an answer to Parlour's address",
      run: () => checkPosts(context),
    },
    {
      rule: "BOT-020",
      title: "takes the repeat of an event for done",
      run: ifBotAnswers(() => checkRepeat(context, opening)),
    },
    {
      rule: "BOT-055",
      title: "keeps apart two customers who write at the same time",
      run: ifBotAnswers(() => checkTwoChats(context)),
    },
  ];
}

async function checkPosts({
  listener,
  options,
  main,
  postsInChat,
}: BotCheckContext): Promise<Verdict> {
  await listener.waitUntil(
    (posted) => posted.some((entry) => entry.chatId === main.chatId || entry.refusal !== null),
    options.waitMs,
  );
  if (postsInChat(main).length > 0 || listener.posted.length > 0)
    return createPassedVerdict(`${listener.posted.length} came`);
  return createFailedVerdict(
    `nothing within ${options.waitMs / 1000} s`,
    `Give the bot the address ${listener.address} for its answers (--host and --listen change it); a slow bot needs --wait.`,
  );
}

async function checkRepeat(
  { listener, options, main, postsInChat, send, waitForSilence }: BotCheckContext,
  opening: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
  await waitForSilence();
  const countBefore = postsInChat(main).length;
  const answer = await send(opening);
  if (!isSuccessResponse(answer))
    return createFailedVerdict(
      describeResponse(answer),
      "An event with a known id is a repeat: answer 2xx again.",
    );
  const hasNewPosts = await listener.waitUntil(
    () => postsInChat(main).length > countBefore,
    options.botSilenceMs,
  );
  return hasNewPosts
    ? createFailedVerdict(
        "the same event id was answered a second time",
        "A repeat of an event keeps its id: remember ids for a minute, and do nothing the second time.",
      )
    : createPassedVerdict();
}

async function checkTwoChats({
  listener,
  options,
  chat,
  postsInChat,
  send,
}: BotCheckContext): Promise<Verdict> {
  const chats = [chat(), chat()];
  const answers = await Promise.all(
    chats.map((botChat) => send(botChat.clientMessage("Good morning"))),
  );
  const failedResponse = answers.find((answer) => !isSuccessResponse(answer));
  if (failedResponse !== undefined)
    return createFailedVerdict(
      describeResponse(failedResponse),
      "Events of different chats come at the same time, up to 64.",
    );
  const areAllAnswered = await listener.waitUntil(
    () => chats.every((botChat) => postsInChat(botChat).length > 0),
    options.waitMs,
  );
  return areAllAnswered
    ? createPassedVerdict()
    : createFailedVerdict(
        "one of two chats was not answered",
        "Answer each chat under its own chat_id.",
      );
}

/** Explains a response after which operators get the chat (BOT-050 – BOT-052), or null. */
function toVerdict(answer: EndpointResult): Verdict | null {
  if (isSuccessResponse(answer)) return null;
  const observed = describeResponse(answer);
  if (answer.kind === "timeout")
    return createFailedVerdict(
      observed,
      "Answer 2xx at once and post the bot's answer afterwards: after three attempts of 3 s the chat goes to operators.",
      "BOT-050",
    );
  if (answer.kind === "cut")
    return createFailedVerdict(
      observed,
      "Start the bot, or correct the address; it must be reachable from here.",
      "BOT-012",
    );
  if (answer.status === 404 || answer.status === 405)
    return createFailedVerdict(
      observed,
      "Parlour posts to <endpoint URL>/<token>: serve POST there (--token sets the token).",
      "BOT-012",
    );
  if (answer.status === 401 || answer.status === 403)
    return createFailedVerdict(
      observed,
      "Give what the bot expects: --token, --access-token, --secret.",
      "BOT-030",
    );
  if (answer.status >= 300 && answer.status < 400)
    return createFailedVerdict(
      observed,
      "Give the final address: redirects are never followed.",
      "BOT-052",
    );
  return createFailedVerdict(
    observed,
    "Answer 2xx: other 4xx hand the chat over at once, 5xx after three attempts.",
    "BOT-052",
  );
}
