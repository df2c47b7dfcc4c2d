// The tests need their order: registrations of the ones before take up the room.
import { createHash, randomBytes } from "node:crypto";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tools } from "../src/edges/mcp/tools/index.ts";
import { applicationScopes } from "../src/auth/index.ts";
import { openMcpFixture, wrapClient, type McpConnection, type McpFixture } from "./mcp-fixture.ts";

const callback = "http://localhost:5555/callback";

let fixture: McpFixture;
beforeAll(async () => {
  fixture = await openMcpFixture();
});
afterAll(() => fixture.close());
const url = (): string => fixture.parlour.url;

/** Calls the service API with the session of a person. */
type SessionCall = (
  method: string,
  path: string,
  body?: unknown,
) => ReturnType<TestOperator["call"]>;
async function signIn({ email, password }: TestOperator): Promise<SessionCall> {
  const signedIn = await fixture.parlour.call(
    "POST",
    "sessions",
    { email, password },
    { origin: url() },
  );
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return (method, path, body) =>
    fixture.parlour.call(method, path, body, { cookie, origin: url() });
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}
/** An application without the SDK, for requests that the SDK does not make. */
interface Application {
  readonly clientId: string;
  readonly verifier: string;
  readonly request: Record<string, string>;
}
async function registerApplication(name = "Helper"): Promise<Application> {
  const answer = await fixture.parlour.call("POST", "/oauth/register", {
    client_name: name,
    redirect_uris: [callback],
  });
  expect(answer.status).toBe(201);
  const verifier = randomBytes(32).toString("base64url");
  return {
    clientId: answer.body.client_id,
    verifier,
    request: {
      client_id: answer.body.client_id,
      redirect_uri: callback,
      response_type: "code",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "xyz",
    },
  };
}
const postForm = async (
  path: string,
  form: Record<string, string>,
): Promise<{ status: number; body: any }> => {
  const answer = await fetch(`${url()}${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: await answer.json() };
};
/** Gives an application access. Returns the code. */
async function grant(
  session: SessionCall,
  { request }: Application,
  scopes: readonly string[],
): Promise<string> {
  const answer = await session("POST", "me/applications", { request, scopes });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return new URL(answer.body.url).searchParams.get("code") ?? "";
}
const exchange = (application: Application, code: string, form: Record<string, string> = {}) =>
  postForm("/oauth/token", {
    grant_type: "authorization_code",
    client_id: application.clientId,
    redirect_uri: callback,
    code_verifier: application.verifier,
    code,
    ...form,
  });
const refresh = ({ clientId }: Application, token: string) =>
  postForm("/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: token,
  });
async function connectApplication(
  session: SessionCall,
  scopes: readonly string[] = ["chats.read"],
  name?: string,
): Promise<{ application: Application; tokens: Tokens }> {
  const application = await registerApplication(name);
  const answer = await exchange(application, await grant(session, application, scopes));
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return { application, tokens: answer.body };
}
const callMcp = (token: string): Promise<Response> =>
  fetch(`${url()}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

test("[MCP-061] [MCP-062] [MCP-063] [MCP-064] [MCP-065] the SDK's own client finds the server, registers, connects and refreshes", async () => {
  const operator = await fixture.parlour.operator("admin", "Sdk");
  const session = await signIn(operator);
  const provider = createProvider(session);
  // The address of the metadata: PUBLIC_URL.
  const publicUrl = url().replace("127.0.0.1", "localhost");
  const address = new URL(`${publicUrl}/mcp`);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
  const client = new Client({ name: "sdk", version: "1" });
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const redirect = provider.redirects.at(-1);
  expect(redirect?.searchParams.get("state")).toBe("state-of-client");
  expect(redirect?.searchParams.get("iss")).toBe(publicUrl);
  await transport.finishAuth(redirect?.searchParams ?? new URLSearchParams());
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  const mcp: McpConnection = wrapClient(client);
  // The person did not turn on sending.
  expect(await mcp.listTools()).toEqual(
    tools.map(({ name }) => name).filter((name) => !["send_reply", "run_macro"].includes(name)),
  );
  const sending = await mcp.call("send_reply", { chat_id: 1, text: "x", client_id: "x" });
  expect(sending.data.error).toMatchObject({
    missing_scope: "mcp.send",
    message: "The access of SDK client lacks the scope mcp.send.",
  });
  const chatId = await fixture.receive("oauth", "Hello");
  expect(
    (await mcp.call("add_note", { chat_id: chatId, text: "By OAuth", client_id: "1" })).isError,
  ).toBe(false);
  const [audit] = await fixture.parlour.sql<{ actor_kind: string; target: string }>(
    "select actor_kind, target from audit where action = 'mcp.call' order by id desc limit 1",
  );
  expect(audit).toEqual({
    actor_kind: "operator",
    target: `add_note: chat ${chatId}, by application SDK client`,
  });
  // After the access token has expired, the SDK refreshes it.
  const before = provider.saved?.access_token;
  await fixture.parlour.clock.advance(16 * 60_000);
  expect((await mcp.call("list_tags")).isError).toBe(false);
  expect(provider.saved?.access_token).not.toBe(before);
  await client.close();
});

test("[MCP-061] the metadata names the server, the scopes and the endpoints", async () => {
  const issuer = url().replace("127.0.0.1", "localhost");
  for (const path of ["", "/mcp"]) {
    const { body } = await fixture.parlour.call(
      "GET",
      `/.well-known/oauth-protected-resource${path}`,
    );
    expect(body).toMatchObject({
      resource: `${issuer}/mcp`,
      authorization_servers: [issuer],
      scopes_supported: applicationScopes,
    });
  }
  // Another document must not be the page of the application.
  expect((await fixture.parlour.call("GET", "/.well-known/openid-configuration")).status).toBe(404);
  const { body } = await fixture.parlour.call("GET", "/.well-known/oauth-authorization-server");
  expect(body).toMatchObject({
    issuer,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
  const needed = new Set(
    tools.flatMap(({ actions, explicitScope }) => [...actions, explicitScope ?? "chats.read"]),
  );
  expect(applicationScopes).toEqual(expect.arrayContaining([...needed]));
});

describe("registration", () => {
  test("[MCP-060] only addresses that keep a code private are accepted", async () => {
    const register = (uris: unknown, name: unknown = "X") =>
      fixture.parlour.call("POST", "/oauth/register", { client_name: name, redirect_uris: uris });
    for (const uri of [
      "http://example.com/cb",
      "http://127.0.0.1.example.com/cb",
      "https://user@example.com/cb",
      "https://example.com/cb#x",
      "javascript:alert(1)",
      "custom://cb",
      "/cb",
    ]) {
      const answer = await register([uri]);
      expect([uri, answer.status, answer.body.error]).toEqual([uri, 400, "invalid_redirect_uri"]);
    }
    for (const uris of [[], "x", undefined, Array.from({ length: 11 }, () => callback)])
      expect((await register(uris)).body.error).toBe("invalid_redirect_uri");
    expect((await register([callback], 7)).body.error).toBe("invalid_client_metadata");
    await fixture.parlour.clock.advance(3_600_000);
    for (const uri of ["https://app.example/cb?x=1", "http://127.0.0.1:1/cb", "http://[::1]/cb"])
      expect((await register([uri])).status).toBe(201);
    const named = await register([callback], `  Evil\u202e\n  Name${"x".repeat(200)}`);
    expect(named.body.client_name).toMatch(/^Evil Namex+$/);
    expect(named.body.client_name).toHaveLength(100);
  });
  test("[MCP-060] an application that had access can ask again for 90 days", async () => {
    const { parlour } = fixture;
    const operator = await parlour.operator("admin", "Again");
    const { application } = await connectApplication(await signIn(operator));
    const query = new URLSearchParams(application.request).toString();
    await parlour.sql("delete from application_grant");
    /** Waits until a sweep has removed a row that was never used. */
    const waitForSweep = async (): Promise<void> => {
      const sweep = `sweep ${parlour.clock.now()}`;
      await parlour.sql(
        "insert into application (id, name, redirect_uris, created_at) values ($1, '', '{}', '2000-01-01')",
        [sweep],
      );
      await expect
        .poll(async () => {
          await parlour.clock.advance(60_000);
          return parlour.sql("select id from application where id = $1", [sweep]);
        })
        .toEqual([]);
    };
    /** Returns the status for the application after a sweep. */
    const ask = async (): Promise<number> => {
      // The first one may have begun before the clock moved.
      await waitForSweep();
      await waitForSweep();
      return (await (await signIn(operator))("GET", `me/applications/request?${query}`)).status;
    };
    await parlour.clock.advance(89 * 86_400_000);
    expect(await ask()).toBe(200);
    await parlour.clock.advance(2 * 86_400_000);
    expect(await ask()).toBe(400);
  });
  test("[MCP-060] an address registers at most 20 an hour, and unused ones are removed", async () => {
    await fixture.parlour.clock.advance(3_600_000);
    const body = { redirect_uris: [callback] };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await fixture.parlour.call("POST", "/oauth/register", body)).status);
    expect([statuses.slice(0, 20), statuses[20]]).toEqual([Array(20).fill(201), 429]);
    await fixture.parlour.clock.advance(26 * 3_600_000);
    // The sweep runs every few minutes and schedules the next run when it ends.
    await expect
      .poll(async () => {
        await fixture.parlour.clock.advance(60_000);
        return fixture.parlour.sql(
          "select a.id from application a where not exists (select from application_grant g where g.application_id = a.id)",
        );
      })
      .toEqual([]);
  });
});

test("[API-422] registrations that nobody gave access make room after an hour", async () => {
  const { parlour } = fixture;
  await parlour.clock.advance(3_600_000);
  const register = () =>
    parlour.call("POST", "/oauth/register", { client_name: "New", redirect_uris: [callback] });
  await parlour.sql(
    `insert into application (id, name, redirect_uris, created_at)
     select 'fill-' || n, 'Filler', '{https://a.example/cb}', to_timestamp($1::float8) from generate_series(1, 5000) n`,
    [parlour.clock.now() / 1_000],
  );
  expect((await register()).body.error).toBe("temporarily_unavailable");
  await parlour.clock.advance(3_600_000);
  expect((await register()).status).toBe(201);
  const fillers = await parlour.sql("delete from application where id like 'fill-%' returning id");
  expect(fillers.length).toBeGreaterThan(4_900);
  expect(fillers.length).toBeLessThan(5_000);
});

describe("consent", () => {
  test("[MCP-062] [MCP-072] a wrong request is refused with its parameter, and redirects nowhere", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Wrong"));
    const { request } = await registerApplication();
    const wrong: [Record<string, string>, string][] = [
      [{ client_id: "unknown" }, "client_id"],
      [{ redirect_uri: `${callback}/more` }, "redirect_uri"],
      [{ redirect_uri: "https://evil.example/cb" }, "redirect_uri"],
      [{ response_type: "token" }, "response_type"],
      [{ code_challenge_method: "plain" }, "code_challenge_method"],
      [{ code_challenge: "short" }, "code_challenge"],
      [{ resource: "https://other.example/mcp" }, "resource"],
    ];
    for (const [change, field] of wrong) {
      const query = new URLSearchParams({ ...request, ...change });
      const described = await session("GET", `me/applications/request?${query.toString()}`);
      expect([field, described.status, described.body.error.field]).toEqual([field, 400, field]);
      const granted = await session("POST", "me/applications", {
        request: { ...request, ...change },
        scopes: ["chats.read"],
      });
      expect([field, granted.status, granted.body.error.field]).toEqual([field, 400, field]);
    }
    expect((await session("GET", "me/applications")).body.items).toEqual([]);
  });
  test("[MCP-062] [MCP-072] the page offers what the role includes, and sending is off", async () => {
    const viewer = await signIn(await fixture.parlour.operator("viewer", "Views"));
    const application = await registerApplication("Reader");
    const query = new URLSearchParams(application.request).toString();
    const described = await viewer("GET", `me/applications/request?${query}`);
    expect(described.body).toEqual({
      name: "Reader",
      redirect_host: "localhost:5555",
      scopes: [
        "chats.read",
        "visitors.read",
        "operators.read",
        "departments.read",
        "reports.read",
      ].map((name) => ({ name, is_preselected: true })),
      decline_url: expect.stringMatching(
        /^http:\/\/localhost:5555\/callback\?error=access_denied&state=xyz&iss=http/,
      ),
    });
    for (const scope of ["chats.answer", "mcp.send", "account.manage", "*"]) {
      const refused = await viewer("POST", "me/applications", {
        request: application.request,
        scopes: ["chats.read", scope],
      });
      expect([scope, refused.status, refused.body.error.field]).toEqual([scope, 403, "scopes"]);
    }
    const owner = await signIn(await fixture.parlour.operator("admin", "Admin"));
    const offered = await owner("GET", `me/applications/request?${query}`);
    expect(offered.body.scopes.at(-1)).toEqual({ name: "mcp.send", is_preselected: false });
    const narrow = new URLSearchParams({
      ...application.request,
      scope: "chats.read offline_access",
    });
    expect(
      (await owner("GET", `me/applications/request?${narrow.toString()}`)).body.scopes,
    ).toEqual([{ name: "chats.read", is_preselected: true }]);
  });
  test("[MCP-072] [API-201] [CORE-014] granting needs a person, their own page and a fresh proof", async () => {
    const operator = await fixture.parlour.operator("admin", "Fresh");
    const { request } = await registerApplication();
    const body = { request, scopes: ["chats.read"] };
    const byKey = await operator.call("POST", "me/applications", body);
    expect(byKey.status).toBe(403);
    const session = await signIn(operator);
    const signedIn = await fixture.parlour.call(
      "POST",
      "sessions",
      { email: operator.email, password: operator.password },
      { origin: url() },
    );
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (const headers of [
      { cookie },
      { cookie, origin: "https://evil.example" },
      { cookie, origin: url(), "sec-fetch-site": "cross-site" },
    ])
      expect((await fixture.parlour.call("POST", "me/applications", body, headers)).status).toBe(
        403,
      );
    await fixture.parlour.clock.advance(16 * 60_000);
    const stale = await session("POST", "me/applications", body);
    expect([stale.status, stale.body.error.code]).toEqual([403, "confirmation_needed"]);
    expect((await session("GET", "me/applications")).body.items).toEqual([]);
  });
});

describe("codes and tokens", () => {
  test("[MCP-063] a code is valid once, for its application, address and verifier", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Codes"));
    const application = await registerApplication();
    const other = await registerApplication();
    const code = await grant(session, application, ["chats.read"]);
    const wrong: Record<string, string>[] = [
      { code_verifier: other.verifier },
      { code_verifier: "short" },
      { redirect_uri: `${callback}x` },
      { client_id: other.clientId },
      { code: "unknown" },
    ];
    for (const change of wrong) {
      const answer = await exchange(application, code, change);
      expect([change, answer.status, answer.body.error]).toEqual([change, 400, "invalid_grant"]);
    }
    const first = await exchange(application, code);
    expect([first.status, first.body.scope, first.body.expires_in]).toEqual([
      200,
      "chats.read",
      900,
    ]);
    expect((await callMcp(first.body.access_token)).status).toBe(200);
    expect((await exchange(application, code)).body.error).toBe("invalid_grant");
    // Somebody has stolen the code, so the access has ended.
    expect((await callMcp(first.body.access_token)).status).toBe(401);
    expect((await refresh(application, first.body.refresh_token)).body.error).toBe("invalid_grant");
    const late = await grant(session, application, ["chats.read"]);
    await fixture.parlour.clock.advance(60_000);
    expect((await exchange(application, late)).body.error).toBe("invalid_grant");
  });
  test("[MCP-064] an access token ends after 15 minutes, is valid at /mcp only, and is stored as a hash", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Tokens"));
    const { tokens } = await connectApplication(session);
    const api = await fixture.parlour.call("GET", "chats", undefined, {
      authorization: `Bearer ${tokens.access_token}`,
    });
    expect(api.status).toBe(401);
    const dump = JSON.stringify(
      await fixture.parlour.sql("select *, hash::text from application_token"),
    );
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(dump).not.toContain(token);
    await fixture.parlour.clock.advance(15 * 60_000);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    for (const [form, error] of [
      [{ grant_type: "password" }, "unsupported_grant_type"],
      [{ grant_type: "refresh_token" }, "invalid_request"],
    ] as const)
      expect((await postForm("/oauth/token", { client_id: "x", ...form })).body.error).toBe(error);
    const json = await fixture.parlour.call("POST", "/oauth/token", {
      grant_type: "refresh_token",
    });
    expect([json.status, json.body.error]).toEqual([400, "invalid_request"]);
  });
  test("[MCP-065] a refresh token is valid once, and a second use ends the access", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Refreshes"));
    const { application, tokens } = await connectApplication(session);
    const second = await refresh(application, tokens.refresh_token);
    expect(second.status).toBe(200);
    const third = await refresh(application, second.body.refresh_token);
    expect((await callMcp(third.body.access_token)).status).toBe(200);
    expect((await refresh(application, tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await callMcp(third.body.access_token)).status).toBe(401);
    expect((await refresh(application, third.body.refresh_token)).body.error).toBe("invalid_grant");
    const [audit] = await fixture.parlour.sql<{ action: string; target: string }>(
      "select action, target from audit where action like 'application.%' order by id desc limit 1",
    );
    expect(audit).toEqual({
      action: "application.disconnect",
      target: "Helper: a refresh token was used twice",
    });
    // Two uses at the same moment: at most one gets tokens.
    const raced = await connectApplication(session);
    const answers = await Promise.all(
      [1, 2].map(() => refresh(raced.application, raced.tokens.refresh_token)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const unused = await connectApplication(session);
    await fixture.parlour.clock.advance(30 * 86_400_000);
    expect((await refresh(unused.application, unused.tokens.refresh_token)).body.error).toBe(
      "invalid_grant",
    );
  });
  test("[API-423] access ends a year after its grant, however often it is refreshed", async () => {
    const operator = await fixture.parlour.operator("admin", "A year");
    const { application, tokens } = await connectApplication(await signIn(operator));
    let { refresh_token: token } = tokens;
    for (let month = 0; month < 14; month++) {
      await fixture.parlour.clock.advance(26 * 86_400_000);
      const { status, body } = await refresh(application, token);
      expect([month, status]).toEqual([month, 200]);
      token = body.refresh_token;
    }
    // 364 days have passed.
    await fixture.parlour.clock.advance(86_400_000);
    expect((await refresh(application, token)).body.error).toBe("invalid_grant");
  });
  test("[MCP-066] an application can end its token, or its access", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Revokes"));
    const { application, tokens } = await connectApplication(session);
    const revoke = (token: string, clientId = application.clientId) =>
      postForm("/oauth/revoke", { client_id: clientId, token });
    expect((await revoke("unknown")).status).toBe(200);
    expect((await revoke(tokens.access_token, "another")).status).toBe(200);
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    expect((await revoke(tokens.access_token)).status).toBe(200);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    const next = await refresh(application, tokens.refresh_token);
    expect((await revoke(next.body.refresh_token)).status).toBe(200);
    expect((await callMcp(next.body.access_token)).status).toBe(401);
    expect((await session("GET", "me/applications")).body.items).toEqual([]);
  });
});

