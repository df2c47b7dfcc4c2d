import { parseArgs } from "node:util";
import type { TokenSource } from "./bot/token.ts";

/** How long the checks wait, in milliseconds. */
export interface ConformanceWaits {
  /** After this time, the response of a bot or a channel's endpoint is late (CH-081, BOT-050). */
  readonly responseMs: number;
  /** After this time without a response, Parlour sends an event to a webhook again (WH-060). */
  readonly webhookResponseMs: number;
  /** After this time without a post, a bot counts as silent. */
  readonly botSilenceMs: number;
}
export const defaultWaits: ConformanceWaits = {
  responseMs: 3_000,
  webhookResponseMs: 15_000,
  botSilenceMs: 1500,
};

interface Target {
  readonly interface: "channel" | "bot" | "webhook";
  readonly url: URL;
}
interface SigningOptions {
  /** `whsec_…` secret with which the endpoint verifies. null: unknown. */
  readonly secret: string | null;
}
export interface CommonOptions extends SigningOptions {
  readonly url: URL;
}
interface EndpointOptions extends SigningOptions {
  readonly publicId: string | null;
  readonly recipient: string;
  readonly isRecipientKnown: boolean;
}
export interface BotConnectionOptions {
  readonly token: string;
  readonly provider: string;
  readonly accessToken: string | null;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly waitMs: number;
  readonly inviteText: string | null;
}
export interface ConformanceOptions
  extends Target, EndpointOptions, BotConnectionOptions, ConformanceWaits {
  readonly json: boolean;
  readonly tokenSource: TokenSource | null;
}
export type ParsedOptions =
  | { readonly options: ConformanceOptions }
  | { readonly help: string }
  | { readonly fault: string };

const usage = `Usage: parlour conformance channel|bot|webhook URL [options]

Drives your own endpoint through the interface, as Parlour would, and reports by rule id what holds and what does not.
Use a test installation of yours: sample chats, customers and texts are sent to it. Nothing but URL (and --token-url) is dialled.

  --secret <whsec_…>   signing secret the endpoint verifies with (PARLOUR_CONFORMANCE_SECRET does the same)
  --json               one JSON object instead of lines
  --help               this text

 channel
  --id <id>            CHANNEL_PUBLIC_ID appended to URL (conformance)
  --no-id              append nothing (channel option "append the channel id" off)
  --recipient <id>     a customer your endpoint knows; with quotes a string, without a number when it is one

 bot
  --token <token>      token of the bot connection (conformance-token)
  --provider <id>      provider id in the address that conformance serves (conformance)
  --access-token <t>   authorization mode: sent to the bot, and expected from it; or fetched:
  --token-url <URL>    with --client-id, --client-secret (PARLOUR_CONFORMANCE_CLIENT_SECRET), --scope, --client-auth basic|body
  --listen <port>      port of the address the bot posts to (4200)
  --host <address>     address it listens on (127.0.0.1)
  --wait <seconds>     how long an answer of the bot may take (10)
  --invite <text>      what a customer writes to be sent an operator; without it that part is skipped

Exit code: 0 all that was checked holds, 1 something failed, 2 wrong usage.`;

const textNames =
  "secret id recipient token provider access-token listen host wait invite token-url client-id client-secret scope client-auth".split(
    " ",
  );
const optionTypes = {
  ...Object.fromEntries(textNames.map((name) => [name, { type: "string" } as const])),
  "no-id": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Env = Readonly<Record<string, string | undefined>>;
type Fault = { readonly fault: string };
type GetOption = (name: string) => string | null;

/** Parses arguments and environment. If they are invalid, `fault` is one sentence for the user. */
export function parseOptions(argv: readonly string[], env: Env): ParsedOptions {
  let values: Record<string, string | boolean | undefined>;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: optionTypes,
    }));
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (values["help"] === true) return { help: usage };
  const getOption: GetOption = (name) => (typeof values[name] === "string" ? values[name] : null);
  const target = parseTarget(positionals);
  if ("fault" in target) return target;
  const endpoint = parseEndpoint(getOption, env, values["no-id"] !== true);
  if ("fault" in endpoint) return endpoint;
  const bot = parseBotOptions(getOption);
  if ("fault" in bot) return bot;
  const tokenSource = parseTokenSource(getOption, env);
  if (tokenSource !== null && "fault" in tokenSource) return tokenSource;
  return {
    options: {
      ...target,
      ...endpoint,
      ...bot,
      tokenSource,
      json: values["json"] === true,
      ...defaultWaits,
    },
  };
}

