import { sentHeaders } from "./answer.ts";
import { botChecks } from "./bot-checks.ts";
import { openBotListener, type BotListener } from "./bot-listener.ts";
import { fetchToken } from "./bot-token.ts";
import { openDialler, type Answer } from "./dial.ts";
import type { Options } from "./options.ts";
import { reportOf, runChecks, type Check, type Report, type Verdict } from "./report.ts";
import { freshId, openSigner, type Signer } from "./sign.ts";

export type BotOptions = Pick<
  Options,
  "url" | "secret" | "token" | "provider" | "accessToken" | "tokenSource" | "listenHost" | "listenPort" | "waitMs" | "inviteText"
>;

/** Sends events to the bot as Parlour would, and receives its posts. */
export interface BotProbe {
  readonly options: BotOptions;
  readonly listener: BotListener;
  readonly signer: Signer;
  /** Creates a new chat in which the bot may post. */
  readonly chat: () => BotChat;
  /** Returns the chat of test events (BOT-087), in which the bot may post. */
  readonly testChat: () => BotChat;
  readonly send: (event: Readonly<Record<string, unknown>>, signed?: "wrong" | "stale" | "second", accessToken?: string) => Promise<Answer>;
  /** With authorization, requests of both sides contain an access token (BOT-031). */
  readonly isAuthorized: boolean;
}
export interface BotChat {
  readonly chatId: string;
  readonly clientId: string;
  /** Creates a CLIENT_MESSAGE of this chat (BOT-023) with a new id. */
  says(text: string, more?: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Creates another event of this chat, like AGENT_JOINED. */
  event(name: string): Readonly<Record<string, unknown>>;
}

/**
 * Tests a bot provider (interface B) as Parlour would, and reports by rule id. `writeLine` receives
 * the address that the bot must post to.
 */
export async function checkBot(options: BotOptions, say: (line: string) => void = () => undefined): Promise<Report> {
  const { url, shown } = addressesOf(options);
  const signer = openSigner(options.secret);
  const dialler = openDialler({ limitMs: 3000, maxBytes: 262_144 });
  const fetched = options.tokenSource === null ? null : await fetchToken(options.tokenSource, dialler);
  const access = fetched?.token ?? options.accessToken;
  const isAuthorized = fetched !== null || access !== null;
  // Without a token nothing is sent (BOT-033), but the report is complete.
  const listener = await openBotListener({ ...options, accessToken: isAuthorized ? (access ?? "") : null });
  say(`The bot must post to ${listener.address}`);
  const probe: BotProbe = {
    options,
    listener,
    signer,
    isAuthorized,
    chat: chatsOf(listener),
    testChat: () => {
      listener.open("0", "0");
      return chatOf("0", "0");
    },
    send(event, signed, accessToken = access ?? undefined) {
      const body = JSON.stringify(event);
      const authorization: Record<string, string> = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
      const headers = { ...sentHeaders, ...authorization, ...signer.headers(String(event["id"]), body, signed) };
      return dialler.post({ url, headers, body });
    },
  };
  try {
    const token = fetched === null ? [] : [tokenCheck(fetched.verdict)];
    return reportOf("bot", shown, await runChecks([...token, ...botChecks(probe)], () => dialler.slowest()));
  } finally {
    dialler.close();
    await listener.close();
  }
}

const tokenCheck = (verdict: Verdict): Check => ({
  rule: "BOT-031",
  title: "gives an access token",
  first: true,
  run: () => Promise.resolve(verdict),
});

/** Returns the URL for events (BOT-012), and the URL without the token for the report. */
function addressesOf({ url: given, token }: BotOptions): { readonly url: URL; readonly shown: URL } {
  const shown = new URL(given);
  shown.hash = "";
  const url = new URL(shown);
  const encoded = encodeURIComponent(token);
  const place = /%7Btoken%7D|\{token\}/gi;
  const [path, query] = [url.pathname.replace(place, () => encoded), url.search.replace(place, () => encoded)];
  const isPlaced = path !== url.pathname || query !== url.search;
  url.pathname = isPlaced ? path : `${path.replace(/\/+$/, "")}/${encoded}`;
  url.search = query;
  return { url, shown };
}

/** Creates chats with ids that no earlier run used. The bot may post in them. */
function chatsOf(listener: BotListener): () => BotChat {
  const stamp = Date.now() % 1_000_000;
  let chats = 0;
  return () => {
    chats += 1;
    const chatId = String(1_000_000_000 + stamp * 100 + chats);
    const clientId = String(300_000_000 + stamp * 100 + chats);
    listener.open(chatId, clientId);
    return chatOf(chatId, clientId);
  };
}

function chatOf(chatId: string, clientId: string): BotChat {
  const ids = { client_id: clientId, chat_id: chatId };
  return {
    chatId,
    clientId,
    event: (event) => ({ event, id: freshId(), ...ids }),
    says: (text, more) => ({
      event: "CLIENT_MESSAGE",
      id: freshId(),
      site_id: 14,
      ...ids,
      agents_online: true,
      sender: { id: Number(clientId), name: "Nadia", url: "https://shop.example/cart", has_contacts: true },
      channel: { id: "Qm4nZ8sT1k", type: "channel" },
      message: { type: "TEXT", text, timestamp: Math.floor(Date.now() / 1000), ...more },
    }),
  };
}
