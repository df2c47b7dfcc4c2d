import { createECDH, randomBytes } from "node:crypto";
import {
  samlKeys,
  startIntegrator,
  startTestParlour,
  type ApiResponse,
  type TestParlour,
  waitForPass,
} from "@parlour/testkit";
import { generate } from "otplib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "@parlour/protocol/api";
import type { PasskeyOptions } from "@parlour/protocol/api/people/session";
import { describeServiceApi } from "../src/openapi/service-api.ts";
import { encodeForm } from "./files-fixture.ts";
import { createPasskeyDevice } from "./passkey-device.ts";
import {
  createBrowser,
  password,
  openSignedInBrowser,
  type TestBrowser,
} from "./sign-in-fixture.ts";

/**
 * Changes of chats, messages, visitors, calls and offline messages. The journal contains their
 * events with the actor.
 */
const journalRoutes = [
  ...[
    "messages",
    "accept",
    "join",
    "leave",
    "transfer",
    "transfer/accept",
    "transfer/refuse",
    "transfer/withdraw",
    "notice",
    "skip",
    "invite",
    "invite/decline",
    "close",
  ].map((action) => `POST /chats/{id}/${action}`),
  ...["assign-crm", "ask-rating", "mail-transcript", "continue"].map(
    (action) => `POST /chats/{id}/${action}`,
  ),
  "PUT /chats/{id}/fields",
  "POST /chats/{id}/snooze",
  "DELETE /chats/{id}/snooze",
  "PUT /chats/{id}/priority",
  "PUT /chats/{id}/promise",
  "DELETE /chats/{id}/promise",
  "POST /chats/{id}/run-macro",
  "POST /chats/{id}/assign",
  "POST /chats/bulk",
  "POST /broadcasts/{id}/test",
  "DELETE /chats/bulk/{id}",
  // Writes only its progress.
  "POST /rules/dry-run",
  "DELETE /rules/dry-run/{id}",
  "PUT /chats/{id}/tags",
  "PATCH /chats/{id}/tags",
  "PATCH /visitors/{number}",
  "PUT /visitors/{number}/fields",
  "POST /visitors/{number}/invite",
  "POST /visitors/{number}/invite/withdraw",
  "POST /calls",
  ...["take", "connected", "end", "fail", "later", "note"].map(
    (action) => `POST /calls/{id}/${action}`,
  ),
  ...["take", "done", "mail", "chat"].map((action) => `POST /offline-messages/{id}/${action}`),
  "POST /emails",
  // Stores the message of the email, which can start a chat.
  "POST /ignored-emails/{id}/chat",
  // Causes `delivery_updated`.
  "POST /deliveries/{id}/retry",
  "POST /chats/{id}/messages/{seq}/retry",
  "POST /chats/{id}/messages/{seq}/send-now",
  "POST /chats/{id}/messages/{seq}/undo",
  "PATCH /chats/{id}/messages/{seq}",
  "DELETE /chats/{id}/messages/{seq}",
  "PUT /chats/{id}/messages/{seq}/reaction",
  "DELETE /chats/{id}/messages/{seq}/reaction",
];
/** Signals, read marks and drafts of the operator. They are neither settings nor data of others. */
const unauditedRoutes = [
  "PUT /me/presence",
  "PUT /chats/{id}/read",
  "POST /chats/{id}/typing",
  "PUT /chats/{id}/draft",
  "POST /canned-replies/{id}/use",
  "PUT /push/self-test",
  // A reminder names its creator, and a scheduled message its author.
  "POST /chats/{id}/scheduled-messages",
  "PATCH /chats/{id}/scheduled-messages/{scheduled}",
  "POST /chats/{id}/scheduled-messages/{scheduled}/send-now",
  "DELETE /chats/{id}/scheduled-messages/{scheduled}",
  "POST /reminders",
  "PATCH /reminders/{id}",
  "DELETE /reminders/{id}",
  // The choice is stored with its operator, and each email names its recipients.
  "PUT /chats/{id}/reply-to",
  // The journal contains the message that uses the upload. An unused upload is removed after a day.
  "POST /uploads",
  // Writes an entry for each article, which articles-folder.test.ts reads.
  "POST /articles/imports",
  "POST /site-imports/{id}/import",
  // Reads a site. What is imported of it writes entries.
  "POST /site-imports",
  // A mark or a noted gap names its operator.
  "PUT /chats/{id}/messages/{seq}/gap",
  "PATCH /agents/{id}/replays/{replay}/results/{n}",
  // Store a file and what it would do. Its start writes an entry.
  "POST /visitor-imports",
  "POST /visitor-imports/{id}/plan",
  // Stores a file. The import that uses it writes entries, and its start has the choices.
  "POST /imports/files",
  "PUT /imports/{id}/choices",
  // One function writes the entry of each change of the state, which imports.test.ts reads.
  "POST /imports",
  "POST /imports/parallel",
  "DELETE /imports/parallel",
  // old-system.test.ts reads their entries.
  "PUT /imports/parallel/forwarding",
  "DELETE /imports/parallel/forwarding",
  "POST /imports/{id}/plan",
  "POST /imports/{id}/start",
  "POST /imports/{id}/pause",
  "POST /imports/{id}/resume",
  "POST /imports/{id}/stop",
  "POST /imports/{id}/undo",
];
/** POST routes that only read. They use POST because their input is large. */
const readOnlyPosts = [
  "POST /blacklist/check",
  "POST /triggers/dry-run",
  "POST /segments/count",
  "POST /views/count",
  "POST /retention/dry-run",
  // Drafts by the model, which the delivery log has.
  "POST /archive-answers",
  "POST /article-drafts",
  "POST /chats/{id}/suggestions",
  "POST /chats/{id}/rewrites",
  "POST /chats/{id}/summaries",
  "POST /translate",
  "POST /channels/connection-lookup",
  "POST /channels/connection-test",
  "POST /channels/{id}/connection-test",
  "POST /channels/{id}/test",
  "POST /bots/{id}/test",
  "POST /webhooks/{id}/test",
  "POST /call-settings/test",
  "POST /model/test",
  "POST /instance/mail/test",
  "POST /instance/saml/metadata",
  "POST /push/subscriptions/{id}/test",
  "POST /me/passkeys/options",
  "POST /sessions/passkey",
];
/**
 * Routes that prepare a change: a URL to open, a secret that is not active yet, a session that this
 * browser already has.
 */
