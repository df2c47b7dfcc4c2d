import { connectorKinds, type ConnectorKind } from "@parlour/protocol/settings/connectors";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connector } from "../src/connectors/connector.ts";
import { createFixedIntervalSchedule } from "../src/delivery/schedule.ts";
import { createMask, shorten, summarize } from "./settings-golden-fixture.ts";

/**
 * Compares what the service API does with the settings of channels of external services with
 * fixtures/settings-connector-*.txt. The services accept everything. Run with `-u` to accept a
 * difference.
 */

let parlour: TestParlour;
const createConnector = (kind: ConnectorKind) => (): Connector => ({
  kind,
  prepare: (settings) => Promise.resolve(settings),
  driver: {
    policy: {
      timeoutMs: 1_000,
      maxReplyBytes: 1_024,
      schedule: createFixedIntervalSchedule(1, 1_000, 1_000),
    },
    buildRequest: () => ({ never: "endpoint_off", message: "A test sends nothing." }),
    interpretResponse: () => ({ outcome: "delivered", means: "delivered", error: null }),
  },
  synchronize: () => undefined,
  test: () => Promise.reject(new Error("not in this test")),
  close: () => Promise.resolve(),
});
beforeAll(async () => {
  parlour = await startTestParlour({ hooks: { connectors: connectorKinds.map(createConnector) } });
});
afterAll(() => parlour.close());

interface Case {
  readonly complete: object;
  readonly changes: readonly object[];
  readonly refused: readonly object[];
}
const long = (length: number): string => "x".repeat(length);
const server = { host: "mx.shop.example", port: 993, security: "tls" };
const imap = { ...server, user: "shop" };
const mail = { address: "shop@shop.example", receive: "imap", imap, send: "installation" };
const app = { app_id: "1", app_secret: "a-secret-of-the-app", access_token: "a-secret-token" };
const meta: Case = {
  complete: { ...app, account_id: "7" },
  changes: [
    { app_id: "3" },
    { app_secret: "another-secret" },
    { access_token: "another-token" },
    { account_id: "8" },
    { account_id: null },
  ],
  refused: [
    { app_id: undefined },
    { app_id: long(41) },
    { app_secret: "" },
    { app_secret: long(201) },
    { access_token: undefined },
    { access_token: long(1001) },
    { account_id: "" },
    { page_id: "7" },
  ].map((settings) => ({ ...app, ...settings })),
};
const cases: Readonly<Record<ConnectorKind, Case>> = {
  sms: {
    complete: {
      gateway: "twilio",
      sender: "+4915112345678",
      account: "AC1",
      secret: "a-secret-token",
    },
    changes: [
      { sender: "Shop" },
      { gateway: "generic", address: "https://sms.shop.example/send" },
      { gateway: "own", definition: "{}", inbound_password: "a-password" },
      { secret: null, account: null },
    ],
    refused: [
      {},
      { gateway: "twilio" },
      { gateway: "post", sender: "Shop" },
      { gateway: "twilio", sender: long(31) },
      { gateway: "own", sender: "Shop", definition: long(8001) },
      { gateway: "twilio", sender: "Shop", account: long(201) },
    ],
  },
  messenger: meta,
  instagram: meta,
  telegram: {
    complete: { bot_token: "12345:a-secret-token", greeting: "Hello" },
    changes: [{ greeting: "Welcome" }, { greeting: null }, { bot_token: "6789:another-token" }],
    refused: [
      {},
      { bot_token: "" },
      { bot_token: null },
      { bot_token: long(201) },
      { bot_token: 7 },
      { bot_token: "1:a", greeting: long(1001) },
      { bot_token: "1:a", name: "bot" },
    ],
  },
  viber: {
    complete: { auth_token: "a-secret-token", greeting: "Hello" },
    changes: [{ greeting: null }, { auth_token: "another-token" }],
    refused: [{}, { auth_token: "" }, { auth_token: long(201) }],
  },
  whatsapp: {
    complete: {
      phone_number_id: "1",
      waba_id: "2",
      access_token: "a-secret-token",
      app_secret: "another-secret",
    },
    changes: [
      { phone_number_id: "3" },
      { waba_id: "4" },
      { access_token: "new-secret-token" },
      { app_secret: "short" },
    ],
    refused: [
      { app_secret: undefined },
      { phone_number_id: long(41) },
      { waba_id: "" },
      { waba_id: null },
      { access_token: long(1001) },
      { app_secret: long(201) },
      { app_secret: "" },
    ].map((settings) => ({
      phone_number_id: "1",
      waba_id: "2",
      access_token: "a-secret-token",
      app_secret: "another-secret",
      ...settings,
    })),
  },
  mail: {
    complete: {
      ...mail,
      imap: { ...imap, mailbox: "INBOX", move_to: "Read" },
      imap_password: "seven wet umbrellas",
      send: "smtp",
      smtp: { ...server, port: 465, user: "shop" },
      smtp_password: "eight wet umbrellas",
      sender_name: "Shop",
      signature: "Yours",
      reply_address: "plain",
      authentication_servers: "mx.shop.example",
      automatic_emails: "ignored",
      newsletters: "chat",
    },
    changes: [
      { address: "other@shop.example" },
      { imap: { ...server, port: 143, security: "starttls", user: "other" } },
      { receive: "smtp", imap: null },
      { imap_password: null },
      { smtp: { ...server, security: "none" } },
      { send: "installation", smtp: null },
      { smtp_password: "nine wet umbrellas" },
      { sender_name: null, signature: null, reply_address: "plus" },
      { authentication_servers: null },
      { automatic_emails: "chat", newsletters: "ignored" },
      { automatic_emails: null, newsletters: null, reply_address: null },
    ],
    refused: [
      {},
      { address: "" },
      { address: `${long(250)}@shop.example` },
      { receive: "pop" },
      { imap: { ...imap, host: "" } },
      { imap: { ...imap, host: long(254) } },
      { imap: { ...imap, port: 0 } },
      { imap: { ...imap, port: "993" } },
      { imap: { ...imap, security: "ssl" } },
      { imap: { ...imap, user: long(321) } },
      { imap: { ...imap, mailbox: "" } },
      { imap: { ...imap, password: "seven wet umbrellas" } },
      { imap: server },
      { imap_password: long(1001) },
      { send: "post" },
      { smtp: { ...server, user: long(321) } },
      { oauth: { provider: "shop", grant: "one" } },
      { oauth: { provider: "own", grant: "one" } },
      { sender_name: long(101) },
      { signature: long(1001) },
      { reply_address: "token" },
      { authentication_servers: long(1001) },
      { automatic_emails: "delete" },
      { newsletters: true },
      { color: "red" },
    ].map((settings, n) => (n === 0 ? settings : { ...mail, ...settings })),
  },
};

