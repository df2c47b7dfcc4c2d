import { startOidcProvider, type FakeOidcProvider } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import {
  createMask,
  readEntriesSince,
  readLastEntries,
  shorten,
  summarize,
} from "./settings-golden-fixture.ts";

/**
 * Compares what the service API does with the settings of the installation (answers, errors, stored
 * values, audit log, `settings_changed`) with fixtures/settings-installation-*.txt. Run with `-u`
 * to accept a difference.
 */

let service: ServiceApi;
let acme: TestAccount;
let provider: FakeOidcProvider;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  await service.createAccount("other");
  provider = await startOidcProvider(() => `${service.publicUrl}/signin/oidc`);
  await service.call("POST", "/instance/egress-allow", {
    key: acme.keys.owner,
    body: { add: [provider.host] },
  });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

/** A request: method, path and body. In the path, `{id}` is the id that the test made last. */
type Request = readonly [method: string, path: string, body?: object];
interface Case {
  readonly name: string;
  /** Columns of the row of the installation. */
  readonly stored: string;
  readonly requests: () => readonly Request[];
}

const server = {
  host: "mail.example",
  port: 587,
  tls: "starttls",
  user: "us",
  password: "s3cret",
  from: "Shop <chat@shop.example>",
};
const { password: _, ...kept } = server;
const mail = (body: object): Request => ["PUT", "/instance/mail", body];

const client = (): object => ({
  name: " Acme ",
  issuer: `${provider.issuer}/`,
  client_id: "parlour",
});
const changed = (body: object): Request => ["PATCH", "/instance/oidc/{id}", body];
const refusedClient = (body: object): readonly Request[] => [
  ["POST", "/instance/oidc", { ...client(), ...body }],
  changed(body),
];

const own = {
  name: " Mail house ",
  authorization_url: "https://1.1.1.1/authorize",
  token_url: "https://1.1.1.1/token",
  scopes: " imap smtp ",
};
const google = (body: object): Request => ["PUT", "/instance/oauth-clients/google", body];
const microsoft = (body: object): Request => ["PUT", "/instance/oauth-clients/microsoft", body];
const house = (body: object): Request => ["PUT", "/instance/oauth-clients/own", body];

const installation = (body: object): Request => ["PATCH", "/instance", body];
const addresses = (body: object): Request => ["POST", "/instance/egress-allow", body];
const retention = (body: object): Request => ["PATCH", "/retention", body];
const preview = (body: object): Request => ["POST", "/retention/dry-run", body];