const pendingRoutes = [
  "POST /sessions/oidc",
  "POST /sessions/saml",
  "POST /channels/mail-sign-ins",
  "POST /channels/mail-sign-ins/result",
  "POST /me/totp",
  "POST /sessions/switch",
  "POST /channels/{id}/address-code",
];
/** Routes whose entry another test checks, because they need a mail server: CON-068. */
const otherTests = ["POST /channels/{id}/address-proof"];

let parlour: TestParlour;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour({ env: { EGRESS_ALLOW: `127.0.0.1:${integrator.port}` } });
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

/** Routes whose entries the tests have checked. */
const checkedRoutes = new Set<string>();
interface ExpectedEntry {
  readonly kind?: AuditEntry["actor"]["kind"];
  readonly id?: number;
  readonly result?: AuditEntry["result"];
}
/**
 * Calls a route once and checks its audit entries. They must belong to this request and actor, and
 * the database must not have added any.
 */
async function expectEntries(
  caller: Pick<TestBrowser, "call">,
  route: string,
  ids: Readonly<Record<string, unknown>> = {},
  body?: unknown,
  { kind = "key", id, result = "ok" }: ExpectedEntry = {},
): Promise<ApiResponse> {
  const log = async (): Promise<AuditEntry[]> =>
    (await parlour.owner.call("GET", "audit?limit=20")).body.items as AuditEntry[];
  const [method = "", path = ""] = route.split(" ");
  const [before] = await log();
  const answer = await caller.call(
    method,
    path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])),
    body,
  );
  expect(answer.status < 300, `${route} ${answer.text}`).toBe(result === "ok");
  // A response that reveals nothing (API-017) is sent before its entry is written.
  const entries = await waitForPass(async () => {
    const since = (await log()).filter((entry) => entry.n > (before?.n ?? 0));
    expect(since.length, `${route} wrote no entry`).toBeGreaterThan(0);
    return since;
  });
  for (const entry of entries)
    expect([route, entry.actor.kind, entry.result, entry.request_id]).toEqual([
      route,
      kind,
      result,
      answer.headers.get("x-request-id"),
    ]);
  if (id !== undefined)
    expect([route, ...new Set(entries.map((entry) => entry.actor.id))]).toEqual([route, id]);
  checkedRoutes.add(route);
  return answer;
}

