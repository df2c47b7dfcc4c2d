import { mkdtempSync, chmodSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "../cluster/sign-in.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { startCluster } from "../cluster/start-cluster.ts";
import { startServices, type Services } from "./services.ts";

const password = "correct horse battery staple";
const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
const publicId = "AbCdEf1234";
const widgetId = "WiDgEt1234";
const botChannelId = "BoTcHaN123";
const offersChannelId = "OfFeRs1234";
const timersChannelId = "TiMeRs1234";
const botToken = "tok3n-tok3n-tok3n-tok3n";
/** The owner of the account, who answers all chats of the load. */
const answering = "Ann";
/** Operators who own one chat each, with a socket at one node or at the balancer. */
const owning = ["Bob", "Carl", "Dora"] as const;
/** The operator whose sessions the probes end. */
const leaving = "Eve";

/** Names of the channels whose chats the answering operator answers. */
export const answeredChannels: ReadonlySet<string> = new Set(["Shop", "Site", "Telegram"]);

/** A cluster with an account, its operators and channels. */
export interface Installation {
  readonly cluster: Cluster;
  readonly services: Services;
  /** The address of the balancer for requests. */
  readonly origin: string;
  readonly inboundUrl: string;
  readonly widgetId: string;
  /** The channel whose chats a bot answers, and where the bot sends its answers. */
  readonly botInboundUrl: string;
  readonly botAnswerUrl: string;
  /** The channels whose chats operators race for, and whose chats nobody answers. */
  readonly offersInboundUrl: string;
  readonly timersInboundUrl: string;
  readonly answering: OperatorAccess;
  readonly owning: readonly OperatorAccess[];
  readonly leaving: OperatorAccess;
  /** Signs in at an address. Returns the headers of the session. */
  readonly signIn: (
    operator: OperatorAccess,
    url: string,
  ) => Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}
export interface OperatorAccess {
  readonly name: string;
  readonly email: string;
  readonly key: string;
}

export interface InstallationOptions {
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
  readonly isSynchronous: boolean;
  /** Entry of a build with a planted fault. */
  readonly entry?: string | undefined;
  readonly onLog: (node: number, text: string) => void;
}

/** Starts an installation in a folder of its own. If a part does not start, nothing is left. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-chaos-"));
  // The database's user must be able to pass.
  chmodSync(folder, 0o711);
  const services = await startServices();
  const close = async (): Promise<void> => {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return await startParts(options, { folder, services, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  options: InstallationOptions,
  {
    folder,
    services,
    close,
  }: { readonly folder: string; readonly services: Services; readonly close: () => Promise<void> },
): Promise<Installation> {
  const operators = [answering, ...owning, leaving].map((name, n) => ({
    name,
    email: `${name.toLowerCase()}@example.test`,
    key: `pk_test_${String(n).repeat(32)}`,
  }));
  const file = join(folder, "parlour.yaml");
  writeFileSync(file, describeAccount(operators, services), { mode: 0o600 });
  const cluster = await startCluster({
    folder,
    hasRedis: options.hasRedis,
    isHighlyAvailable: options.isHighlyAvailable,
    isSynchronous: options.isSynchronous,
    hasRelays: true,
    // Nodes that write to one account at the same time have more ways to go wrong.
    isSpread: true,
    startsTogether: true,
    ...(options.entry !== undefined && { entry: options.entry }),
    env: {
      PARLOUR_CONFIG: file,
      SHUTDOWN_MOVE: "5",
      TELEGRAM_API_URL: services.telegramUrl,
    },
    onLog: options.onLog,
  });
  const origin = `http://127.0.0.1:${cluster.port}`;
  const [first, ...others] = operators as [OperatorAccess, ...OperatorAccess[]];
  return {
    cluster,
    services,
    origin,
    inboundUrl: `${origin}/channel/${randomString}/${publicId}`,
    botInboundUrl: `${origin}/channel/${randomString}/${botChannelId}`,
    offersInboundUrl: `${origin}/channel/${randomString}/${offersChannelId}`,
    timersInboundUrl: `${origin}/channel/${randomString}/${timersChannelId}`,
    botAnswerUrl: `${origin}/bot/webhooks/helper/${botToken}`,
    widgetId,
    answering: first,
    owning: others.slice(0, -1),
    leaving: others.at(-1) ?? first,
    signIn: ({ email }, url) => signIn({ email, password, url, origin: cluster.url }),
    async stop() {
      await cluster.stop();
      await close();
    },
  };
}

function describeAccount(
  operators: readonly OperatorAccess[],
  { integrator, webhook, botProvider, telegramUrl, telegramBot }: Services,
): string {
  const emails = operators
    .slice(0, -1)
    .map(({ email }) => email)
    .join(", ");
  const channel = (name: string, id: string): string =>
    `  - { kind: api, name: ${name}, public_id: ${id}, random_string: ${randomString}, endpoint_url: "${integrator.url}/chat", operators: [${emails}] }`;
  const hosts = [integrator.url, webhook.url, botProvider.endpoint, telegramUrl].map(
    (url) => `"${new URL(url).host}"`,
  );
  return `version: 1
account: { name: Acme }
operators:
${operators.map(({ name, email }, n) => `  - { email: ${email}, name: ${name}, password: "${password}", role: ${n === 0 ? "owner" : "operator"} }`).join("\n")}
api_keys:
${operators.map(({ name, email, key }) => `  - { name: ${name}, key: ${key}, operator: ${email}, scopes: ["*"] }`).join("\n")}
channels:
${channel("Shop", publicId)}
${channel("Bot", botChannelId)}
${channel("Offers", offersChannelId)}
${channel("Timers", timersChannelId)}
  - { kind: telegram, name: Telegram, operators: [${emails}], settings: { bot_token: "${telegramBot.token}" } }
  - { kind: widget, name: Site, public_id: ${widgetId}, operators: [${emails}] }
bot_providers:
  - { id: helper, name: Helper, endpoint_url: "${botProvider.endpoint}" }
bots:
  - { provider: helper, token: ${botToken}, name: Robo, channels: [${botChannelId}] }
webhooks:
  - { url: "${webhook.url}/events", events: [chat_created, chat_accepted, message_created, chat_finished], channels: [${widgetId}, ${botChannelId}] }
egress: { allow: [${hosts.join(", ")}] }
`;
}

/** Calls the service API. Returns the body, or null after another status than 2xx. */
export async function callApi<T>(
  url: string,
  { key }: OperatorAccess,
  path: string,
  request: { readonly method?: string; readonly body?: unknown } = {},
): Promise<T | null> {
  try {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: request.method ?? "GET",
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return response.ok ? ((text === "" ? {} : JSON.parse(text)) as T) : null;
  } catch {
    return null;
  }
}