it.each(connectorKinds)(
  "[CON-010] [CON-012] [CON-076] %s: each answer, error and row of the settings of its channels",
  async (kind) => {
    const { complete, changes, refused } = cases[kind];
    const lines: string[] = [];
    const mask = createMask();
    const common = { kind, name: "Shop", operators: [parlour.owner.id] };
    const send = async (
      title: string,
      method: "POST" | "PATCH" | "GET" | "DELETE",
      path: string,
      body?: object,
    ) => {
      const answer = await parlour.owner.call(method, path, body);
      const { settings, secret_hints: hints } = answer.body ?? {};
      const summary = settings === undefined ? summarize(answer.body) : { settings, hints };
      lines.push(`${title}: ${answer.status} ${mask(summary)}`);
      return answer.body as { readonly id: number } | null;
    };
    for (const settings of refused)
      await send(`refused ${mask(shorten(settings))}`, "POST", "channels", { ...common, settings });
    const made = await send("create", "POST", "channels", { ...common, settings: complete });
    const path = `channels/${made?.id}`;
    for (const settings of changes) {
      const title = `change ${mask(shorten(settings))}`;
      await send(title, "PATCH", path, { settings });
      const [row] = await parlour.sql(
        "select settings, info, secrets is not null as sealed from channel where id = $1",
        [made?.id],
      );
      lines.push(`  row: ${JSON.stringify(row)}`);
    }
    await send("change nothing", "PATCH", path, { settings: {} });
    await send("read", "GET", path);
    await send("delete", "DELETE", path);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
      `fixtures/settings-connector-${kind}.txt`,
    );
  },
);
