import { startIntegrator, startTestParlour, type Answer, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuditEntry } from "@parlour/protocol/api";
import { describeApi } from "../src/openapi.ts";

/** Changes of chats, messages, visitors, calls and offline messages: events of the journal, with who did it. */
const inJournal = [
  ...["messages", "accept", "join", "leave", "transfer", "transfer/accept", "transfer/refuse", "invite", "invite/decline", "close"].map(
    (verb) => `POST /chats/{id}/${verb}`,
  ),
  ...["assign-crm", "ask-rating", "mail-transcript", "continue"].map((verb) => `POST /chats/{id}/${verb}`),
  "PUT /chats/{id}/tags",
  "PATCH /visitors/{number}",
  "POST /visitors/{number}/invite",
  "POST /visitors/{number}/invite/withdraw",
  "POST /calls",
  ...["take", "connected", "end", "fail", "later", "note"].map((verb) => `POST /calls/{id}/${verb}`),
  ...["take", "done", "mail", "chat"].map((verb) => `POST /offline-messages/{id}/${verb}`),
  // One delivery again: `delivery_updated`.
  "POST /deliveries/{id}/retry",
];
/** Own signals, marks and drafts: nobody's setting, and no data of others. */
const passing = [
  "PUT /me/presence",
  "PUT /chats/{id}/read",
  "POST /chats/{id}/typing",
  "PUT /chats/{id}/draft",
  "POST /canned-replies/{id}/use",
  "PUT /push/self-test",
  // Named by the message that it is sent in, else removed after a day.
  "POST /uploads",
];
/** Asked by POST because of what they carry. */
const questions = [
  "POST /blacklist/check",
  "POST /triggers/dry-run",
  "POST /retention/dry-run",
  "POST /channels/{id}/test",
  "POST /bots/{id}/test",
  "POST /webhooks/{id}/test",
  "POST /call-settings/test",
  "POST /instance/mail/test",
  "POST /push/subscriptions/{id}/test",
  "POST /me/passkeys/options",
  "POST /sessions/passkey",
];
/** Sign-in, links, second factors and devices need a browser's session or a mail server: their own tests look at the log. */
const ofPersons = [
  "POST /setup",
  "POST /sessions",
  "POST /sessions/oidc",
  "POST /sessions/switch",
  "DELETE /sessions/current",
  "DELETE /sessions/{id}",
  "POST /invitations/accept",
  "POST /password-resets",
  "DELETE /me/sessions",
  "DELETE /me/sessions/{id}",
  "POST /me/confirm",
  "POST /me/totp",
  "DELETE /me/totp",
  "POST /me/totp/confirm",
  "POST /me/recovery-codes",
  "POST /me/passkeys",
  "PATCH /me/passkeys/{id}",
  "DELETE /me/passkeys/{id}",
  "DELETE /operators/{id}/second-factor",
  "POST /push/subscriptions",
  "DELETE /push/subscriptions/{id}",
  // A name of one's own is noted by the database (actor `system`); a password as above.
  "PATCH /me",
];

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

