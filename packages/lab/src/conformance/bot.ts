import { requestHeaders } from "./response.ts";
import { createBotChecks } from "./bot-checks.ts";
import type { BotOptions, BotProbe, BotChat } from "./bot-context.ts";
import { startBotListener, type BotListener } from "./bot-listener.ts";
import { fetchToken } from "./bot-token.ts";
import { openEndpointClient } from "./http-client.ts";
import { createReport, runChecks, type Check, type Report, type Verdict } from "./report.ts";
import { generateId, createSigner } from "./sign.ts";

/**
 * Tests a bot provider (interface B) as Parlour would, and reports by rule id. `writeLine` receives
 * the address that the bot must post to.
 */
export async function checkBot(options: BotOptions, writeLine: (line: string) => void = () => undefined): Promise<Report> {
  const { url, shown: reportedUrl } = getEventUrls(options);
  const signer = createSigner(options.secret);
  const dialler = openEndpointClient({ limitMs: 3000, maxBytes: 262_144 });
  const tokenResult = options.tokenSource === null ? null : await fetchToken(options.tokenSource, dialler);
  const usedToken = tokenResult?.token ?? options.accessToken;
  const isAuthorized = tokenResult !== null || usedToken !== null;
  // Without a token nothing is sent (BOT-033), but the report is complete.
  const listener = await startBotListener({ ...options, accessToken: isAuthorized ? (usedToken ?? "") : null });
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
      const authorization: Record<string, string> = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
      const headers = { ...requestHeaders, ...authorization, ...signer.headers(String(event["id"]), body, signed) };
      return dialler.post({ url, headers, body });
    },
  };
  try {
    const token = tokenResult === null ? [] : [createTokenCheck(tokenResult.verdict)];
    return createReport("bot", reportedUrl, await runChecks([...token, ...createBotChecks(probe)], () => dialler.takeSlowestMs()));
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

/** Returns the URL for events (BOT-012), and the URL without the token for the report. */
function getEventUrls({ url: inputUrl, token }: BotOptions): { readonly url: URL; readonly shown: URL } {
  const reportedUrl = new URL(inputUrl);
  reportedUrl.hash = "";
  const url = new URL(reportedUrl);
  const encoded = encodeURIComponent(token);
  const placeholder = /%7Btoken%7D|\{token\}/gi;
  const [path, query] = [url.pathname.replace(placeholder, () => encoded), url.search.replace(placeholder, () => encoded)];
  const isPlaced = path !== url.pathname || query !== url.search;
  url.pathname = isPlaced ? path : `${path.replace(/\/+$/, "")}/${encoded}`;
  url.search = query;
  return { url, shown: reportedUrl };
}

/** Creates chats with ids that no earlier run used. The bot may post in them. */
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
      sender: { id: Number(clientId), name: "Nadia", url: "https://shop.example/cart", has_contacts: true },
      channel: { id: "Qm4nZ8sT1k", type: "channel" },
      message: { type: "TEXT", text, timestamp: Math.floor(Date.now() / 1000), ...more },
    }),
  };
}