const cases: readonly Case[] = [
  {
    name: "mail",
    stored: "mail, mail_password is not null as has_password, mail_managed, mail_tested_at",
    requests: () => [
      ["GET", "/instance/mail"],
      ["POST", "/instance/mail/test", {}],
      mail({ host: "mail.example", port: 25, tls: "none", from: " chat@shop.example " }),
      mail(server),
      ["GET", "/instance/mail"],
      mail(kept),
      mail({ ...kept, from: "chat@shop.example" }),
      mail({ ...kept, host: "mail2.example" }),
      mail(server),
      mail({ ...kept, port: 465, tls: "implicit" }),
      mail(server),
      mail({ ...kept, user: " us " }),
      mail({ ...kept, user: "others" }),
      mail(server),
      mail({ ...server, password: null }),
      mail(server),
      mail({ ...server, password: "" }),
      mail(server),
      mail({ ...kept, user: null }),
      mail({ ...kept, user: " " }),
      mail({}),
      mail({ ...server, host: "" }),
      mail({ ...server, host: "mail.example/" }),
      mail({ ...server, host: " mail.example" }),
      mail({ ...server, host: "x".repeat(254) }),
      mail({ ...server, port: 0 }),
      mail({ ...server, port: 65_536 }),
      mail({ ...server, port: "587" }),
      mail({ ...server, tls: "maybe" }),
      mail({ ...server, user: "x".repeat(255) }),
      mail({ ...server, user: null }),
      mail({ ...server, password: "x".repeat(1025) }),
      mail({ ...server, from: "" }),
      mail({ ...server, from: "nobody" }),
      mail({ ...server, from: "a@b.example, c@d.example" }),
      mail({ ...server, from: `${"x".repeat(320)}@b.example` }),
      mail({ ...server, has_password: true }),
      ["POST", "/instance/mail/test", { mail: { ...server, from: "nobody" } }],
      ["PATCH", "/instance/mail", { port: 25 }],
      ["DELETE", "/instance/mail"],
      ["DELETE", "/instance/mail"],
    ],
  },
  {
    name: "oidc",
    stored: "oidc",
    requests: () => [
      ["GET", "/instance/oidc"],
      ["POST", "/instance/oidc", client()],
      ["POST", "/instance/oidc", client()],
      changed({ name: "Acme sign-in" }),
      changed({ client_secret: "a secret" }),
      changed({ domains: ["Acme.test", "acme.test", "acme.example"] }),
      changed({ role: "viewer", account_id: acme.id }),
      changed({ role: "admin" }),
      changed({ role: null }),
      changed({ account_id: acme.id }),
      changed({ domains: [] }),
      changed({ client_id: " parlour2 " }),
      changed({ client_secret: "another secret" }),
      changed({ client_secret: null }),
      ...refusedClient({ name: "" }),
      ...refusedClient({ name: "  " }),
      ...refusedClient({ name: "x".repeat(61) }),
      ...refusedClient({ issuer: "ftp://id.example" }),
      ...refusedClient({ issuer: "https://" }),
      ...refusedClient({ issuer: "https://id.example" }),
      ...refusedClient({ client_id: "" }),
      ...refusedClient({ client_id: "  " }),
      ...refusedClient({ client_id: "x".repeat(301) }),
      ...refusedClient({ client_secret: "" }),
      ...refusedClient({ client_secret: "x".repeat(1001) }),
      ...refusedClient({ domains: ["acme"] }),
      ...refusedClient({ domains: Array.from({ length: 101 }, (__, n) => `a${n}.example`) }),
      ...refusedClient({ role: "owner", account_id: acme.id }),
      ...refusedClient({ role: "viewer", account_id: null }),
      ...refusedClient({ role: "viewer", account_id: 900 }),
      ...refusedClient({ has_secret: true }),
      changed({}),
      ["GET", "/instance/oidc"],
      ["DELETE", "/instance/oidc/{id}"],
      ["DELETE", "/instance/oidc/{id}"],
      ["PATCH", "/instance/oidc/{id}", { name: "Gone" }],
    ],
  },
  {
    name: "oauth-clients",
    stored: "oauth_clients",
    requests: () => [
      ["GET", "/instance/oauth-clients"],
      google({ client_id: " parlour ", client_secret: "a secret" }),
      google({ client_id: "parlour" }),
      google({ client_id: "parlour", client_secret: null }),
      google({ client_id: "parlour", client_secret: "a secret" }),
      google({ client_id: "other" }),
      microsoft({ client_id: "parlour", tenant: "acme.example" }),
      microsoft({ client_id: "parlour", tenant: null, own: null }),
      house({ client_id: "parlour", client_secret: "a secret", own }),
      house({ client_id: "parlour", own: { ...own, scopes: "imap" } }),
      house({ client_id: "parlour", own: { ...own, token_url: "https://1.1.1.1/new" } }),
      google({}),
      google({ client_id: "" }),
      google({ client_id: " " }),
      google({ client_id: "x".repeat(301) }),
      google({ client_id: "parlour", client_secret: "" }),
      google({ client_id: "parlour", client_secret: "x".repeat(1001) }),
      google({ client_id: "parlour", tenant: "acme" }),
      google({ client_id: "parlour", own }),
      microsoft({ client_id: "parlour", tenant: "" }),
      microsoft({ client_id: "parlour", tenant: "a b" }),
      house({ client_id: "parlour" }),
      house({ client_id: "parlour", own: { ...own, name: " " } }),
      house({ client_id: "parlour", own: { ...own, scopes: " " } }),
      house({ client_id: "parlour", own: { ...own, token_url: "ftp://1.1.1.1" } }),
      house({ client_id: "parlour", own: { ...own, token_url: "https://10.0.0.1" } }),
      house({ client_id: "parlour", own: { ...own, more: "" } }),
      ["PUT", "/instance/oauth-clients/yahoo", { client_id: "parlour" }],
      ["GET", "/instance/oauth-clients"],
      ["DELETE", "/instance/oauth-clients/google"],
      ["DELETE", "/instance/oauth-clients/google"],
    ],
  },
  {
    name: "instance",
    stored: "egress_allow, limits, support_contact, bot_self_service",
    requests: () => [
      ["GET", "/instance"],
      installation({ support_contact: " help@acme.example " }),
      installation({ support_contact: " " }),
      installation({ support_contact: "https://acme.example/help" }),
      installation({ support_contact: null }),
      installation({ bot_self_service: true }),
      installation({ limits: { upload_mib: 20, uploads_per_minute: 60 } }),
      installation({ limits: { upload_mib: null } }),
      installation({ egress_allow: ["10.0.0.1:80", "10.0.0.1:80", "10.1.0.0/16"] }),
      installation({ egress_allow: [], bot_self_service: false }),
      addresses({ add: ["10.0.0.2:80", "10.0.0.3:80"] }),
      addresses({ add: ["10.0.0.4:80", "10.0.0.2:80"], remove: ["10.0.0.3:80"] }),
      installation({}),
      installation({ support_contact: "x".repeat(301) }),
      installation({ support_contact: 7 }),
      installation({ bot_self_service: null }),
      installation({ limits: { upload_mib: 0 } }),
      installation({ limits: { upload_mib: 1.5 } }),
      installation({ limits: { no_such_limit: 5 } }),
      installation({ limits: [] }),
      installation({ egress_allow: ["10.0.0.1"] }),
      installation({ egress_allow: ["http://10.0.0.1:80"] }),
      installation({ egress_allow: "10.0.0.1:80" }),
      installation({ retention: {} }),
      addresses({}),
      addresses({ add: ["10.0.0.1"] }),
      addresses({ add: [7] }),
      ["GET", "/instance"],
    ],
  },
  {
    name: "retention",
    stored: "retention, provisioned",
    requests: () => [
      ["GET", "/retention"],
      retention({ chats_days: 365 }),
      retention({ files_days: 30, visits_days: 7 }),
      retention({ addresses_days: 0, deliveries_days: 36_500 }),
      retention({ audit_days: 10, log_days: 5 }),
      retention({ chats_days: null, audit_days: null }),
      preview({}),
      preview({ chats_days: 1, audit_days: 1 }),
      retention({}),
      retention({ chats_days: -1 }),
      retention({ chats_days: 36_501 }),
      retention({ chats_days: 1.5 }),
      retention({ chats_days: "30" }),
      retention({ days: {} }),
      preview({ chats_days: null }),
      preview({ chats_days: 36_501 }),
      ["GET", "/retention"],
    ],
  },
];