function parseTarget([kind, address, ...extra]: readonly string[]): Target | Fault {
  if (kind !== "channel" && kind !== "bot" && kind !== "webhook")
    return { fault: "Say which interface: channel, bot or webhook." };
  if (address === undefined || extra.length > 0)
    return { fault: "Give one URL after the interface." };
  const url = URL.parse(address);
  if (
    url === null ||
    (url.protocol !== "http:" && url.protocol !== "https:") ||
    url.username !== "" ||
    url.password !== ""
  )
    return { fault: "The URL must start with http:// or https:// and hold no user name." };
  return { interface: kind, url };
}

function parseEndpoint(
  getOption: GetOption,
  env: Env,
  isIdAppended: boolean,
): EndpointOptions | Fault {
  const secret = getOption("secret") ?? env["PARLOUR_CONFORMANCE_SECRET"] ?? null;
  if (secret !== null && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    return { fault: "--secret must start with whsec_ and hold base64." };
  const publicId = isIdAppended ? (getOption("id") ?? "conformance") : null;
  if (publicId !== null && !/^[\w-]{1,64}$/.test(publicId))
    return { fault: "--id has letters, digits, _ and - only." };
  return {
    secret,
    publicId,
    recipient: parseRecipient(getOption("recipient")),
    isRecipientKnown: getOption("recipient") !== null,
  };
}

function parseBotOptions(getOption: GetOption): BotConnectionOptions | Fault {
  const token = getOption("token") ?? "conformance-token";
  if (!/^[\x21-\x7e]{1,255}$/.test(token))
    return { fault: "--token has 1 to 255 printable ASCII characters." };
  const listenPort = Number(getOption("listen") ?? "4200");
  if (!Number.isInteger(listenPort) || listenPort < 0 || listenPort > 65_535)
    return { fault: "--listen must be a port number." };
  const wait = Number(getOption("wait") ?? "10");
  if (!(wait > 0 && wait <= 300)) return { fault: "--wait must be from 0 to 300 seconds." };
  return {
    token,
    provider: getOption("provider") ?? "conformance",
    accessToken: getOption("access-token"),
    listenHost: getOption("host") ?? "127.0.0.1",
    listenPort,
    waitMs: wait * 1000,
    inviteText: getOption("invite"),
  };
}

/** Converts to JSON. `7` stays a number. `"7"` and `cust-881` become strings (CH-043). */
function parseRecipient(value: string | null): string {
  if (value === null) return '"test"';
  return /^-?(?:0|[1-9]\d*)$/.test(value) || /^"(?:[^"\\]|\\.)*"$/.test(value)
    ? value
    : JSON.stringify(value);
}

function parseTokenSource(getOption: GetOption, env: Env): TokenSource | Fault | null {
  const address = getOption("token-url");
  if (address === null) return null;
  const url = URL.parse(address);
  const clientId = getOption("client-id");
  const clientSecret = getOption("client-secret") ?? env["PARLOUR_CONFORMANCE_CLIENT_SECRET"];
  const clientAuth = getOption("client-auth") ?? "basic";
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return { fault: "--token-url must start with http:// or https://." };
  if (clientId === null || clientSecret === undefined)
    return { fault: "--token-url needs --client-id and --client-secret." };
  if (clientAuth !== "basic" && clientAuth !== "body")
    return { fault: "--client-auth is basic or body." };
  return { url, clientId, clientSecret, scope: getOption("scope"), clientAuth };
}
