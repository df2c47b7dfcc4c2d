import { createHash } from "node:crypto";
import type { FakeIntegrator, TestParlour } from "@parlour/testkit";
import { runCommand } from "../src/cli/run.ts";
import { createLog } from "../src/log.ts";
import { upload } from "./files-fixture.ts";

/**
 * The data of a small installation, which each release writes as a fixture and later releases read
 * (CORE-273). `tools/write-release-data.ts` writes it.
 */

/** Port of the integrator's endpoints, in the data too. */
export const endpointPort = 49_001;
/** Nothing listens on this port. */
const closedPort = 49_002;

/** The parts of interface A that customers use: the channel for operators, and the one of a bot. */
const channelSecrets = { App: "a".repeat(24), Robot: "b".repeat(24), Broken: "c".repeat(24) };
const channelIds = { App: "AbCdEf1234", Robot: "RoBoTa1234", Broken: "BrOkEn1234" };
type ChannelName = keyof typeof channelIds;
/** The channel for operators. */
export const appChannel = { publicId: channelIds.App, secret: channelSecrets.App };

const channelEntry = (name: ChannelName, port: number, operators: string): string =>
  `  - { kind: api, name: ${name}, public_id: ${channelIds[name]}, random_string: ${channelSecrets[name]}, endpoint_url: "http://127.0.0.1:${port}/${name}", operators: [${operators}] }`;

/** The key of the installation. */
export const secretKey = createHash("sha256").update("testkit").digest();

/** Password of the owner, `ann@example.test`. */
export const ownerPassword = "correct horse battery staple";

/** Settings of every kind that the provisioning file has. */
export const provisioningText = `version: 1
account: { name: Acme, locale: en }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "${ownerPassword}", chat_limit: 5 }
  - { email: bob@example.test, name: Bob, role: operator }
  - { email: dev@example.test, name: Dev, role: developer }
departments:
  - { name: Sales, operators: [ann@example.test], working_hours: { timezone: Europe/Paris, week: { tue: ["10:00-11:00"] } } }
channels:
${channelEntry("App", endpointPort, "ann@example.test, bob@example.test")}
${channelEntry("Robot", endpointPort, "ann@example.test")}
${channelEntry("Broken", closedPort, "ann@example.test")}
  - { kind: widget, name: Site, public_id: WiDgEt1234, origins: ["https://shop.example.test"], departments: [Sales], accent: "#654321" }
bot_providers:
  - { id: night, name: Night bot, endpoint_url: "http://127.0.0.1:${endpointPort}/bots" }
bots:
  - { provider: night, token: t0ken, name: Robo, channels: [${channelIds.Robot}] }
webhooks:
  - { url: "http://127.0.0.1:${endpointPort}/crm?key=1", name: CRM, events: [chat_accepted, chat_finished], channels: [${channelIds.App}] }
  - { url: "http://127.0.0.1:${closedPort}/crm", name: Closed, events: [chat_accepted], channels: [${channelIds.Broken}] }
tags: [VIP, Refund]
canned_replies:
  - { shortcut: hi, text: "Hello, how can I help?", department: Sales }
triggers:
  - { name: Cart help, once: visitor, if: { type: url, value: /cart }, do: [{ type: invitation, text: "Need help?", department: Sales }], channels: [WiDgEt1234] }
calls: { enabled: true }
working_hours: { timezone: Europe/London, week: { mon: ["00:00-24:00"] }, exceptions: { 2026-12-25: [] } }
routing: { mode: all, offer_s: 45, grace_s: 200 }
blacklist:
  - { email: bad@example.test }
  - { range: 198.51.100.7/24 }
mail: { host: 127.0.0.1, port: ${closedPort}, tls: implicit, user: us, password_env: MAIL_PASSWORD, from: "Acme <chat@example.test>" }
retention: { addresses_days: 3000, chats_days: 3000 }
egress: { allow: ["127.0.0.1:${endpointPort}", "127.0.0.1:${closedPort}"] }
`;
export const provisioningEnv = { MAIL_PASSWORD: "mailed" };

/** File that an operator sends, and its content. */
export const sentFile = { name: "size-chart.txt", bytes: "42: 26.5 cm", type: "text/plain" };

/**
 * Creates chats in every state, with messages of every kind, a call, a draft, and deliveries in
 * every state. `parlour` must have the settings above, `integrator` their port.
 */
