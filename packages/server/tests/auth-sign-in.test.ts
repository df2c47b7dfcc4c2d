import { toClientAddress } from "../src/core/client/address.ts";
import { connect } from "node:net";
import { startCpuStopwatch } from "@parlour/testkit";
import type { PasskeyAssertion } from "@parlour/protocol/api/people/session";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Auth, Principal } from "../src/auth/index.ts";
import type { Refusal } from "../src/core/failure.ts";
import { createPasskeyDevice } from "./passkey-device.ts";
import {
  openRealtimeFixture,
  password,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
beforeEach(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
});
afterEach(() => fixture.close());

interface ErrorBody {
  readonly error: { readonly code: string; readonly field?: string; readonly request_id: string };
}
async function readErrorCode(answer: Response): Promise<string> {
  return ((await answer.json()) as ErrorBody).error.code;
}
const postSignIn = (
  email: string,
  secret = password,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fixture.request("POST", "/sessions", { body: { email, password: secret }, headers });

test("[API-010] sign-in answers the operator and a cookie that only this site's pages can use", async () => {
  const answer = await postSignIn(owner.email.toUpperCase());
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    operator: {
      id: owner.id,
      email: owner.email,
      role: "owner",
      instance_owner: true,
      presence: "offline",
    },
  });
  expect(answer.headers.get("set-cookie")).toMatch(
    /^parlour=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  );
  const token = /parlour=([\w-]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const stored = await fixture.db.query<{ token_hash: Buffer }>("select token_hash from session");
  expect(stored).toHaveLength(1);
  expect(stored[0]?.token_hash.toString()).not.toContain(token);
});

test("[API-003] on https the cookie is __Host-parlour and Secure, and only the public origin is ours", async () => {
  const secure = await openRealtimeFixture({ publicUrl: "https://chat.example.test" });
  const person = await secure.createAccount("Acme");
  const answer = await secure.request("POST", "/sessions", {
    body: { email: person.email, password },
  });
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^__Host-parlour=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const value = cookie.split(";")[0] ?? "";
  const put = (origin: string): Promise<Response> =>
    secure.request("PUT", "/me/presence", {
      body: { status: "away" },
      headers: { cookie: value, origin },
    });
  expect((await put("https://chat.example.test")).status).toBe(200);
  expect((await put(secure.origin)).status).toBe(403);
  await secure.close();
});

test("[API-010] H-228: an unknown email, a wrong password and a deactivated operator answer alike and cost a hash", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  await fixture.db.query("update operator set active = false where id = $1", [ann.id]);
  const bodies = await Promise.all(
    [
      postSignIn("nobody@example.test", "wrong wrong wrong"),
      postSignIn(owner.email, "wrong wrong wrong"),
      postSignIn(ann.email),
    ].map(async (pending) => {
      const answer = await pending;
      const { error } = (await answer.json()) as ErrorBody;
      return { status: answer.status, error: { ...error, request_id: "" } };
    }),
  );
  expect(bodies[0]).toMatchObject({ status: 401, error: { code: "invalid_credentials" } });
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
  // CPU time of this process, including the threads that compute hashes. The minimum excludes other
  // load of the machine.
  const times = { unknown: [] as number[], wrong: [] as number[] };
  const measure = async (email: string): Promise<number> => {
    const before = process.cpuUsage();
    await postSignIn(email, "wrong wrong wrong");
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (let i = 0; i < 7; i++) {
    times.unknown.push(await measure("nobody2@example.test"));
    times.wrong.push(await measure(owner.email));
  }
  const [unknown, wrong] = [times.unknown, times.wrong].map((list) => Math.min(...list)) as [
    number,
    number,
  ];
  expect(Math.min(unknown, wrong) / Math.max(unknown, wrong)).toBeGreaterThan(0.5);
});

test("[API-010] H-229, H-230, H-231: other types, SQL and long passwords are refused before any hash", async () => {
  const post = (body: unknown): Promise<Response> => fixture.request("POST", "/sessions", { body });
  expect((await post({ email: { $gt: "" }, password: { $gt: "" } })).status).toBe(400);
  expect((await post({ email: "ann@example.test' --", password: "x x x x x x x x" })).status).toBe(
    401,
  );
  const ms = startCpuStopwatch();
  expect((await post({ email: owner.email, password: "p".repeat(100_000) })).status).toBe(400);
  expect(ms()).toBeLessThan(500);
});

