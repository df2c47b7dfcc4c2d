import { parseArgs } from "node:util";
import { servicePortCount } from "./panels/services.ts";

/** Options of the command line. */
export interface LabOptions {
  /** Port of the lab. 0 selects any free port. */
  readonly port: number;
  /** The address on which the lab listens and which Parlour calls. */
  readonly host: string;
  /** Base URL of the Parlour installation. */
  readonly url: string;
  /** API key of the owner, for the allowed outgoing addresses. Null: they stay. */
  readonly key: string | null;
  /** Inbound URL of a chat API channel (CH-002). */
  readonly channel: string | null;
  readonly secret: string | null;
  /** Whether to create the bot connection and the webhook at the start. */
  readonly bot: boolean;
  readonly webhook: boolean;
  /** Whether to start the services too: messengers, mail, a model, systems to import from. */
  readonly services: boolean;
}
export type ParsedOptions =
  | { readonly options: LabOptions }
  | { readonly help: string }
  | { readonly fault: string };

const usage = `Usage: parlour lab [options]

Plays the other side of your installation: a page where you write as customers, answer as a bot, and reply to events.

  --port <number>     port of the lab (4100; 0: any that is free)
  --host <address>    address the lab listens on and is called at (127.0.0.1)
  --url <address>     the Parlour instance (PUBLIC_URL, else http://localhost:3000)
  --key <pk_…>        API key of the instance owner: adds the lab to the outgoing addresses, and takes it away at the end
                      (PARLOUR_KEY does the same and stays out of the process list)
  --channel <URL>     inbound URL of the channel; can also be given on the page
  --secret <whsec_…>  signing secret of the channel, to check signatures
  --bot               with --key: makes a bot connection to the lab; new chats go to it first, until the lab ends
  --webhook           with --key: makes a webhook to the lab, until the lab ends
  --services          also plays Telegram, WhatsApp, Messenger, Instagram, Viber, an SMS gateway, a mail server, a model
                      server, Chatwoot and Rocket.Chat, on the ten ports after that of the lab, and prints how to connect
                      Parlour to them
  --help              this text`;

/** Parses arguments and environment. If they are invalid, `fault` is one sentence for the user. */
export function parseOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ParsedOptions {
  const values = parseArguments(argv);
  if (typeof values === "string") return { fault: values };
  if (values["help"] === true) return { help: usage };
  const text = (name: string): string | null =>
    typeof values[name] === "string" ? values[name] : null;

  const port = Number(text("port") ?? "4100");
  if (!Number.isInteger(port) || (port < 1024 && port !== 0) || port > 65535)
    return {
      fault:
        "--port must be 0, for any free port, or a whole number from 1024 to 65535 (Parlour calls no lower port but 80 and 443).",
    };
  const services = values["services"] === true;
  if (services && port + servicePortCount > 65535)
    return { fault: "With --services, ten more ports must follow --port. Choose a lower one." };
  const url = normalizeUrl(text("url") ?? env["PUBLIC_URL"] ?? "http://localhost:3000");
  if (url === null)
    return { fault: "--url must be an http or https address, such as http://localhost:3000." };
  const channel = text("channel");
  if (channel !== null && normalizeInboundUrl(channel) === null)
    return {
      fault:
        "--channel must be the inbound URL of a chat API channel, …/channel/<random string>/<channel id>.",
    };
  return {
    options: {
      port,
      host: text("host") ?? "127.0.0.1",
      url,
      key: text("key") ?? env["PARLOUR_KEY"] ?? null,
      channel,
      secret: text("secret"),
      bot: values["bot"] === true,
      webhook: values["webhook"] === true,
      services,
    },
  };
}

/** Returns the arguments by name, or the error text. */
function parseArguments(
  argv: readonly string[],
): Record<string, string | boolean | undefined> | string {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        url: { type: "string" },
        key: { type: "string" },
        channel: { type: "string" },
        secret: { type: "string" },
        bot: { type: "boolean" },
        webhook: { type: "boolean" },
        services: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns `https://host/path/<random>/<id>`, or null if it is no inbound URL. */
export function normalizeInboundUrl(text: string): string | null {
  const base = normalizeUrl(text.trim());
  if (base === null) return null;
  const withoutStatus = base.replace(/\/status$/, "");
  return /\/[\w-]{22,64}\/[\w-]{4,64}$/.test(new URL(withoutStatus).pathname)
    ? withoutStatus
    : null;
}

function normalizeUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  url.hash = "";
  url.search = "";
  return url.href.replace(/\/+$/, "");
}
