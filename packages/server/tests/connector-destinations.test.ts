import {
  connectorKinds,
  getConnectorSettings,
  listCredentials,
  type ConnectorKind,
} from "@parlour/protocol/settings/connectors";
import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connector } from "../src/connectors/connector.ts";
import { createFixedIntervalSchedule } from "../src/delivery/schedule.ts";

/** Who may change each setting of each kind of connector, whose service accepts everything. */
let parlour: TestParlour;
let developer: TestOperator;
let admin: TestOperator;

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
  developer = await parlour.operator("developer");
  admin = await parlour.operator("admin");
});
afterAll(() => parlour.close());

const server = (host: string) => ({ host, port: 993, security: "tls", user: "shop" });
const metaValues = {
  app_id: ["1", "2"],
  app_secret: ["secret-one", "secret-two"],
  access_token: ["token-one", "token-two"],
  account_id: ["3", "4"],
} as const;
/** Two values of each setting. A new setting or kind fails until it has some. */
const values: Readonly<
  Record<ConnectorKind, Readonly<Record<string, readonly [unknown, unknown]>>>
> = {
  sms: {
    gateway: ["generic", "own"],
    sender: ["+4915112345678", "+4915112345679"],
    account: ["one", "two"],
    secret: ["secret-one", "secret-two"],
    address: ["https://sms.example/send", "https://sms.evil.example/send"],
    definition: ["{}", "[]"],
    inbound_password: ["password-one", "password-two"],
  },
  messenger: metaValues,
  instagram: metaValues,
  telegram: { bot_token: ["1:secret-one", "2:secret-two"], greeting: ["Hello", "Welcome"] },
  viber: { auth_token: ["secret-one", "secret-two"], greeting: ["Hello", "Welcome"] },
  whatsapp: {
    phone_number_id: ["1", "2"],
    waba_id: ["3", "4"],
    access_token: ["token-one", "token-two"],
    app_secret: ["secret-one", "secret-two"],
  },
  mail: {
    address: ["a@shop.example", "b@shop.example"],
    receive: ["imap", "smtp"],
    imap: [server("imap.shop.example"), server("imap.evil.example")],
    imap_password: ["password-one", "password-two"],
    send: ["smtp", "installation"],
    smtp: [server("smtp.shop.example"), server("smtp.evil.example")],
    smtp_password: ["password-one", "password-two"],
    oauth: [
      { provider: "own", grant: "one" },
      { provider: "own", grant: "two" },
    ],
    authentication_servers: ["mx.shop.example", "mx.evil.example"],
    sender_name: ["Shop", "Store"],
    signature: ["Yours", "Best wishes"],
    reply_address: ["plus", "plain"],
    automatic_emails: ["chat", "ignored"],
    newsletters: ["chat", "ignored"],
  },
};
const countOpened = async (): Promise<number> =>
  (await parlour.sql("select from audit where action = 'outbound_address.open'")).length;

describe.each(connectorKinds)("settings of the kind %s", (kind) => {
  const { fields } = getConnectorSettings(kind);
  const names = Object.keys(fields);
  let path: string;
  beforeAll(async () => {
    const body = {
      kind,
      name: kind,
      operators: [parlour.owner.id],
      settings: Object.fromEntries(names.map((name) => [name, values[kind][name]?.[0]])),
    };
    await parlour.sql(
      `insert into mail_grant (id, account_id, operator_id, provider, refresh_token, created_at)
       select g, o.account_id, o.id, 'own', '', now() from operator o, unnest('{one,two}'::text[]) g
       where o.id = $1 on conflict do nothing`,
      [admin.id],
    );
    const masked = await developer.call("POST", "channels", body);
    expect([masked.status, masked.body.error.code]).toEqual([403, "forbidden"]);
    const before = await countOpened();
    const created = await admin.call("POST", "channels", body);
    expect(created.status, created.text).toBe(201);
    expect(await countOpened()).toBe(before + 1);
    path = `channels/${created.body.id}`;
  });
  test.each(names)(
    "[CON-069] [CORE-250] %s decides where texts go, or a role without texts may change it",
    async (name) => {
      const next = values[kind][name]?.[1];
      expect(next, `two values of ${kind}.${name}`).toBeDefined();
      const patch = { settings: { [name]: next } };
      const isDestination = fields[name]?.needs === "addresses";
      const before = await countOpened();
      const masked = await developer.call("PATCH", path, patch);
      expect(masked.status, masked.text).toBe(isDestination ? 403 : 200);
      expect(await countOpened()).toBe(before);
      expect((await admin.call("PATCH", path, patch)).status).toBe(200);
      expect(await countOpened()).toBe(before + (isDestination ? 1 : 0));
    },
  );
  test("[CON-069] [CORE-251] the audit log names the destination, and no secret", async () => {
    const rows = await parlour.sql<{ target: string }>(
      "select target from audit where action = 'outbound_address.open' order by id",
    );
    const texts = rows.map(({ target }) => target).join("\n");
    expect(texts).toContain(`: ${kind}: `);
    for (const name of listCredentials(kind))
      for (const secret of values[kind][name] ?? []) expect(texts).not.toContain(String(secret));
  });
});