test("[CFG-030] [API-208] H-232: wrong passwords meet a growing delay; another address with the right password does not wait", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    statuses.push((await postSignIn(owner.email, "wrong wrong wrong")).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const delays: number[] = [];
  for (let i = 0; i < 4; i++) {
    const refused = await postSignIn(owner.email);
    expect(refused.status).toBe(429);
    const delay = Number(refused.headers.get("retry-after"));
    delays.push(delay);
    await fixture.clock.advance(delay * 1_000);
    expect((await postSignIn(owner.email, "wrong wrong wrong")).status).toBe(401);
  }
  expect(delays).toEqual([1, 2, 4, 8]);
  const elsewhere = await fixture.auth.signIn(
    { email: owner.email, password, oldToken: null },
    { address: toClientAddress("192.0.2.7"), requestId: "r" },
  );
  expect(elsewhere).toMatchObject({ operatorId: owner.id });
  await fixture.clock.advance(15 * 60_000);
  expect((await postSignIn(owner.email)).status).toBe(200);
});

test("[CFG-030] [F14] another node, and the same after a restart, count on; a clock that goes wrong meanwhile keeps nobody out", async () => {
  const at = (auth: Auth, secret: string): Promise<string> =>
    auth
      .signIn(
        { email: owner.email, password: secret, oldToken: null },
        { address: toClientAddress("192.0.2.7"), requestId: "r" },
      )
      .then(
        () => "in",
        (error: Refusal) => error.failure.failure,
      );
  const other = fixture.createOtherAuth();
  for (let i = 0; i < 5; i++)
    for (const node of [fixture.auth, other])
      expect(await at(node, "wrong wrong wrong")).toBe("invalid_credentials");
  expect([await at(other, password), await at(fixture.createOtherAuth(), password)]).toEqual([
    "rate_limited",
    "rate_limited",
  ]);
  for (const jumpMs of [-86_400_000, 86_400_000]) {
    const before = fixture.clock.now();
    fixture.clock.set(before + jumpMs);
    expect(await at(other, "wrong wrong wrong"), `${jumpMs}`).toBe("invalid_credentials");
    fixture.clock.set(before);
  }
  await fixture.clock.advance(1_000);
  expect(await at(fixture.createOtherAuth(), password)).toBe("in");
});

test("[API-013] a passkey's answer that one node took, or the same before a restart, is taken by none again", async () => {
  const from = { address: toClientAddress("192.0.2.7"), requestId: "r" };
  const device = createPasskeyDevice(`http://localhost:${fixture.port}`);
  const me = await fixture.auth.authenticate({
    method: "GET",
    headers: { cookie: await fixture.signIn(owner) },
    rawHeaders: [],
  });
  await fixture.auth.addPasskey(
    me,
    device.attest(await fixture.auth.askForPasskey(me)),
    "Key",
    from,
  );
  const give = (node: Auth, passkey: PasskeyAssertion): Promise<unknown> =>
    node.signInByPasskey({ passkey, oldToken: null }, from).then(
      ({ operatorId }) => operatorId,
      (error: Refusal) => error.failure.failure,
    );
  const [first, second] = [
    device.assert(await fixture.auth.askForSignIn()),
    device.assert(await fixture.auth.askForSignIn()),
  ];
  expect(await give(fixture.auth, first)).toBe(owner.id);
  const other = fixture.createOtherAuth();
  expect(await give(other, first)).toBe("invalid_credentials");
  // Each node can read the challenges of the other.
  expect(await give(other, second)).toBe(owner.id);
});

test("[CFG-030] many names from one address meet the address's delay", async () => {
  const strict = await openRealtimeFixture({ limits: { login_failures_per_address: 3 } });
  const person = await strict.createAccount("Acme");
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    statuses.push(
      (
        await strict.request("POST", "/sessions", {
          body: { email: `nobody${i}@example.test`, password },
        })
      ).status,
    );
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  await strict.clock.advance(1_000);
  expect(
    (await strict.request("POST", "/sessions", { body: { email: person.email, password } })).status,
  ).toBe(200);
  await strict.close();
});