it.each(cases)(
  "[API-206] [API-355] [API-356] [API-482] [CFG-031] [CORE-125] $name: each answer, error, stored value and audit entry, without a secret",
  async ({ name, stored, requests }) => {
    const { owner, admin } = acme.keys;
    const mask = createInstallationMask();
    const lines: string[] = [];
    let id = "absent00";
    const send = async (title: string, [method, path, body]: Request, key: string) => {
      const at = path.replace("{id}", id);
      const answer = await service.call(method, at, { key, ...(body && { body }) });
      if (answer.status === 201) id = answer.body.id as string;
      const line = mask(summarize(answer.body));
      expect(findSecret(line)).toBeUndefined();
      lines.push(`${title}: ${answer.status} ${line}`);
      return answer.status;
    };
    const from = await readLastEntries(service, acme.id);
    const all = requests();
    for (const request of all) {
      const [method, path, body] = request;
      const title = `${method} ${path}${body === undefined ? "" : ` ${mask(shorten(body))}`}`;
      const status = await send(title, request, owner);
      if (method === "GET" || status >= 300) continue;
      const [row] = await service.db.query(`select ${stored} from instance`);
      lines.push(`stored: ${mask(row)}`);
      expect(findSecret(mask(row))).toBeUndefined();
    }
    const entries = (await readEntriesSince(service, acme.id, from)).map((entry) => mask(entry));
    expect(findSecret(entries.join("\n"))).toBeUndefined();
    lines.push(...entries);
    const first = new Map(all.map((request) => [request[0] + request[1], request]));
    for (const request of first.values())
      await send(`an admin sends ${request[0]} ${request[1]}`, request, admin);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
      `fixtures/settings-installation-${name}.txt`,
    );
  },
);

/** Returns a secret of the requests that a text contains. */
const findSecret = (text: string): string | undefined =>
  ["s3cret", "a secret", "another secret"].find((secret) => text.includes(secret));

/** Replaces also the address of the provider, ids of providers and secrets. */
function createInstallationMask(): (value: unknown) => string {
  const mask = createMask();
  return (value) =>
    mask(value)
      .replaceAll(provider.issuer, "https://id.example.test")
      .replaceAll(provider.host, "id.example.test")
      .replaceAll(service.publicUrl, "https://chat.example.test")
      .replaceAll(/"id":"[a-z0-9]{8}"/g, '"id":"provider"')
      .replaceAll(/"oidc\.[a-z0-9]{8}\./g, '"oidc.provider.')
      .replaceAll(/"secret": ?"[A-Za-z0-9+/=]{20,}"/g, '"secret":"sealed"');
}