/** Starts, pauses, continues and cancels a broadcast. Its states are set, so it does not end. */
async function checkBroadcasts(
  writes: (
    route: string,
    ids?: Readonly<Record<string, unknown>>,
    body?: unknown,
  ) => Promise<ApiResponse>,
  channel: number,
): Promise<void> {
  const segment = await parlour.owner.call("POST", "segments", { name: "S", if: { any: [] } });
  await parlour.sql("update channel set kind = 'telegram' where id = $1", [channel]);
  await parlour.owner.call("PATCH", "account", { name: "Acme 3" });
  const created = await writes(
    "POST /broadcasts",
    {},
    { name: "Winter", segment_id: segment.body.id as number, channel_id: channel, text: "Tea" },
  );
  const { id } = created.body as { id: number };
  const at = new Date(parlour.clock.now() + 86_400_000);
  await writes("POST /broadcasts/{id}/start", { id }, { at: at.toISOString() });
  for (const [state, due, action] of [
    ["running", at, "pause"],
    ["paused", null, "continue"],
    ["paused", null, "cancel"],
  ] as const) {
    await parlour.settle();
    await parlour.sql("update broadcast set state = $1, due_at = $2 where id = $3", [
      state,
      due,
      id,
    ]);
    await writes(`POST /broadcasts/{id}/${action}`, { id });
  }
  await parlour.sql("update channel set kind = 'api' where id = $1", [channel]);
  await parlour.owner.call("PATCH", "account", { name: "Acme 4" });
}

/** Starts an import of visitors, and cancels another one. */
async function checkImports(
  writes: (route: string, ids: Readonly<Record<string, unknown>>) => Promise<ApiResponse>,
  channel: number,
): Promise<void> {
  const upload = async (): Promise<number> => {
    const body = new FormData();
    body.set("file", new File(["Id\nc1"], "people.csv"));
    const headers = { authorization: `Bearer ${parlour.owner.key}` };
    const address = `${parlour.url}/api/v1/visitor-imports`;
    const answer = await fetch(address, { method: "POST", headers, body });
    return ((await answer.json()) as { id: number }).id;
  };
  const id = await upload();
  await parlour.owner.call("POST", `visitor-imports/${id}/plan`, {
    channel_id: channel,
    columns: ["customer"],
  });
  await parlour.settle();
  await writes("POST /visitor-imports/{id}/start", { id });
  await writes("POST /visitor-imports/{id}/cancel", { id: await upload() });
  const site = await parlour.owner.call("POST", "site-imports", { address: "http://10.1.2.3/" });
  await parlour.settle();
  await parlour.sql("update site_import set state = 'reading', node = -1");
  await writes("POST /site-imports/{id}/cancel", { id: site.body["id"] as number });
}

