import { parseArgs } from "node:util";
import type { TokenSource } from "./bot-token.ts";

/** Options of all interfaces. */
export interface Common {
  readonly url: URL;
  /** `whsec_…` secret with which the endpoint verifies. null: unknown. */
  readonly secret: string | null;
}
export interface Options extends Common {
  readonly interface: "channel" | "bot" | "webhook";
  readonly json: boolean;
  readonly publicId: string | null;
  readonly recipient: string;
  readonly isRecipientKnown: boolean;
  readonly token: string;
  readonly provider: string;
  readonly accessToken: string | null;
  readonly tokenSource: TokenSource | null;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly waitMs: number;
  readonly inviteText: string | null;
}
export type Parsed = { readonly options: Options } | { readonly help: string } | { readonly fault: string };

export const usage = `Usage: parlour conformance channel|bot|webhook URL [options]

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
  "secret id recipient token provider access-token listen host wait invite token-url client-id client-secret scope client-auth".split(" ");
const known = {
  ...Object.fromEntries(textNames.map((name) => [name, { type: "string" } as const])),
  "no-id": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Env = Readonly<Record<string, string | undefined>>;
type Fault = { readonly fault: string };
/** Returns the text of an option. null: not given. */
type Given = (name: string) => string | null;

/** Parses arguments and environment. A fault is one sentence for the user. */
export function readOptions(argv: readonly string[], env: Env): Parsed {
  let values: Record<string, string | boolean | undefined>;
  let rest: string[];
  try {
    ({ values, positionals: rest } = parseArgs({ args: [...argv], allowPositionals: true, options: known }));
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (values["help"] === true) return { help: usage };
  const given: Given = (name) => (typeof values[name] === "string" ? values[name] : null);
  const target = targetOf(rest);
  if ("fault" in target) return target;
  const endpoint = endpointOf(given, env, values["no-id"] !== true);
  if ("fault" in endpoint) return endpoint;
  const bot = botOf(given);
  if ("fault" in bot) return bot;
  const tokenSource = tokenSourceOf(given, env);
  if (tokenSource !== null && "fault" in tokenSource) return tokenSource;
  return { options: { ...target, ...endpoint, ...bot, tokenSource, json: values["json"] === true } };
}

function targetOf([kind, address, ...more]: readonly string[]): Pick<Options, "interface" | "url"> | Fault {
  if (kind !== "channel" && kind !== "bot" && kind !== "webhook") return { fault: "Say which interface: channel, bot or webhook." };
  if (address === undefined || more.length > 0) return { fault: "Give one URL after the interface." };
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "")
    return { fault: "The URL must start with http:// or https:// and hold no user name." };
  return { interface: kind, url };
}

function endpointOf(
  given: Given,
  env: Env,
  isIdAppended: boolean,
): Pick<Options, "secret" | "publicId" | "recipient" | "isRecipientKnown"> | Fault {
  const secret = given("secret") ?? env["PARLOUR_CONFORMANCE_SECRET"] ?? null;
  if (secret !== null && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    return { fault: "--secret must start with whsec_ and hold base64." };
  const publicId = isIdAppended ? (given("id") ?? "conformance") : null;
  if (publicId !== null && !/^[\w-]{1,64}$/.test(publicId)) return { fault: "--id has letters, digits, _ and - only." };
  return { secret, publicId, recipient: recipientOf(given("recipient")), isRecipientKnown: given("recipient") !== null };
}

function botOf(
  given: Given,
): Pick<Options, "token" | "provider" | "accessToken" | "listenHost" | "listenPort" | "waitMs" | "inviteText"> | Fault {
  const token = given("token") ?? "conformance-token";
  if (!/^[\x21-\x7e]{1,255}$/.test(token)) return { fault: "--token has 1 to 255 printable ASCII characters." };
  const listenPort = Number(given("listen") ?? "4200");
  if (!Number.isInteger(listenPort) || listenPort < 0 || listenPort > 65_535) return { fault: "--listen must be a port number." };
  const wait = Number(given("wait") ?? "10");
  if (!(wait > 0 && wait <= 300)) return { fault: "--wait must be from 0 to 300 seconds." };
  return {
    token,
    provider: given("provider") ?? "conformance",
    accessToken: given("access-token"),
    listenHost: given("host") ?? "127.0.0.1",
    listenPort,
    waitMs: wait * 1000,
    inviteText: given("invite"),
  };
}

/** `7` stays a number, `"7"` and `cust-881` are strings (CH-043). */
function recipientOf(given: string | null): string {
  if (given === null) return '"test"';
  return /^-?(?:0|[1-9]\d*)$/.test(given) || /^"(?:[^"\\]|\\.)*"$/.test(given) ? given : JSON.stringify(given);
}

function tokenSourceOf(given: Given, env: Env): TokenSource | Fault | null {
  const address = given("token-url");
  if (address === null) return null;
  const url = URL.parse(address);
  const clientId = given("client-id");
  const clientSecret = given("client-secret") ?? env["PARLOUR_CONFORMANCE_CLIENT_SECRET"];
  const clientAuth = given("client-auth") ?? "basic";
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return { fault: "--token-url must start with http:// or https://." };
  if (clientId === null || clientSecret === undefined) return { fault: "--token-url needs --client-id and --client-secret." };
  if (clientAuth !== "basic" && clientAuth !== "body") return { fault: "--client-auth is basic or body." };
  return { url, clientId, clientSecret, scope: given("scope"), clientAuth };
}
