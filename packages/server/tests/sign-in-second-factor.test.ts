import { startTestParlour, type ApiResponse, type TestParlour } from "@parlour/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createBrowser,
  password,
  openSignedInBrowser as signIn,
  type TestBrowser,
} from "./sign-in-fixture.ts";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const openBrowser = (agent?: string): TestBrowser => createBrowser(parlour, agent);
const signInAs = (email: string): Promise<TestBrowser> => signIn(parlour, email);
const generateCode = (secret: string): Promise<string> =>
  generate({ secret, epoch: Math.floor(parlour.clock.now() / 1000) });
/** Sets up an authenticator application. Returns its secret and the recovery codes. */
async function setUpTotp(page: TestBrowser): Promise<{ secret: string; recovery: string[] }> {
  const setup = await page.call("POST", "me/totp", {});
  expect(setup.status, setup.text).toBe(200);
  const { secret } = setup.body as { secret: string };
  const confirmed = await page.call("POST", "me/totp/confirm", {
    code: await generateCode(secret),
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  return { secret, recovery: (confirmed.body as { recovery_codes: string[] }).recovery_codes };
}

it("[CORE-013] [API-013] [API-015] [API-205] codes of an application: asked after the password, each works once, recovery codes too", async () => {
  const ann = await parlour.operator("operator", "Totp");
  const page = await signInAs(ann.email);
  expect((await page.call("POST", "me/totp/confirm", { code: "000000" })).body.error.code).toBe(
    "not_available",
  );
  const { secret, recovery } = await setUpTotp(page);
  expect(recovery).toHaveLength(10);
  expect((await page.call("GET", "me/security")).body).toMatchObject({
    totp: true,
    recovery_codes: 10,
    limited: false,
    passkeys: [],
  });
  const stored = await parlour.sql<{ totp_secret: Buffer; hash: Buffer }>(
    "select totp_secret, hash from operator o join recovery_code r on r.operator_id = o.id where o.id = $1",
    [ann.id],
  );
  for (const row of stored) {
    expect(row.totp_secret.toString("latin1")).not.toContain(secret);
    expect(recovery.map((code) => code.replaceAll("-", ""))).not.toContain(
      row.hash.toString("utf8"),
    );
  }
  const other = openBrowser();
  const response = await other.call("POST", "sessions", { email: ann.email, password });
  expect([response.status, response.body]).toEqual([
    202,
    { second_step: { methods: ["totp", "recovery"], passkey: null } },
  ]);
  expect(other.cookie()).toBe("parlour=");
  // The code from the setup was already used.
  const used = await generateCode(secret);
  expect(
    (await other.call("POST", "sessions", { email: ann.email, password, code: used })).body.error,
  ).toMatchObject({
    code: "invalid_credentials",
    field: "code",
  });
  await parlour.clock.advance(30_000);
  const fresh = await generateCode(secret);
  expect(
    (await other.call("POST", "sessions", { email: ann.email, password, code: fresh })).status,
  ).toBe(200);
  expect(
    (await openBrowser().call("POST", "sessions", { email: ann.email, password, code: fresh }))
      .status,
  ).toBe(401);
  const lost = (recovery[3] ?? "").toUpperCase().replaceAll("-", " ");
  expect(
    (await openBrowser().call("POST", "sessions", { email: ann.email, password, code: lost }))
      .status,
  ).toBe(200);
  expect(
    (await openBrowser().call("POST", "sessions", { email: ann.email, password, code: lost }))
      .status,
  ).toBe(401);
  // Without the correct password, the response does not reveal whether a code is right.
  expect(
    (
      await openBrowser().call("POST", "sessions", {
        email: ann.email,
        password: "wrong wrong wrong",
        code: recovery[0],
      })
    ).status,
  ).toBe(401);
  const renewed = await other.call("POST", "me/recovery-codes", {});
  expect((renewed.body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
  expect(
    (
      await openBrowser().call("POST", "sessions", {
        email: ann.email,
        password,
        code: recovery[1],
      })
    ).status,
  ).toBe(401);
  expect((await other.call("DELETE", "me/totp")).body).toMatchObject({
    totp: false,
    recovery_codes: 0,
  });
  expect(
    (await openBrowser().call("POST", "sessions", { email: ann.email, password })).status,
  ).toBe(200);
});

it("[CORE-013] [CFG-030] [CORE-201] wrong codes meet a growing delay from wherever they come", async () => {
  const bob = await parlour.operator("operator", "Guessed");
  await setUpTotp(await signInAs(bob.email));
  const tries: number[] = [];
  for (let n = 0; n < 11; n++)
    tries.push(
      (await openBrowser().call("POST", "sessions", { email: bob.email, password, code: "12345" }))
        .status,
    );
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

it("[CORE-013] [API-015] [CORE-203] [API-213] an account asks a second factor of everybody: after the grace a password alone opens only the way to one", async () => {
  const [admin, eve] = [
    await parlour.operator("admin", "Strict"),
    await parlour.operator("viewer", "Eve"),
  ];
  const adminBrowser = await signInAs(admin.email);
  const page = await signInAs(eve.email);
  const response = await adminBrowser.call("PATCH", "security", {
    second_factor: "required",
    grace_days: 2,
  });
  expect(response.body).toMatchObject({ second_factor: "required" });
  expect(response.body.without).toContainEqual({ id: eve.id, name: "Eve" });
  expect((await page.call("GET", "chats")).status).toBe(200);
  await parlour.settle();
  await parlour.clock.advance(2 * 86_400_000);
  expect((await page.call("GET", "chats")).body.error.code).toBe("second_factor_needed");
  expect((await page.call("GET", "me")).status).toBe(200);
  expect((await page.call("GET", "me/security")).body).toMatchObject({ limited: true });
  const again = await signInAs(eve.email);
  expect((await again.call("GET", "chats")).status).toBe(403);
  await setUpTotp(again);
  expect((await again.call("GET", "chats")).status).toBe(200);
  // A second factor that is set up and removed again does not give access either.
  expect((await again.call("DELETE", "me/totp")).body).toMatchObject({
    totp: false,
    limited: true,
  });
  expect((await again.call("GET", "chats")).body.error.code).toBe("second_factor_needed");
  // The requirement does not apply to API keys.
  expect((await eve.call("GET", "chats")).status).toBe(200);
  expect((await eve.call("GET", "me/security")).status).toBe(403);
  const owner = await signInAs(parlour.owner.email);
  await setUpTotp(owner);
  expect((await owner.call("PATCH", "security", { second_factor: "optional" })).body).toMatchObject(
    { required_from: null },
  );
  await owner.call("DELETE", "me/totp");
  expect((await page.call("GET", "chats")).status).toBe(200);
});

it("[CORE-013] [API-015] [CORE-204] [API-213] a lost device: an administrator takes the factors away and signs out; never from an owner", async () => {
  const [admin, sam] = [
    await parlour.operator("admin", "Helper"),
    await parlour.operator("operator", "Lost"),
  ];
  const page = await signInAs(sam.email);
  await setUpTotp(page);
  const adminBrowser = await signInAs(admin.email);
  expect(
    (await adminBrowser.call("DELETE", `operators/${parlour.owner.id}/second-factor`)).status,
  ).toBe(403);
  expect((await adminBrowser.call("DELETE", `operators/${sam.id}/second-factor`)).status).toBe(204);
  expect((await page.call("GET", "me")).status).toBe(401);
  await signInAs(sam.email);
});

it("[CORE-014] [API-016] secrets and roles want a proof of the last 15 minutes; a key needs none", async () => {
  const admin = await parlour.operator("admin", "Sure");
  const page = await signInAs(admin.email);
  const make = (): Promise<ApiResponse> => page.call("POST", "api-keys", { name: "k" });
  expect((await make()).status).toBe(201);
  await parlour.settle();
  await parlour.clock.advance(15 * 60_000);
  expect((await make()).body.error.code).toBe("confirmation_needed");
  expect((await page.call("GET", "me/confirm")).body).toEqual({
    password: true,
    code: false,
    passkey: null,
    confirmed_until: null,
  });
  expect(
    (await page.call("POST", "me/confirm", { password: "wrong wrong wrong" })).body.error,
  ).toMatchObject({
    code: "invalid_request",
    field: "password",
  });
  expect((await make()).status).toBe(403);
  expect((await page.call("POST", "me/confirm", { password })).status).toBe(204);
  expect((await make()).status).toBe(201);
  const bo = await parlour.operator("operator", "Bo");
  await parlour.settle();
  await parlour.clock.advance(15 * 60_000);
  expect((await page.call("PATCH", `operators/${bo.id}`, { chat_limit: 3 })).status).toBe(200);
  expect((await page.call("PATCH", `operators/${bo.id}`, { role: "viewer" })).status).toBe(403);
  expect((await admin.call("POST", "api-keys", { name: "k" })).status).toBe(201);
});

it("[CORE-015] [API-014] one sees where one is signed in, ends one session or all others, and reads the log with what was refused", async () => {
  const kim = await parlour.operator("operator", "Kim");
  const [computer, phone, third] = [
    await signInAs(kim.email),
    await signInAs(kim.email),
    await signInAs(kim.email),
  ];
  await openBrowser("curl/8").call("POST", "sessions", {
    email: kim.email,
    password: "wrong wrong wrong",
  });
  // A session after its idle timeout does not count.
  await signInAs(kim.email);
  await parlour.sql(
    "update session set idle_expires_at = created_at where id = (select max(id) from session)",
  );
  const list = (await computer.call("GET", "me/sessions")).body.items as {
    id: number;
    current: boolean;
    user_agent: string;
    address: string;
  }[];
  expect(list).toHaveLength(3);
  expect(list.filter((one) => one.current)).toHaveLength(1);
  expect(list[0]).toMatchObject({
    method: "password",
    strong: false,
    address: "127.0.0.1",
    place: { country: "", city: "" },
  });
  const currentSession = (await phone.call("GET", "me/sessions")).body.items.find(
    (one: { current: boolean }) => one.current,
  ) as {
    id: number;
  };
  // The operator's own settings need a session, so an API key is refused.
  for (const [method, path] of [
    ["GET", "me/sessions"],
    ["DELETE", "me/sessions"],
    ["DELETE", `me/sessions/${currentSession.id}`],
    ["GET", "me/sign-ins"],
  ] as const)
    expect([method, path, (await kim.call(method, path)).status]).toEqual([method, path, 403]);
  const sessionFields = [
    "address",
    "created_at",
    "current",
    "id",
    "last_seen_at",
    "method",
    "operator",
    "place",
    "strong",
    "user_agent",
  ];
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(sessionFields);
  const stranger = await signInAs((await parlour.operator("operator", "Stranger")).email);
  expect((await stranger.call("DELETE", `me/sessions/${currentSession.id}`)).status).toBe(404);
  expect((await computer.call("DELETE", `me/sessions/${currentSession.id}`)).status).toBe(204);
  expect((await phone.call("GET", "me")).status).toBe(401);
  expect((await computer.call("DELETE", "me/sessions")).status).toBe(204);
  expect((await third.call("GET", "me")).status).toBe(401);
  expect((await computer.call("GET", "me")).status).toBe(200);
  const log = (await computer.call("GET", "me/sign-ins?limit=2")).body as {
    items: { ok: boolean; user_agent: string }[];
    next_cursor: string;
  };
  expect(log.items.map((one) => [one.ok, one.user_agent === "curl/8"])).toEqual([
    [true, false],
    [false, true],
  ]);
  const signInFields = ["address", "at", "id", "method", "ok", "operator", "place", "user_agent"];
  expect(Object.keys(log.items[0] ?? {}).toSorted()).toEqual(signInFields);
  expect(
    (await computer.call("GET", `me/sign-ins?cursor=${log.next_cursor}`)).body.items,
  ).toHaveLength(3);
  // Administrators see and end sessions of all operators.
  const adminBrowser = await signInAs((await parlour.operator("admin", "Boss")).email);
  for (const [method, path] of [
    ["GET", "sessions"],
    ["DELETE", "sessions/1"],
    ["GET", "sign-ins"],
  ] as const)
    expect([method, path, (await computer.call(method, path)).status]).toEqual([method, path, 403]);
  const allSessions = (await adminBrowser.call("GET", "sessions")).body.items as {
    id: number;
    operator: { id: number };
  }[];
  const operatorSessions = allSessions.find((one) => one.operator.id === kim.id);
  expect((await adminBrowser.call("DELETE", `sessions/${operatorSessions?.id ?? 0}`)).status).toBe(
    204,
  );
  expect((await computer.call("GET", "me")).status).toBe(401);
  expect((await adminBrowser.call("GET", "sign-ins")).body.items[0]).toMatchObject({
    operator: { name: "Boss" },
    ok: true,
  });
});

it("[CORE-016] [API-011] [API-018] one browser, several accounts: side by side, switched, signed out together; only what it signed in to", async () => {
  const owner = await signInAs(parlour.owner.email);
  const created = await owner.call("POST", "accounts", {
    name: "Second",
    owner: { name: "Ann too", email: "ann.too@example.test", password },
  });
  expect(created.status, created.text).toBe(201);
  const page = await signInAs(parlour.owner.email);
  const first = page.cookie();
  expect(
    (await page.call("POST", "sessions", { email: "ann.too@example.test", password, beside: true }))
      .body.operator.name,
  ).toBe("Ann too");
  expect(page.cookie()).not.toBe(first);
  const accounts = (await page.call("GET", "me/accounts")).body.items as {
    account: { id: number; name: string };
    current: boolean;
  }[];
  expect(accounts.map((one) => [one.account.name, one.current])).toEqual([
    ["Acme", false],
    ["Second", true],
  ]);
  const acme = accounts[0]?.account.id ?? 0;
  // The old cookie is still valid, because it was used a moment ago.
  expect((await parlour.call("GET", "me", undefined, { cookie: first })).status).toBe(200);
  const back = await page.call("POST", "sessions/switch", { account_id: acme });
  expect(back.body.operator.email).toBe(parlour.owner.email);
  expect((await parlour.call("GET", "me", undefined, { cookie: first })).status).toBe(401);
  expect((await page.call("GET", "me")).body.email).toBe(parlour.owner.email);
  // Another browser of the same operator cannot switch to the account.
  expect(
    (await owner.call("POST", "sessions/switch", { account_id: accounts[1]?.account.id ?? 0 }))
      .status,
  ).toBe(404);
  // A sign-in that runs during the deactivation of its operator leaves a session without an active
  // operator. The session is not listed and cannot be used.
  const setActive = (isActive: boolean) =>
    parlour.sql("update operator set active = $1 where email = 'ann.too@example.test'", [isActive]);
  await setActive(false);
  expect((await page.call("GET", "me/accounts")).body.items).toHaveLength(1);
  expect(
    (await page.call("POST", "sessions/switch", { account_id: accounts[1]?.account.id ?? 0 }))
      .status,
  ).toBe(404);
  await setActive(true);
  const second = await page.call("POST", "sessions/switch", {
    account_id: accounts[1]?.account.id ?? 0,
  });
  expect(second.status).toBe(200);
  const both = await parlour.sql<{ id: string }>(
    "select id from session where browser = (select browser from session s join operator o on o.id = s.operator_id where o.email = $1)",
    ["ann.too@example.test"],
  );
  expect(both).toHaveLength(2);
  expect((await page.call("DELETE", "sessions/current")).status).toBe(204);
  expect(
    await parlour.sql("select from session where id = any($1)", [both.map(({ id }) => id)]),
  ).toEqual([]);
  expect((await owner.call("GET", "me")).status).toBe(200);
});