test("[CFG-030] who holds an IPv6 network guesses from one address of it or from many: the delay is the same", async () => {
  const from = (n: number) => ({
    address: toClientAddress(`2001:db8:7:1::${n.toString(16)}`),
    requestId: "r",
  });
  const at = (n: number, secret: string, address = from(n)): Promise<string> =>
    fixture.auth.signIn({ email: owner.email, password: secret, oldToken: null }, address).then(
      () => "in",
      (error: Refusal) => error.failure.failure,
    );
  for (let n = 1; n <= 10; n++)
    expect(await at(n, "wrong wrong wrong"), `${n}`).toBe("invalid_credentials");
  expect(await at(11, "wrong wrong wrong")).toBe("rate_limited");
  expect(
    await at(12, password, { address: toClientAddress("2001:db8:7:2::1"), requestId: "r" }),
  ).toBe("in");
});

test("[CFG-030] [API-013] wrong passkeys, which name nobody, delay their address and do not fill the audit log", async () => {
  const strict = await openRealtimeFixture({ limits: { login_failures_per_address: 3 } });
  const person = await strict.createAccount("Acme");
  const device = createPasskeyDevice(`http://localhost:${strict.port}`);
  const from = { address: toClientAddress("192.0.2.7"), requestId: "r" };
  const me = await strict.auth.authenticate({
    method: "GET",
    headers: { cookie: await strict.signIn(person) },
    rawHeaders: [],
  });
  await strict.auth.addPasskey(me, device.attest(await strict.auth.askForPasskey(me)), "Key", from);
  const give = async (isRight: boolean, where = from): Promise<string> => {
    const right = device.assert(await strict.auth.askForSignIn());
    const passkey = isRight ? right : { ...right, id: "bm9ib2R5", rawId: "bm9ib2R5" };
    return strict.auth.signInByPasskey({ passkey, oldToken: null }, where).then(
      () => "in",
      (error: Refusal) => error.failure.failure,
    );
  };
  const outcomes: string[] = [];
  for (let n = 0; n < 6; n++) outcomes.push(await give(false));
  expect(outcomes).toEqual([
    ...Array.from({ length: 3 }, () => "invalid_credentials"),
    ...Array.from({ length: 3 }, () => "rate_limited"),
  ]);
  const [auditCount] = await strict.db.query<{ n: number }>(
    "select count(*)::int as n from audit where action = 'session.create' and result = 'refused'",
  );
  expect(auditCount?.n).toBe(3);
  expect(
    await give(true, { address: toClientAddress("192.0.2.8"), requestId: "r" }),
    "elsewhere",
  ).toBe("in");
  await strict.clock.advance(1_000);
  expect(await give(true)).toBe("in");
  await strict.close();
});

test("[CFG-030] H-233: parallel tries are bounded by the same number, and hashing by its queue", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => postSignIn(owner.email, "wrong wrong wrong")),
  );
  const statuses = outcomes.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
  const hashes = await Promise.allSettled(
    Array.from({ length: 60 }, () => fixture.auth.passwords.verify(null, password)),
  );
  expect(hashes.filter((hash) => hash.status === "rejected")).toHaveLength(8);
  expect((await fixture.auth.passwords.verify(null, password)).ok).toBe(false);
});

