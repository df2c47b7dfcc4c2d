import { randomUUID } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import type { FinishedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import {
  startIntegrator,
  startOidcProvider,
  startTestParlour,
  type FakeOidcProvider,
  type ScriptedResponse,
  type TestOperator,
  type TestParlour,
  waitForPass,
  testTimeoutMs,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";
import { buildMail } from "./mail-channel-fixture.ts";
import { signInAtProvider } from "./sign-in-fixture.ts";

/** Mailboxes to which people sign in at a provider. Its servers accept tokens only. */
let parlour: TestParlour;
let owner: TestOperator;
let provider: FakeOidcProvider;
let service: MailService;
const log: string[] = [];
const address = "shop@lab.example";

beforeAll(async () => {
  parlour = await startTestParlour({
    env: { EGRESS_ALLOW: "127.0.0.0/8" },
    logLevel: "info",
    logTo: (line) => void log.push(line),
  });
  ({ owner } = parlour);
  provider = await startOidcProvider(() => `http://localhost:${parlour.port}${redirectPath}`);
  for (const login of ["shop", "other"])
    provider.accounts[login] = { email: `${login}@lab.example`, email_verified: true, name: login };
  service = await startMailService({
    accounts: { [address]: "", "other@lab.example": "" },
    checkToken: async (user, token) =>
      (await provider.findTokenOwner(token)) === user.split("@")[0],
  });
});
afterAll(async () => {
  await parlour.close();
  await Promise.all([service.stop(), provider.close()]);
});
beforeEach(async () => {
  const set = await setClient();
  expect(set.status, set.text).toBe(200);
});

afterEach(async () => {
  const { items } = (await owner.call("GET", "channels")).body as { items: Channel[] };
  for (const { id, kind } of items)
    if (kind === "mail") await owner.call("DELETE", `channels/${id}`);
});

const redirectPath = "/settings/connectors/new";
const setClient = (more: object = provider.client, tokenUrl: string = `${provider.issuer}/token`) =>
  owner.call("PUT", "instance/oauth-clients/own", {
    client_id: "parlour",
    ...more,
    own: {
      name: "Acme mail",
      authorization_url: `${provider.issuer}/auth`,
      token_url: tokenUrl,
      scopes: "openid offline_access",
    },
  });
const begin = async (by = owner, more: object = {}): Promise<string> => {
  const started = await by.call("POST", "channels/mail-sign-ins", { provider: "own", ...more });
  expect(started.status, started.text).toBe(200);
  return (started.body as { url: string }).url;
};
const finish = (query: string, by = owner) =>
  by.call("POST", "channels/mail-sign-ins/result", { query });
const signIn = async (more: object = {}, login = "shop"): Promise<FinishedMailSignIn> => {
  const answer = await finish(
    await signInAtProvider(await begin(owner, more), login, redirectPath),
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body as FinishedMailSignIn;
};
const toSettings = (grant: string | null, user = address) => {
  const server = { host: service.host, security: "none", user };
  return {
    address: user,
    receive: "imap",
    imap: { ...server, port: service.imapPort },
    send: "smtp",
    smtp: { ...server, port: service.smtpPort },
    oauth: { provider: "own", grant },
  };
};
const createChannel = async (): Promise<Channel> => {
  const { grant } = await signIn();
  const created = await owner.call("POST", "channels", {
    kind: "mail",
    name: "Shop",
    operators: [owner.id],
    settings: toSettings(grant),
  });
  expect(created.status, created.text).toBe(201);
  await waitUntilRead();
  return created.body as Channel;
};
/** Lets time pass at the nodes until a promise settles. */
async function passTime<T>(promise: Promise<T>, nodes = [parlour]): Promise<T> {
  let isSettled = false;
  void promise.finally(() => (isSettled = true));
  await vi.waitFor(
    async () => {
      for (const { clock } of nodes) await clock.advance(100);
      expect(isSettled).toBe(true);
    },
    { timeout: testTimeoutMs, interval: 20 },
  );
  return promise;
}
const waitUntilRead = () => waitForPass(() => expect(service.isIdling(address)).toBe(true));
const readChannel = async ({ id }: Channel): Promise<Channel> =>
  (await owner.call("GET", `channels/${id}`)).body as Channel;

test("[API-482] [CFG-134] [CFG-135] clients are set, replaced and removed, and no part of a secret is shown", async () => {
  const { client_secret: secret } = provider.client;
  const list = await owner.call("GET", "instance/oauth-clients");
  expect(list.body).toMatchObject({
    items: [{ provider: "own", client_id: "parlour", has_secret: true, managed: false }],
    redirect_uri: `http://localhost:${parlour.port}${redirectPath}`,
  });
  expect((await setClient({})).body).toMatchObject({ has_secret: true });
  expect((await setClient({ client_id: "another" })).body).toMatchObject({ has_secret: false });
  const put = (name: string, body: object) =>
    owner.call("PUT", `instance/oauth-clients/${name}`, { client_id: "x", ...body });
  expect((await put("own", {})).body.error).toMatchObject({ field: "own" });
  const inside = "https://10.0.0.1/token";
  const own = { name: "Inside", authorization_url: inside, token_url: inside, scopes: "mail" };
  expect((await put("own", { own })).body.error).toMatchObject({ field: "own.authorization_url" });
  expect((await put("google", { tenant: "acme" })).body.error).toMatchObject({ field: "tenant" });
  expect((await put("microsoft", { tenant: "acme.example" })).status).toBe(200);
  const lookup = { kind: "mail", address: "anna@lab.example" };
  const found = await owner.call("POST", "channels/connection-lookup", lookup);
  expect(found.body.sign_ins).toEqual([
    { provider: "microsoft", name: "Microsoft" },
    { provider: "own", name: "Acme mail" },
  ]);
  const url = new URL(await begin(owner, { provider: "microsoft", address }));
  expect(url.origin + url.pathname).toBe(
    "https://login.microsoftonline.com/acme.example/oauth2/v2.0/authorize",
  );
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope:
      "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
    login_hint: address,
    code_challenge_method: "S256",
    response_type: "code",
  });
  expect((await owner.call("DELETE", "instance/oauth-clients/microsoft")).status).toBe(204);
  const stored = await parlour.sql<{ text: string }>(
    "select oauth_clients::text as text from instance",
  );
  expect(`${list.text} ${stored[0]?.text}`).not.toContain(secret);
  const admin = await parlour.operator("admin", "Ada");
  expect((await admin.call("GET", "instance/oauth-clients")).status).toBe(403);
});

test("[API-483] [API-484] [MAIL-123] [MAIL-126] a sign-in gives a mailbox that is read and sends, and the draft comes back", async () => {
  const { client_secret: secret } = provider.client;
  const { grant, ...result } = await signIn({ address, draft: "the draft" });
  expect(result).toEqual({ provider: "own", channel_id: null, draft: "the draft", problem: null });
  const settings = { ...toSettings(grant), reply_address: "plain" };
  const tested = await passTime(
    owner.call("POST", "channels/connection-test", { kind: "mail", settings }),
  );
  expect(tested.body, tested.text).toMatchObject({ outbound: { ok: true }, inbound: { ok: true } });
  const channel = await createChannel();
  service.deliver(address, buildMail({ id: "first" }));
  const chat = await waitForPass(async () => {
    const found = await parlour.findChat("anna@customer.example");
    expect(found.id).toBeDefined();
    return found;
  });
  const answer = { kind: "text", client_id: randomUUID(), text: "It left today." };
  expect((await owner.call("POST", `chats/${chat.id}/messages`, answer)).status).toBe(201);
  await vi.waitFor(async () => {
    await parlour.clock.advance(2_000);
    expect(service.submitted.at(-1)?.to).toEqual(["anna@customer.example"]);
  }, testTimeoutMs);
  const shown = await owner.call("GET", `channels/${channel.id}`);
  const tables = await parlour.sql<{ text: string }>(
    `select coalesce(string_agg(t.text, ' '), '') as text from (select a::text as text from audit a
     union all select g::text from mail_grant g union all select i::text from idempotency i) t`,
  );
  expect(provider.issuedTokens.length).toBeGreaterThan(1);
  for (const text of [secret, ...provider.issuedTokens])
    expect([shown.text, tables[0]?.text, ...log].join(" ")).not.toContain(text);
});

test("[MAIL-124] a state works once, for the operator who started, and only with its own code", async () => {
  const admin = await parlour.operator("admin", "Ada");
  const query = await signInAtProvider(await begin(), "shop", redirectPath);
  const refused = { code: "invalid_request", field: "query" };
  expect((await finish(query, admin)).body.error).toMatchObject(refused);
  expect((await finish(query.replace("state=", "state=x"))).body.error).toMatchObject(refused);
  expect((await finish(query)).body).toMatchObject({ problem: null });
  expect((await finish(query)).body.error).toMatchObject(refused);
  // The code of one sign-in with the state of another has the wrong verifier.
  const [own, other] = [await begin(), await begin()];
  const code = new URLSearchParams(await signInAtProvider(own, "shop", redirectPath)).get("code");
  const state = new URL(other).searchParams.get("state");
  expect((await finish(`?state=${state}&code=${code}`)).body).toMatchObject({
    grant: null,
    problem: { code: "oauth_refused", values: { provider: "Acme mail" } },
  });
  const late = await signInAtProvider(await begin(), "shop", redirectPath);
  await parlour.clock.advance(15 * 60_000 + 1);
  expect((await finish(late)).body.error).toMatchObject(refused);
  const denied = new URL(await begin(owner, { draft: "kept" })).searchParams.get("state");
  const words = "?error=access_denied&error_description=Your+admin+must+agree";
  expect((await finish(`${words}&state=${denied}`)).body).toMatchObject({
    draft: "kept",
    problem: { values: { reply: "Your admin must agree" } },
  });
});

test("[MAIL-166] replies with tokens may be incomplete, and errors are shown in the words of the provider", async () => {
  const tokenServer = await startIntegrator();
  const secret = provider.client;
  expect((await setClient(secret, `${tokenServer.url}/token`)).status).toBe(200);
  const exchange = async (reply: ScriptedResponse): Promise<FinishedMailSignIn> => {
    tokenServer.respondWith(reply);
    const state = new URL(await begin()).searchParams.get("state") ?? "";
    return (await finish(`?state=${state}&code=c0de&iss=https%3A%2F%2Fanother.example`)).body;
  };
  const json = (body: object, status = 200): ScriptedResponse => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const tokens = { access_token: "a", refresh_token: "r" };
  for (const reply of [tokens, { ...tokens, id_token: "x.y.z", token_type: "Bearer" }])
    expect(await exchange(json(reply))).toMatchObject({ problem: null });
  expect(Object.fromEntries(new URLSearchParams(tokenServer.received[0]?.body))).toMatchObject({
    grant_type: "authorization_code",
    code: "c0de",
    redirect_uri: `http://localhost:${parlour.port}${redirectPath}`,
    client_id: "parlour",
    client_secret: secret.client_secret,
  });
  expect(await exchange(json({ ...tokens, refresh_token: null }))).toMatchObject({
    problem: { code: "oauth_no_refresh" },
  });
  const words = { error: "access_denied", error_description: "Ask your\nadministrator." };
  const page = { headers: { "content-type": "text/html" }, body: "<h1>Error</h1>" };
  for (const [reply, shown] of [
    [json(words, 400), "Ask your administrator"],
    [json(words, 500), "Ask your administrator"],
    [json(words, 200), "Ask your administrator"],
    [json({ error: "invalid_client" }, 401), "invalid_client"],
    [{ ...page, status: 200 }, "status 200"],
    [{ ...page, status: 403 }, "status 403"],
    [{ ...page, status: 503 }, "status 503"],
    [{ ...page, status: 302 }, "status 302"],
  ] as const)
    expect((await exchange(reply)).problem).toMatchObject({
      code: "oauth_refused",
      values: { provider: "Acme mail", reply: shown },
    });
  await tokenServer.close();
  expect((await exchange("ok")).problem?.values).toMatchObject({
    reply: "Could not connect (ECONNREFUSED)",
  });
});

test("[MAIL-125] a grant is for a channel of the operator who signed in, and for one channel", async () => {
  const admin = await parlour.operator("admin", "Ada");
  const { grant } = await signIn();
  const test = (by: TestOperator, settings: object) =>
    by.call("POST", "channels/connection-test", { kind: "mail", settings });
  const refused = { code: "invalid_request", field: "settings.oauth" };
  expect((await test(admin, toSettings(grant))).body.error).toMatchObject(refused);
  const wrong = { ...toSettings(grant), oauth: { provider: "google", grant } };
  expect((await test(owner, wrong)).body.error).toMatchObject(refused);
  const channel = await createChannel();
  const used = (channel.settings as { oauth: object }).oauth;
  const other = { ...toSettings(null, "other@lab.example"), oauth: used };
  expect((await test(owner, other)).body.error).toMatchObject(refused);
  // The token belongs to another user than the one of the settings.
  const { body } = await passTime(test(owner, toSettings(grant, "other@lab.example")));
  expect(body.inbound).toMatchObject({ ok: false, code: "sign_in_token" });
});

test("[MAIL-127] a token is replaced before it expires, its refresh token too, and one node asks at a time", async () => {
  const channel = await createChannel();
  const before = provider.refreshCount();
  const { databaseUrl, dataDir } = parlour;
  await parlour.clock.advance(600_000);
  const second = await startTestParlour({
    databaseUrl,
    dataDir,
    env: { EGRESS_ALLOW: "127.0.0.0/8" },
  });
  const nodes = [parlour, second];
  second.clock.set(parlour.clock.now());
  /** Saves the channel at a node, which signs in to both servers before. */
  const save = async (node: TestParlour, n: number) =>
    node.call(
      "PATCH",
      `channels/${channel.id}`,
      { settings: { sender_name: `Shop ${n}` } },
      { authorization: `Bearer ${owner.key}` },
    );
  const saved = await passTime(Promise.all(nodes.map(save)), nodes);
  expect(saved.map(({ status, text }) => [status, status === 200 ? "" : text])).toEqual([
    [200, ""],
    [200, ""],
  ]);
  expect(provider.refreshCount()).toBe(before + 1);
  await second.close();
  await parlour.clock.advance(600_000);
  expect((await passTime(save(parlour, 3))).status).toBe(200);
  expect(provider.refreshCount()).toBe(before + 2);
});

test("[MAIL-129] [CON-078] a refused refresh is a problem of the channel, which a new sign-in solves", async () => {
  const channel = await createChannel();
  await provider.revokeAll();
  service.dropImapConnections();
  await vi.waitFor(async () => {
    await parlour.clock.advance(5_000);
    expect((await readChannel(channel)).problem).toMatchObject({
      code: "oauth_again",
      values: { provider: "Acme mail" },
    });
  }, testTimeoutMs);
  const asked = provider.refreshCount();
  const result = await signIn({ channel_id: channel.id });
  expect(result).toMatchObject({ channel_id: channel.id });
  const oauth = { provider: "own", grant: result.grant };
  const changed = await owner.call("PATCH", `channels/${channel.id}`, { settings: { oauth } });
  expect(changed.status, changed.text).toBe(200);
  await waitUntilRead();
  await waitForPass(async () => expect((await readChannel(channel)).problem ?? null).toBeNull());
  expect(provider.refreshCount()).toBe(asked);
});

test("[MAIL-128] tokens of Google and Microsoft go to their servers only", async () => {
  const settings = { ...toSettings("x"), oauth: { provider: "google", grant: "x" } };
  await parlour.sql(
    "insert into mail_grant (id, account_id, operator_id, provider, refresh_token, created_at) values ('x', $1, $2, 'google', '', now())",
    [1, owner.id],
  );
  const answer = await owner.call("POST", "channels/connection-test", { kind: "mail", settings });
  expect(answer.body.error).toMatchObject({ field: "settings.imap" });
});