it("[API-072] every route that changes something writes who did it, or has a reason", async () => {
  const seen = new Set<string>();
  const latest = async (): Promise<AuditEntry> => (await parlour.owner.call("GET", "audit?limit=1")).body.items[0] as AuditEntry;
  /** One call of a route, and its entry. */
  const writes = async (route: string, ids: Readonly<Record<string, unknown>> = {}, body?: unknown): Promise<Answer> => {
    const [method = "", path = ""] = route.split(" ");
    const before = (await latest()).n;
    const answer = await parlour.owner.call(
      method,
      path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])),
      body,
    );
    expect(answer.status, `${route} ${answer.text}`).toBeLessThan(300);
    const entry = await latest();
    expect(entry.n, `${route} wrote no entry`).toBeGreaterThan(before);
    expect([route, entry.actor.kind, entry.request_id]).toEqual([route, "key", answer.headers.get("x-request-id")]);
    seen.add(route);
    return answer;
  };
  const thing = async (path: string, body: object, patch: object, more: readonly string[] = []): Promise<void> => {
    const { id } = (await writes(`POST /${path}`, {}, body)).body as { id: unknown };
    await writes(`PATCH /${path}/{id}`, { id }, patch);
    for (const route of more)
      await writes(route, { id }, route.endsWith("/rotate") && path === "channels" ? { what: "secret" } : undefined);
    await writes(`DELETE /${path}/{id}`, { id });
  };
  const { url } = integrator;
  // It is an issuer of sign-ins too.
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
  integrator.answer(({ path }) => (path.endsWith("/openid-configuration") ? { headers: json, body: JSON.stringify(issuer) } : "ok"));
  await thing("tags", { name: "VIP" }, { name: "VIPs" });
  await thing("departments", { name: "Sales", operators: [] }, { name: "Support" });
  await thing("canned-replies", { scope: "account", shortcut: "hi", text: "Hi" }, { text: "Hello" });
  await writes("POST /canned-replies/import", {}, { format: "json", content: '[{"scope":"account","shortcut":"bye","text":"Bye"}]' });
  await thing("blacklist", { kind: "country", value: "BV" }, { reason: "x" });
  await thing("channels", { name: "App", endpoint_url: url, operators: [parlour.owner.id] }, { name: "Apps" }, [
    "POST /channels/{id}/rotate",
  ]);
  const widget = (await writes("POST /channels", {}, { kind: "widget", name: "Site", operators: [parlour.owner.id] })).body as {
    id: number;
  };
  await writes("POST /channels/{id}/identity-secret", widget);
  await writes("DELETE /channels/{id}/identity-secret", widget);
  await thing("operators", { name: "Eve", email: "eve@x.test", role: "operator" }, { name: "Eva" }, ["POST /operators/{id}/reset"]);
  await writes("PATCH /account", {}, { name: "Acme 2" });
  await writes("PATCH /working-hours", {}, { timezone: "Europe/Berlin", week: { mon: ["09:00-18:00"] } });
  await writes("PATCH /routing", {}, { offer_s: 40 });
  await writes("PATCH /call-settings", {}, { enabled: true, driver: "http", url: `${url}/calls` });
  await writes("POST /call-settings/rotate");
  const provider = (await writes("POST /bot-providers", {}, { name: "Night", contact: "a@x.test", endpoint_url: url })).body as {
    id: string;
  };
  await writes("PATCH /bot-providers/{id}", provider, { name: "Nights" });
  await thing("bots", { provider_id: provider.id, token: "token-of-a-test" }, { name: "Bot" }, ["POST /bots/{id}/rotate"]);
  await writes("DELETE /bot-providers/{id}", provider);
  await thing("webhooks", { url }, { events: ["chat_accepted"] }, ["POST /webhooks/{id}/rotate"]);
  await thing("triggers", { name: "Help", do: [{ type: "open" }] }, { enabled: false });
  await writes("PUT /triggers/order", {}, { ids: [] });
  const key = (await writes("POST /api-keys", {}, { name: "k" })).body as { id: number };
  await writes("DELETE /api-keys/{id}", key);
  const channel = await parlour.channel(url);
  const endpoint = ((await parlour.owner.call("GET", "endpoints?kind=channel")).body.items as { id: number; owner_id: number }[]).find(
    (one) => one.owner_id === channel.id,
  );
  await writes("POST /endpoints/{id}/pause", endpoint);
  await writes("POST /endpoints/{id}/resume", endpoint);
  await writes("POST /deliveries/replay", {}, { endpoint: endpoint?.id, since: "2020-01-01T00:00:00Z" });
  await writes("PATCH /security", {}, { second_factor: "optional", grace_days: 7 });
  await thing("instance/oidc", { name: "Sign-on", issuer: url, client_id: "parlour" }, { name: "Sign-on 2" });
  await writes("PATCH /instance", {}, { support_contact: "help@x.test" });
  await writes("POST /instance/egress-allow", {}, { add: ["127.0.0.1:9"] });
  await writes("PUT /instance/mail", {}, { host: "mail.x.test", port: 587, tls: "starttls", from: "chat@x.test" });
  await writes("DELETE /instance/mail");
  await writes("PUT /me/mail", {}, { offline: true, missed: false });
  await writes("PATCH /retention", {}, { visits_days: 30 });
  const account = (await writes("POST /accounts", {}, { name: "Other", owner: { name: "O", email: "o@x.test" } })).body as { id: number };
  await writes("PATCH /accounts/{id}", account, { suspended: true });
  await parlour.say(channel, "ann", "hello");
  const chat = await parlour.chatOf("ann");
  await writes("POST /chats/{id}/block", chat);
  await writes("DELETE /chats/{id}/block", chat);
  await writes("POST /visitors/{number}/block", chat.visitor, {});
  await writes("DELETE /visitors/{number}", chat.visitor);

  const { paths } = await describeApi();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (method === "get" ? [] : [`${method.toUpperCase()} ${path.replace("/api/v1", "")}`])),
  );
  const excused = [...inJournal, ...passing, ...questions, ...ofPersons];
  expect(routes.filter((route) => !seen.has(route) && !excused.includes(route))).toEqual([]);
  expect([...seen, ...excused].filter((route) => !routes.includes(route))).toEqual([]);
  expect((await parlour.owner.call("GET", "audit/verify")).body).toMatchObject({ intact: true });
});