test("[API-003] a new sign-in gets a new value and ends the session of the old cookie", async () => {
  const cookie = await fixture.signIn(owner);
  const answer = await fixture.request("POST", "/sessions", {
    body: { email: owner.email, password },
    cookie,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).not.toContain(cookie);
  expect((await fixture.request("GET", "/me", { cookie })).status).toBe(401);
});

test("[API-003] a session idles out after 7 days and ends after 30", async () => {
  const cookie = await fixture.signIn(owner);
  const days = async (count: number): Promise<number> => {
    await fixture.clock.advance(count * 86_400_000);
    return (await fixture.request("GET", "/me", { cookie })).status;
  };
  for (let i = 0; i < 4; i++) expect(await days(6.5)).toBe(200);
  expect(await days(6)).toBe(401);
  const idle = await fixture.signIn(owner);
  await fixture.clock.advance(7 * 86_400_000 + 1);
  expect((await fixture.request("GET", "/me", { cookie: idle })).status).toBe(401);
});

test("[F14] [API-003] [CORE-014] a clock that jumps between two starts ends no session, lengthens no proof, and the session ends all the same", async () => {
  const before = fixture.clock.now();
  const [hour, day] = [3_600_000, 86_400_000];
  for (const jumpMs of [-hour, hour, -day, day]) {
    const headers = { cookie: await fixture.signIn(owner) };
    const whoAt = (now: number): Promise<Principal | string> => {
      fixture.clock.set(now);
      return fixture
        .createOtherAuth()
        .authenticate({ method: "GET", headers, rawHeaders: [] })
        .catch((error: Refusal) => error.failure.failure);
    };
    const sessionState = await whoAt(before + jumpMs);
    expect(sessionState, `${jumpMs}`).toMatchObject({ operatorId: owner.id });
    expect(
      () => fixture.auth.requireReauthentication(sessionState as Principal),
      `${jumpMs}`,
    ).toThrow("Confirm your identity first");
    expect(await whoAt(before), `${jumpMs}, and back`).toMatchObject({ operatorId: owner.id });
    // According to both clock values, the session has been idle for too long.
    expect(await whoAt(before + Math.max(jumpMs, 0) + 7 * day), `${jumpMs}, a week later`).toBe(
      "unauthorized",
    );
    fixture.clock.set(before);
  }
});

test("[API-003] last_seen is written at most once in 5 minutes", async () => {
  const cookie = await fixture.signIn(owner);
  const readLastSeen = async (): Promise<number> =>
    (
      await fixture.db.query<{ at: Date }>("select last_seen_at as at from session")
    )[0]?.at.getTime() ?? 0;
  const first = await readLastSeen();
  await fixture.clock.advance(299_000);
  await fixture.request("GET", "/me", { cookie });
  expect(await readLastSeen()).toBe(first);
  await fixture.clock.advance(2_000);
  await fixture.request("GET", "/me", { cookie });
  expect(await readLastSeen()).toBe(first + 301_000);
});

test("[API-003] [API-201] H-244 – H-249: a cookie without proof of our own page changes nothing", async () => {
  const cookie = await fixture.signIn(owner);
  const put = (headers: Record<string, string>): Promise<Response> =>
    fixture.request("PUT", "/me/presence", {
      body: { status: "away" },
      headers: { cookie, ...headers },
    });
  const refused = [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `${fixture.origin}.evil.example` },
    { origin: fixture.origin, "sec-fetch-site": "cross-site" },
    { origin: fixture.origin, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of refused)
    expect((await put(headers)).status, JSON.stringify(headers)).toBe(403);
  for (const headers of [
    { origin: fixture.origin },
    { origin: `http://localhost:${fixture.port}` },
    { "sec-fetch-site": "same-origin" },
  ]) {
    expect((await put(headers)).status, JSON.stringify(headers)).toBe(200);
  }
  expect((await put({ origin: fixture.origin, "content-type": "text/plain" })).status).toBe(415);
  expect((await fixture.request("GET", "/me", { headers: { cookie } })).status).toBe(200);
});

test("[API-010] [API-201] another site cannot sign its visitor in here", async () => {
  expect((await postSignIn(owner.email, password, { "sec-fetch-site": "cross-site" })).status).toBe(
    403,
  );
  expect((await postSignIn(owner.email, password, { origin: "https://evil.example" })).status).toBe(
    403,
  );
  expect((await postSignIn(owner.email, password, { origin: fixture.origin })).status).toBe(200);
});

test("[API-003] H-268, H-269: a key counts only as one bearer header, and nothing else is tried beside it", async () => {
  expect((await fixture.request("GET", `/me?api_key=${owner.key}`)).status).toBe(401);
  expect((await fixture.request("GET", "/me", { key: owner.key })).status).toBe(200);
  expect((await fixture.request("GET", "/me", { key: "pk_unknown" })).status).toBe(401);
  expect(
    (await fixture.request("GET", "/me", { headers: { authorization: `Basic ${owner.key}` } }))
      .status,
  ).toBe(401);
  const cookie = await fixture.signIn(owner);
  expect(
    (await fixture.request("GET", "/me", { headers: { authorization: "Bearer pk_wrong", cookie } }))
      .status,
  ).toBe(401);
  const twice = await new Promise<string>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: fixture.port });
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString();
    });
    socket.on("close", () => resolve(text));
    socket.write(
      `GET /api/v1/me HTTP/1.1\r\nHost: ${fixture.host}\r\nAuthorization: Bearer ${owner.key}\r\nAuthorization: Bearer ${owner.key}\r\nConnection: close\r\n\r\n`,
    );
  });
  expect(twice).toMatch(/^HTTP\/1\.1 401 /);
});