export async function createReleaseData(
  parlour: TestParlour,
  integrator: FakeIntegrator,
): Promise<void> {
  const { call } = parlour.owner;
  const act = async (...[method, path, body]: Parameters<typeof call>): Promise<{ id: number }> => {
    const response = await call(method, path, body);
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.body as { id: number };
  };
  const answer = (chatId: number, text: string): Promise<unknown> =>
    act("POST", `chats/${chatId}/messages`, { kind: "text", text, client_id: `answer-${chatId}` });
  const beginChat = async (name: ChannelName, customer: string): Promise<number> => {
    const sender = { name: "Cy Young", email: `${customer}@example.test` };
    await sendAsCustomer(
      parlour,
      name,
      customer,
      { type: "text", text: "Is size 42 back?" },
      sender,
    );
    await parlour.settle();
    return (await parlour.findChat(customer)).id;
  };

  const listIds = async (path: string): Promise<readonly number[]> =>
    ((await call("GET", path)).body as { items: readonly { id: number }[] }).items.map(
      ({ id }) => id,
    );

  // A session, and a second account.
  const credentials = { email: parlour.owner.email, password: ownerPassword };
  await parlour.call("POST", "sessions", credentials, { origin: parlour.url });
  await createSecondAccount(parlour);

  const broken = await beginChat("Broken", "broken");
  await act("POST", `chats/${broken}/accept`, {});
  await answer(broken, "This does not arrive.");
  await parlour.settle();
  // All attempts fail. The channel gives up after seconds, the webhook after days.
  for (let n = 0; n < 40; n++) {
    await parlour.clock.advance(n < 10 ? 3_000 : 4 * 3_600_000);
    await parlour.settle();
  }

  const closed = await beginChat("App", "closed");
  await act("POST", `chats/${closed}/accept`, {});
  await answer(closed, "Yes, three pairs.");
  const sent = await upload(call, sentFile);
  const file = { kind: "file", upload_id: (sent.body as { id: number }).id, client_id: "file" };
  await act("POST", `chats/${closed}/messages`, file);
  const [, bob = 0] = await listIds("operators");
  const note = { kind: "note", text: "Asked before.", mentions: [bob], client_id: "note" };
  await act("POST", `chats/${closed}/messages`, note);
  await act("PUT", `chats/${closed}/read`, { seq: 2 });
  await act("PUT", `chats/${closed}/tags`, { tags: await listIds("tags") });
  await parlour.settle();
  await act("POST", `chats/${closed}/close`, {});
  await parlour.settle();

  await beginChat("Robot", "bot");
  await beginChat("App", "waiting");

  const open = await beginChat("App", "open");
  await act("POST", `chats/${open}/accept`, {});
  await act("POST", "calls", { chat_id: open, phone: "+4930111222" });
  const draft = { mode: "text", text: "We keep them until", version: 1 };
  await act("PUT", `chats/${open}/draft`, draft);
  await parlour.settle();
  integrator.respondWith({ status: 503 });
  await answer(open, pendingText);
  await parlour.settle();
}

async function createSecondAccount(parlour: TestParlour): Promise<void> {
  const args = ["account", "create", "Second", "--owner", "eve@example.test"];
  const err: string[] = [];
  const code = await runCommand(args, {
    env: {
      DATABASE_URL: parlour.databaseUrl,
      DATA_DIR: parlour.dataDir,
      SECRET_KEY: secretKey.toString("base64"),
    },
    clock: parlour.clock,
    log: createLog({ level: "silent", format: "json" }),
    out: () => undefined,
    err: (line) => void err.push(line),
  });
  if (code !== 0) throw new Error(err.join("\n"));
}

/** Text of the message whose delivery failed once and is pending. */
export const pendingText = "They are reserved for you.";

/** Sends a customer's message to a channel of the fixture. */
export async function sendAsCustomer(
  parlour: TestParlour,
  name: ChannelName,
  customer: string,
  message: object,
  sender: object = {},
): Promise<void> {
  const path = `/channel/${channelSecrets[name]}/${channelIds[name]}`;
  const body = { sender: { id: customer, ...sender }, message };
  const { status, text } = await parlour.call("POST", path, body);
  if (status !== 200) throw new Error(`message of ${customer}: ${status} ${text}`);
}

/** Lists that contain the settings and the data of an account. */
const lists = (
  "account accounts operators departments tags canned-replies channels bot-providers bots webhooks triggers " +
  "blacklist working-hours routing call-settings retention instance/mail calls drafts visitors"
).split(" ");

/** Fields that depend on the present time or on who is connected. */
const momentary = new Set(["next_opening_at", "open_now", "presence", "wait"]);

/** Parses an answer without momentary fields, and with one address in place of the server's. */
export function parseStableAnswer(text: string): unknown {
  const withoutPort = text.replaceAll(
    /http:\/\/(?:localhost|127\.0\.0\.1):\d+/g,
    "http://parlour.test",
  );
  return JSON.parse(withoutPort, (key, value: unknown) =>
    momentary.has(key) ? undefined : value,
  ) as unknown;
}

/** Returns the paths of the service API that together show all data of the account. */
export async function listReleaseDataPaths(parlour: TestParlour): Promise<readonly string[]> {
  const paths = [...lists, "chats?limit=200", "deliveries?limit=200"];
  const listIds = async (path: string): Promise<readonly number[]> =>
    (
      (await parlour.owner.call("GET", path)).body as { items: readonly { id: number }[] }
    ).items.map(({ id }) => id);
  const chats = await listIds("chats?limit=200");
  const deliveries = await listIds("deliveries?limit=200");
  return [
    ...paths,
    ...chats.map((id) => `chats/${id}/messages?limit=200`),
    ...deliveries.map((id) => `deliveries/${id}`),
  ];
}

/**
 * Returns what the service API answers to the owner, by path. Addresses of the server are replaced,
 * because its port differs.
 */
export async function readReleaseData(
  parlour: TestParlour,
  paths: readonly string[],
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text } = await parlour.owner.call("GET", path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    found[path] = parseStableAnswer(text);
  }
  return found;
}