/** The last test checks what the others have recorded. */
describe("routes that change something", { shuffle: false }, () => {
  it("[API-072] [API-350] every route of settings, people and secrets writes who did it", async () => {
    const writesByKey = (
      route: string,
      ids: Readonly<Record<string, unknown>> = {},
      body?: unknown,
    ): Promise<ApiResponse> => expectEntries(parlour.owner, route, ids, body);
    const expectResource = async (
      path: string,
      body: object,
      patch: object,
      more: readonly string[] = [],
    ): Promise<void> => {
      const { id } = (await writesByKey(`POST /${path}`, {}, body)).body as { id: unknown };
      await writesByKey(`PATCH /${path}/{id}`, { id }, patch);
      for (const route of more)
        await writesByKey(
          route,
          { id },
          route.endsWith("/rotate") && path === "channels" ? { what: "secret" } : undefined,
        );
      await writesByKey(`DELETE /${path}/{id}`, { id });
    };
    const { url } = integrator;
    // The endpoint also acts as the issuer for sign-in.
    const issuer = {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    };
    const json = { "content-type": "application/json" };
    integrator.respondWith(({ path }) =>
      path.endsWith("/openid-configuration")
        ? { headers: json, body: JSON.stringify(issuer) }
        : "ok",
    );
    await expectResource(
      "fields",
      { object: "visitor", key: "company", kind: "text", name: "Company" },
      { name: "Firm" },
    );
    await expectResource("tags", { name: "VIP" }, { name: "VIPs" });
    await expectResource("statuses", { name: "Lunch" }, { ends_after_s: 2700 });
    await expectResource("roles", { name: "Lead" }, { permissions: ["reports.read"] });
    await expectResource("departments", { name: "Sales", operators: [] }, { name: "Support" });
    await expectResource(
      "canned-replies",
      { scope: "account", shortcut: "hi", text: "Hi" },
      { text: "Hello" },
    );
    await expectResource("segments", { name: "All", if: { all: [] } }, { name: "Every" });
    await expectResource(
      "rules",
      {
        name: "VIP",
        when: { event: "rated" },
        do: [{ type: "priority", priority: "high" }],
      },
      { stop: true },
    );
    await expectResource(
      "scheduled-reports",
      { name: "Week", report: "days", recipients: ["ann@shop.example"] },
      { format: "xlsx" },
    );
    await expectResource("agents", { name: "Helper" }, { state: "shadow" });
    await expectResource("sla-policies", { name: "VIP", close_s: 60 }, { hours: "always" });
    await expectResource("article-sections", { name: "Care" }, { icon: "box" });
    const section = (await writesByKey("POST /article-sections", {}, { name: "Other" })).body as {
      id: number;
    };
    await expectResource(
      "articles",
      { section_id: section.id, language: "en", title: "Oven", body: "Hot" },
      { state: "published" },
    );
    await writesByKey("PUT /articles/order", {}, { section_id: section.id, ids: [] });
    await writesByKey("PUT /article-sections/order", {}, { ids: [section.id] });
    await expectResource("views", { name: "Open", if: { all: [] } }, { order: "created" });
    await expectResource("macros", { name: "End", do: [{ type: "close" }] }, { name: "Close" });
    await writesByKey(
      "POST /canned-replies/import",
      {},
      { format: "json", content: '[{"scope":"account","shortcut":"bye","text":"Bye"}]' },
    );
    await expectResource("blacklist", { kind: "country", value: "BV" }, { reason: "x" });
    await expectResource(
      "channels",
      { name: "App", endpoint_url: url, operators: [parlour.owner.id] },
      { name: "Apps" },
      ["POST /channels/{id}/rotate"],
    );
    const widget = (
      await writesByKey(
        "POST /channels",
        {},
        { kind: "widget", name: "Site", operators: [parlour.owner.id] },
      )
    ).body as {
      id: number;
    };
    await writesByKey("POST /channels/{id}/identity-secret", widget);
    await writesByKey("POST /channels/{id}/signed-links", widget, { fields: { order: 7781 } });
    await writesByKey("DELETE /channels/{id}/identity-secret", widget);
    await expectResource(
      "operators",
      { name: "Eve", email: "eve@x.test", role: "operator" },
      { name: "Eva" },
      ["POST /operators/{id}/reset"],
    );
    await writesByKey("PATCH /account", {}, { name: "Acme 2" });
    const photo = encodeForm({
      name: "me.png",
      bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: "#0b6b5d" } })
        .png()
        .toBuffer(),
    });
    const withForm: Pick<TestBrowser, "call"> = {
      call: (method, path, body) =>
        parlour.owner.call(method, path, body, { "content-type": photo.type }),
    };
    await expectEntries(withForm, "PUT /me/photo", {}, photo.bytes);
    await writesByKey("DELETE /me/photo");
    await writesByKey(
      "PATCH /working-hours",
      {},
      { timezone: "Europe/Berlin", week: { mon: ["09:00-18:00"] } },
    );
    await writesByKey("PATCH /routing", {}, { offer_s: 40 });
    await writesByKey("PATCH /model", {}, { base_url: `${url}/v1`, chat_model: "qwen3:14b" });
    const agent = (await writesByKey("POST /agents", {}, { name: "Replayed" })).body as {
      id: number;
    };
    const question = (
      await writesByKey("POST /agents/{id}/questions", agent, { text: "Where?", article_id: null })
    ).body as { id: number };
    const replay = (await writesByKey("POST /agents/{id}/replays", agent, { of: "questions" }))
      .body as { id: number };
    // It waits, so that it can be cancelled.
    await parlour.settle();
    await parlour.sql(
      "update agent_replay set state = 'running', due_at = now() + interval '100 years'",
    );
    const ofAgent = { id: agent.id, replay: replay.id, question: question.id };
    await writesByKey("POST /agents/{id}/replays/{replay}/cancel", ofAgent);
    await writesByKey("POST /agents/{id}/replays/{replay}/resume", ofAgent);
    await writesByKey("DELETE /agents/{id}/questions/{question}", ofAgent);
    await writesByKey("PATCH /help-center", {}, { title: "Help" });
    await writesByKey(
      "PATCH /call-settings",
      {},
      { enabled: true, driver: "http", url: `${url}/calls` },
    );
    await writesByKey("POST /call-settings/rotate");
    const provider = (
      await writesByKey(
        "POST /bot-providers",
        {},
        { name: "Night", contact: "a@x.test", endpoint_url: url },
      )
    ).body as {
      id: string;
    };
    await writesByKey("PATCH /bot-providers/{id}", provider, { name: "Nights" });
    await expectResource(
      "bots",
      { provider_id: provider.id, token: "token-of-a-test" },
      { name: "Bot" },
      ["POST /bots/{id}/rotate"],
    );
    await writesByKey("DELETE /bot-providers/{id}", provider);
    await expectResource("webhooks", { url }, { events: ["chat_accepted"] }, [
      "POST /webhooks/{id}/rotate",
    ]);
    await expectResource("triggers", { name: "Help", do: [{ type: "open" }] }, { enabled: false });
    await writesByKey("PUT /triggers/order", {}, { ids: [] });
    await writesByKey("PUT /rules/order", {}, { ids: [] });
    await writesByKey("PUT /sla-policies/order", {}, { ids: [] });
    const key = (await writesByKey("POST /api-keys", {}, { name: "k" })).body as { id: number };
    await writesByKey("DELETE /api-keys/{id}", key);
    const channel = await parlour.channel(url);
    const endpoint = (
      (await parlour.owner.call("GET", "endpoints?kind=channel")).body.items as {
        id: number;
        owner_id: number;
      }[]
    ).find((one) => one.owner_id === channel.id);
    await writesByKey("POST /endpoints/{id}/pause", endpoint);
    await writesByKey("POST /endpoints/{id}/resume", endpoint);
    await writesByKey(
      "POST /deliveries/replay",
      {},
      { endpoint: endpoint?.id, since: "2020-01-01T00:00:00Z" },
    );
    await checkBroadcasts(writesByKey, channel.id);
    await checkImports(writesByKey, channel.id);
    await writesByKey("PATCH /security", {}, { second_factor: "optional", grace_days: 7 });
    await expectResource(
      "instance/oidc",
      { name: "Sign-on", issuer: url, client_id: "parlour" },
      { name: "Sign-on 2" },
    );
    await expectResource(
      "instance/saml",
      {
        name: "Sign-on",
        entity_id: "https://id.example.test",
        sso_url: "https://id.example.test/sso",
        certificates: [samlKeys.first.certificate],
      },
      { name: "Sign-on 2" },
    );
    await writesByKey(
      "PUT /instance/oauth-clients/{provider}",
      { provider: "google" },
      { client_id: "parlour" },
    );
    await writesByKey("DELETE /instance/oauth-clients/{provider}", { provider: "google" });
    await writesByKey("PATCH /instance", {}, { support_contact: "help@x.test" });
    await writesByKey("POST /instance/egress-allow", {}, { add: ["127.0.0.1:9"] });
    await writesByKey(
      "PUT /instance/backup",
      {},
      { folder: null, time: "02:00", timezone: "UTC", keep: 7 },
    );
    await writesByKey("POST /instance/backup/runs");
    await writesByKey(
      "PUT /instance/mail",
      {},
      { host: "mail.x.test", port: 587, tls: "starttls", from: "chat@x.test" },
    );
    await writesByKey("DELETE /instance/mail");
    await writesByKey("PUT /me/mail", {}, { offline: true, missed: false });
    await writesByKey("PATCH /retention", {}, { visits_days: 30 });
    const account = (
      await writesByKey(
        "POST /accounts",
        {},
        { name: "Other", owner: { name: "O", email: "o@x.test" } },
      )
    ).body as {
      id: number;
    };
    await writesByKey("PATCH /accounts/{id}", account, { suspended: true });
    await parlour.sendCustomerMessage(channel, "ann", "hello");
    const chat = await parlour.findChat("ann");
    await writesByKey("POST /chats/{id}/block", chat);
    await writesByKey("DELETE /chats/{id}/block", chat);
    await writesByKey("POST /visitors/{number}/block", chat.visitor, {});
    await parlour.sendCustomerMessage(channel, "ann's phone", "hello again", {
      sender: { id: "ann's phone", email: "ann@x.test" },
    });
    const { number: other } = (await parlour.findChat("ann's phone")).visitor;
    for (const resource of ["merges", "different"])
      for (const method of ["PUT", "DELETE"])
        await writesByKey(`${method} /visitors/{number}/${resource}/{other}`, {
          ...chat.visitor,
          other,
        });
    await writesByKey(
      "PUT /visitors/{number}/opt-outs",
      (await parlour.findChat("ann's phone")).visitor,
      { kind: "mail", opted_out: true },
    );
    await writesByKey("DELETE /visitors/{number}", chat.visitor);
  });

  it("[API-072] [API-350] sign-in, links, second factors, sessions and devices write who it was, and what was refused", async () => {
    const eve = await parlour.operator("operator", "Eve");
    const ownEntry: ExpectedEntry = { kind: "operator", id: eve.id };
    const page = createBrowser(parlour);
    await expectEntries(
      page,
      "POST /sessions",
      {},
      { email: eve.email, password: "not the password" },
      { kind: "anonymous", result: "refused" },
    );
    await expectEntries(page, "POST /sessions", {}, { email: eve.email, password }, ownEntry);
    await expectEntries(
      page,
      "POST /me/confirm",
      {},
      { password: "not the password" },
      { ...ownEntry, result: "refused" },
    );
    await expectEntries(page, "POST /me/confirm", {}, { password }, ownEntry);
    await expectEntries(page, "PATCH /me", {}, { name: "Eva", language: "ru" }, ownEntry);
    const wrong = { password: "violet tractor umbrella", old_password: "not the password" };
    await expectEntries(page, "PATCH /me", {}, wrong, { ...ownEntry, result: "refused" });
    await expectEntries(page, "PATCH /me", {}, { ...wrong, old_password: password }, ownEntry);
    const again = { email: eve.email, password: wrong.password };

    const { secret } = (await page.call("POST", "me/totp", {})).body as { secret: string };
    const code = await generate({ secret, epoch: Math.floor(parlour.clock.now() / 1000) });
    await expectEntries(page, "POST /me/totp/confirm", {}, { code }, ownEntry);
    const renewed = await expectEntries(page, "POST /me/recovery-codes", {}, {}, ownEntry);
    const [spare] = (renewed.body as { recovery_codes: string[] }).recovery_codes;
    await expectEntries(
      createBrowser(parlour),
      "POST /sessions",
      {},
      { ...again, code: "000000" },
      { kind: "anonymous", result: "refused" },
    );
    await expectEntries(
      createBrowser(parlour),
      "POST /sessions",
      {},
      { ...again, code: spare },
      ownEntry,
    );
    await parlour.sql(
      "insert into application (id, name, redirect_uris, created_at) values ('app', 'Application', '{http://localhost/cb}', now())",
    );
    const request = {
      client_id: "app",
      redirect_uri: "http://localhost/cb",
      response_type: "code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    };
    await expectEntries(
      page,
      "POST /me/applications",
      {},
      { request, scopes: ["chats.read"] },
      ownEntry,
    );
    const [application] = (await page.call("GET", "me/applications")).body.items as {
      id: number;
    }[];
    await expectEntries(
      page,
      "DELETE /me/applications/{id}",
      { id: application?.id },
      undefined,
      ownEntry,
    );
    await expectEntries(page, "DELETE /me/sessions", {}, undefined, ownEntry);
    await expectEntries(page, "DELETE /me/totp", {}, undefined, ownEntry);
    const { options } = (await page.call("POST", "me/passkeys/options", {})).body as {
      options: PasskeyOptions;
    };
    const credential = createPasskeyDevice(`http://localhost:${parlour.port}`).attest(options);
    const created = await expectEntries(
      page,
      "POST /me/passkeys",
      {},
      { name: "Key", credential },
      ownEntry,
    );
    const [passkey] = (created.body as { security: { passkeys: { id: number }[] } }).security
      .passkeys;
    await expectEntries(
      page,
      "PATCH /me/passkeys/{id}",
      { id: passkey?.id },
      { name: "Blue key" },
      ownEntry,
    );
    await expectEntries(page, "DELETE /me/passkeys/{id}", { id: passkey?.id }, undefined, ownEntry);
    await expectEntries(parlour.owner, "DELETE /operators/{id}/second-factor", { id: eve.id });

    const third = await openSignedInBrowser(parlour, eve.email, again);
    const fourth = await openSignedInBrowser(parlour, eve.email, again);
    const ownSessions = (await fourth.call("GET", "me/sessions")).body.items as {
      id: number;
      current: boolean;
    }[];
    await expectEntries(
      fourth,
      "DELETE /me/sessions/{id}",
      { id: ownSessions.find((one) => !one.current)?.id },
      undefined,
      ownEntry,
    );
    expect((await third.call("GET", "me")).status).toBe(401);
    const keys = createECDH("prime256v1");
    keys.generateKeys();
    const device = {
      endpoint: `${integrator.url.replace("http:", "https:")}/push`,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
      name: "Firefox",
    };
    const subscription = (
      await expectEntries(fourth, "POST /push/subscriptions", {}, device, ownEntry)
    ).body as { id: number };
    await expectEntries(
      fourth,
      "DELETE /push/subscriptions/{id}",
      subscription,
      undefined,
      ownEntry,
    );
    const sessions = (await parlour.owner.call("GET", "sessions")).body.items as {
      id: number;
      operator: { id: number };
    }[];
    await expectEntries(parlour.owner, "DELETE /sessions/{id}", {
      id: sessions.find((one) => one.operator.id === eve.id)?.id,
    });

    const fifth = await openSignedInBrowser(parlour, eve.email, again);
    await expectEntries(fifth, "DELETE /sessions/current", {}, undefined, ownEntry);
    const link = (await parlour.owner.call("POST", `operators/${eve.id}/reset`)).body as {
      reset_url: string;
    };
    const token = new URL(link.reset_url).hash.slice(1);
    await expectEntries(
      createBrowser(parlour),
      "POST /invitations/accept",
      {},
      { token, password },
      ownEntry,
    );
    // The email may wait or fail, because nothing listens on that port.
    await parlour.owner.call("PUT", "instance/mail", {
      host: "127.0.0.1",
      port: 9,
      tls: "none",
      from: "chat@x.test",
    });
    await expectEntries(
      createBrowser(parlour),
      "POST /password-resets",
      {},
      { email: eve.email },
      { kind: "anonymous" },
    );
    const [first] = (await parlour.owner.call("GET", "audit?action=instance.set_up")).body
      .items as AuditEntry[];
    expect(first).toMatchObject({
      actor: { kind: "operator", id: parlour.owner.id },
      result: "ok",
    });
    checkedRoutes.add("POST /setup");
  });

  it("[API-072] there is no route that changes something and neither was seen nor has a reason", async () => {
    const { paths } = await describeServiceApi();
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) =>
        method === "get" ? [] : [`${method.toUpperCase()} ${path.replace("/api/v1", "")}`],
      ),
    );
    const excused = [
      ...journalRoutes,
      ...unauditedRoutes,
      ...readOnlyPosts,
      ...pendingRoutes,
      ...otherTests,
    ];
    expect(routes.filter((route) => !checkedRoutes.has(route) && !excused.includes(route))).toEqual(
      [],
    );
    expect([...checkedRoutes, ...excused].filter((route) => !routes.includes(route))).toEqual([]);
    expect((await parlour.owner.call("GET", "audit/verify")).body).toMatchObject({ intact: true });
  });
});