describe("connected applications", () => {
  test("[MCP-070] [MCP-071] an operator sees and disconnects their own applications", async () => {
    const operator = await fixture.parlour.operator("admin", "Lists");
    const session = await signIn(operator);
    const other = await signIn(await fixture.parlour.operator("admin", "Others"));
    const { tokens } = await connectApplication(session, ["chats.read", "mcp.send"], "Notebook");
    const [item] = (await session("GET", "me/applications")).body.items;
    expect(item).toMatchObject({
      name: "Notebook",
      scopes: ["chats.read", "mcp.send"],
      last_used_at: null,
    });
    await callMcp(tokens.access_token);
    expect((await session("GET", "me/applications")).body.items[0].last_used_at).not.toBeNull();
    expect((await other("GET", "me/applications")).body.items).toEqual([]);
    expect((await other("DELETE", `me/applications/${item.id}`)).status).toBe(404);
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    expect((await session("DELETE", `me/applications/${item.id}`)).status).toBe(204);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    expect((await session("DELETE", `me/applications/${item.id}`)).status).toBe(404);
    const audit = await fixture.parlour.sql<{ action: string; target: string; actor_id: string }>(
      "select action, target, actor_id from audit where action like 'application.%' and actor_id = $1 order by id",
      [operator.id],
    );
    expect(audit.map(({ action, target }) => [action, target])).toEqual([
      ["application.connect", "Notebook: chats.read, mcp.send"],
      ["application.disconnect", "Notebook"],
    ]);
  });
  test("[MCP-070] role, deactivation and suspension apply at the next call", async () => {
    const operator = await fixture.parlour.operator("admin", "Changes");
    const session = await signIn(operator);
    const scopes = ["chats.read", "chats.answer", "reports.read"];
    const { tokens, application } = await connectApplication(session, scopes);
    const listTools = async (): Promise<readonly string[]> => {
      const text = await (await callMcp(tokens.access_token)).text();
      const data = /^data: (.+)$/m.exec(text)?.[1] ?? text;
      return JSON.parse(data).result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await listTools()).toEqual(expect.arrayContaining(["read_report", "close_chat"]));
    const { owner } = fixture.parlour;
    const change = await owner.call("PATCH", `operators/${operator.id}`, { role: "viewer" });
    expect(change.status).toBe(200);
    expect(await listTools()).toContain("read_report");
    expect(await listTools()).not.toContain("close_chat");
    const suspend = async (isSuspended: boolean): Promise<void> => {
      await fixture.parlour.sql("update account set suspended = $1", [isSuspended]);
      await fixture.parlour.clock.advance(2_000);
    };
    await owner.call("PATCH", `operators/${operator.id}`, { role: "admin" });
    expect(await listTools()).toContain("close_chat");
    await suspend(true);
    expect(await listTools()).toContain("read_report");
    expect(await listTools()).not.toContain("close_chat");
    await suspend(false);
    expect((await owner.call("DELETE", `operators/${operator.id}`)).status).toBeLessThan(300);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    expect((await refresh(application, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });
  test("[MCP-070] [CORE-203] access that began with one factor ends when the account requires two", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Factors"));
    const { application, tokens } = await connectApplication(session);
    const require = async (from: number | null): Promise<void> => {
      await fixture.parlour.sql("update account set second_factor_from = $1", [
        from === null ? null : new Date(from),
      ]);
      await fixture.parlour.clock.advance(2_000);
    };
    await require(fixture.parlour.clock.now() + 3_600_000);
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    await require(fixture.parlour.clock.now());
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    expect((await refresh(application, tokens.refresh_token)).body.error).toBe("invalid_grant");
    const query = new URLSearchParams((await registerApplication()).request).toString();
    const limited = await session("GET", `me/applications/request?${query}`);
    expect(limited.body.scopes).toEqual([]);
    await require(null);
  });
  test("[MCP-071] signing out all others ends the access of applications", async () => {
    const session = await signIn(await fixture.parlour.operator("admin", "Leaves"));
    const { tokens } = await connectApplication(session);
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    expect((await session("DELETE", "me/sessions")).status).toBe(204);
    await fixture.parlour.clock.advance(2_000);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    expect((await session("GET", "me/applications")).body.items).toEqual([]);
  });
});

/**
 * Creates the storage of an SDK client. Instead of a browser, it follows the redirect to the
 * consent page as a person who is signed in and presses Connect.
 */
function createProvider(session: SessionCall): OAuthClientProvider & {
  readonly redirects: URL[];
  saved: Tokens | undefined;
} {
  let client: any;
  let verifier = "";
  let discovery: unknown;
  const provider = {
    redirects: [] as URL[],
    saved: undefined as Tokens | undefined,
    redirectUrl: callback,
    clientMetadata: { client_name: "SDK client", redirect_uris: [callback] },
    state: () => "state-of-client",
    clientInformation: () => client,
    saveClientInformation: (information: unknown) => {
      client = information;
    },
    tokens: () => provider.saved as never,
    saveTokens: (tokens: unknown) => {
      provider.saved = tokens as Tokens;
    },
    saveCodeVerifier: (text: string) => {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state: unknown) => {
      discovery = state;
    },
    discoveryState: () => discovery,
    async redirectToAuthorization(address: URL) {
      expect(address.pathname).toBe("/oauth/authorize");
      const request = Object.fromEntries(address.searchParams);
      const query = new URLSearchParams(request).toString();
      const described = await session("GET", `me/applications/request?${query}`);
      expect(described.status).toBe(200);
      const scopes = described.body.scopes
        .filter((scope: any) => scope.is_preselected)
        .map((scope: any) => scope.name);
      const granted = await session("POST", "me/applications", { request, scopes });
      expect(granted.status).toBe(201);
      provider.redirects.push(new URL(granted.body.url));
    },
  };
  return provider as never;
}
