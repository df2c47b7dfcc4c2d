import { requestHeaders, isSuccessResponse, describeResponse } from "../response.ts";
import type { BotOptions, BotChat } from "./context.ts";
import { startBotListener, type BotListener } from "./listener.ts";
import { fetchToken } from "./token.ts";
import { openEndpointClient } from "../http-client.ts";
import {
  createReport,
  runChecks,
  type Check,
  type Report,
  type Verdict,
  createFailedVerdict,
  createPassedVerdict,
  createSkippedVerdict,
} from "../report.ts";
import { generateId, createSigner } from "../sign.ts";
import { createReplyChecks } from "./reply-checks.ts";
import { createHandOverChecks } from "./hand-over-checks.ts";
import { createEventChecks } from "./event-checks.ts";
import { createBotCheckContext, type BotProbe } from "./context.ts";
import { createSignatureChecks } from "../signature-checks.ts";

/** Tests a bot as Parlour would. `writeLine` receives the address to which it must post. */
export async function checkBot(
  options: BotOptions,
  writeLine: (line: string) => void = () => undefined,
): Promise<Report> {
  const { url, reportedUrl } = getEventUrls(options);
  const signer = createSigner(options.secret);
  const dialler = openEndpointClient({ limitMs: options.responseMs, maxBytes: 262_144 });
  const tokenResult =
    options.tokenSource === null ? null : await fetchToken(options.tokenSource, dialler);
  const usedToken = tokenResult?.token ?? options.accessToken;
  const isAuthorized = tokenResult !== null || usedToken !== null;
  // If no access token was obtained, nothing is sent to the bot (BOT-033). The report is complete
  // anyway.
  const listener = await startBotListener({
    ...options,
    accessToken: isAuthorized ? (usedToken ?? "") : null,
  });
  writeLine(`The bot must post to ${listener.address}`);
  const probe: BotProbe = {
    options,
    listener,
    signer,
    isAuthorized,
    chat: createChatFactory(listener),
    testChat: () => {
      listener.addChat("0", "0");
      return createChat("0", "0");
    },
    send(event, signed, accessToken = usedToken ?? undefined) {
      const body = JSON.stringify(event);
      const authorization: Record<string, string> =
        accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
      const headers = {
        ...requestHeaders,
        ...authorization,
        ...signer.headers(String(event["id"]), body, signed),
      };
      return dialler.post({ url, headers, body });
    },
  };
  try {
    const token = tokenResult === null ? [] : [createTokenCheck(tokenResult.verdict)];
    return createReport(
      "bot",
      reportedUrl,
      await runChecks([...token, ...createBotChecks(probe)], () => dialler.takeSlowestMs()),
    );
  } finally {
    dialler.close();
    await listener.close();
  }
}

const createTokenCheck = (verdict: Verdict): Check => ({
  rule: "BOT-031",
  title: "gives an access token",
  first: true,
  run: () => Promise.resolve(verdict),
});

/** Returns two URLs for events (BOT-012): the URL, and a copy without the token for the report. */
function getEventUrls(options: BotOptions): { readonly url: URL; readonly reportedUrl: URL } {
  const reportedUrl = new URL(options.url);
  reportedUrl.hash = "";
  const url = new URL(reportedUrl);
  const encoded = encodeURIComponent(options.token);
  const placeholder = /%7Btoken%7D|\{token\}/gi;
  const [path, query] = [
    url.pathname.replace(placeholder, () => encoded),
    url.search.replace(placeholder, () => encoded),
  ];
  const isPlaced = path !== url.pathname || query !== url.search;
  url.pathname = isPlaced ? path : `${path.replace(/\/+$/, "")}/${encoded}`;
  url.search = query;
  return { url, reportedUrl };
}

/** Returns a function that creates chats with new ids, in which the bot may post. */
function createChatFactory(listener: BotListener): () => BotChat {
  const stamp = Date.now() % 1_000_000;
  let chats = 0;
  return () => {
    chats += 1;
    const chatId = String(1_000_000_000 + stamp * 100 + chats);
    const clientId = String(300_000_000 + stamp * 100 + chats);
    listener.addChat(chatId, clientId);
    return createChat(chatId, clientId);
  };
}

function createChat(chatId: string, clientId: string): BotChat {
  const ids = { client_id: clientId, chat_id: chatId };
  return {
    chatId,
    clientId,
    event: (event) => ({ event, id: generateId(), ...ids }),
    clientMessage: (text, more) => ({
      event: "CLIENT_MESSAGE",
      id: generateId(),
      site_id: 14,
      ...ids,
      agents_online: true,
      sender: {
        id: Number(clientId),
        name: "Nadia",
        url: "https://shop.example/cart",
        has_contacts: true,
      },
      channel: { id: "Qm4nZ8sT1k", type: "channel" },
      message: { type: "TEXT", text, timestamp: Math.floor(Date.now() / 1000), ...more },
    }),
  };
}

/** Creates all checks of interface B, in report order. */
function createBotChecks(probe: BotProbe): readonly Check[] {
  const context = createBotCheckContext(probe);
  return [
    ...createReplyChecks(context),
    ...createEventChecks(context),
    ...createHandOverChecks(context),
    ...createSignatureChecks(probe.signer, async (signature) => {
      const answer = await probe.send(context.main.clientMessage("Signed"), signature);
      return { isTaken: isSuccessResponse(answer), seen: describeResponse(answer) };
    }),
    // This check comes last, because it checks everything that the bot has posted.
    {
      rule: "BOT-081",
      title: "posts only what Parlour takes",
      run: () => Promise.resolve(checkPostedEvents(probe.listener)),
    },
  ];
}
function checkPostedEvents({ posted }: BotListener): Verdict {
  if (posted.length === 0) return createSkippedVerdict("The bot posted nothing.");
  const refusals = posted.flatMap((post) =>
    post.refusal === null || post.refusal.rule === "BOT-073" ? [] : [post.refusal],
  );
  const firstRefusal = refusals[0];
  const warnings = [...new Set(posted.flatMap((post) => post.warnings))];
  return firstRefusal === undefined
    ? createPassedVerdict(warnings.join("; "))
    : createFailedVerdict(
        `${refusals.length} of ${posted.length} refused; the first with ${firstRefusal.status}: ${firstRefusal.seen}`,
        firstRefusal.advice,
        firstRefusal.rule,
      );
}