test("[API-011] H-270: after sign-out the cookie is worth nothing and the browser drops it", async () => {
  const cookie = await fixture.signIn(owner);
  const answer = await fixture.request("DELETE", "/sessions/current", { cookie });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toMatch(/^parlour=; Path=\/; Max-Age=0/);
  expect((await fixture.request("GET", "/me", { cookie })).status).toBe(401);
  expect(
    await readErrorCode(await fixture.request("DELETE", "/sessions/current", { key: owner.key })),
  ).toBe("forbidden");
});

test("[CORE-001] in a suspended account one can sign in and read, not change", async () => {
  await fixture.db.query("update account set suspended = true where id = $1", [owner.account]);
  const cookie = await fixture.signIn(owner);
  expect((await fixture.request("GET", "/me", { cookie })).status).toBe(200);
  expect((await fixture.request("PATCH", "/me", { cookie, body: { name: "New" } })).status).toBe(
    403,
  );
});

test("[API-012] the own name and password: old password needed, other sessions end, a managed operator is the file's", async () => {
  const [cookie, other] = [await fixture.signIn(owner), await fixture.signIn(owner)];
  expect(
    await (await fixture.request("PATCH", "/me", { cookie, body: { name: " Ann " } })).json(),
  ).toMatchObject({ name: "Ann", public_url: "http://localhost:3000" });
  const patch = (body: object): Promise<Response> =>
    fixture.request("PATCH", "/me", { cookie, body });
  expect((await patch({ password: "another good pass phrase" })).status).toBe(400);
  expect(
    (
      (await (
        await patch({ password: "another good pass phrase", old_password: "wrong" })
      ).json()) as ErrorBody
    ).error.field,
  ).toBe("old_password");
  expect(
    (
      (await (
        await patch({ password: "password1234", old_password: password })
      ).json()) as ErrorBody
    ).error.field,
  ).toBe("password");
  expect((await patch({})).status).toBe(400);
  expect(
    (await patch({ password: "another good pass phrase", old_password: password })).status,
  ).toBe(200);
  expect((await fixture.request("GET", "/me", { cookie })).status).toBe(200);
  expect((await fixture.request("GET", "/me", { cookie: other })).status).toBe(401);
  expect((await postSignIn(owner.email)).status).toBe(401);
  expect((await postSignIn(owner.email, "another good pass phrase")).status).toBe(200);
  await fixture.db.query("update operator set managed = true where id = $1", [owner.id]);
  expect(await readErrorCode(await patch({ name: "Bob" }))).toBe("managed_by_file");
});

test("[API-006] sign-ins, refused ones and sign-outs are audited with address and request id", async () => {
  const answer = await postSignIn(owner.email);
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  await postSignIn(owner.email, "wrong wrong wrong");
  await fixture.request("DELETE", "/sessions/current", { cookie });
  const rows = await fixture.db.query<Record<string, unknown>>(
    "select actor_kind, actor_id::float8 as actor_id, action, result, address, request_id from audit where actor_kind <> 'system' order by id",
  );
  expect(rows).toMatchObject([
    {
      actor_kind: "operator",
      actor_id: owner.id,
      action: "session.create",
      result: "ok",
      address: "127.0.0.1",
      request_id: answer.headers.get("x-request-id"),
    },
    { actor_kind: "anonymous", actor_id: null, action: "session.create", result: "refused" },
    { actor_kind: "operator", action: "session.delete", result: "ok" },
  ]);
});
