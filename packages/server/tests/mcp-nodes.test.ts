import { createHash, randomBytes } from "node:crypto";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMcp, openMcpFixture, type McpFixture } from "./mcp-fixture.ts";

const publicUrl = "http://chat.example.test";

/** Two nodes on one database. */
let fixture: McpFixture;
let nodes: readonly [TestParlour, TestParlour];
beforeAll(async () => {
  const env = { PUBLIC_URL: publicUrl };
  fixture = await openMcpFixture({ env });
  const second = await startTestParlour({ env, databaseUrl: fixture.parlour.databaseUrl });
  nodes = [fixture.parlour, second];
});
afterAll(async () => {
  await nodes[1].close();
  await fixture.close();
});

test("[MCP-003] [MCP-013] [MCP-030] any node answers any call, a repeat at the other node changes nothing, and calls are counted over both", async () => {
  const chatId = await fixture.receive("nodes", "Hello");
  const key = await fixture.createKey(fixture.parlour.owner, ["chats.read", "chats.answer"]);
  const [first, second] = await Promise.all(nodes.map((node) => connectMcp(node.url, key)));
  if (first === undefined || second === undefined) throw new Error("not connected");
  const note = { chat_id: chatId, text: "Once", client_id: "same" };
  const written = await first.call("add_note", note);
  expect((await second.call("add_note", note)).data).toEqual(written.data);
  const read = await second.call("read_chat", { chat_id: chatId });
  expect(read.data.messages.filter(({ kind }: any) => kind === "note")).toHaveLength(1);
  let isRefused = false;
  for (let n = 0; n < 130 && !isRefused; n++)
    isRefused = (await (n % 2 === 0 ? first : second).call("list_tags")).isError;
  expect(isRefused).toBe(true);
  for (const connection of [first, second]) await connection.close();
});

test("[MCP-003] [MCP-065] [MCP-071] tokens are valid at every node, and end at every node", async () => {
  const [first, second] = nodes;
  const operator = await first.operator("admin", "Nodes");
  const signedIn = await first.call(
    "POST",
    "sessions",
    { email: operator.email, password: operator.password },
    { origin: publicUrl },
  );
  const headers = {
    origin: publicUrl,
    cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "",
  };
  const redirectUri = "http://localhost:1/callback";
  const registered = await second.call("POST", "/oauth/register", {
    redirect_uris: [redirectUri],
  });
  const verifier = randomBytes(32).toString("base64url");
  const request = {
    client_id: registered.body.client_id as string,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const granted = await first.call(
    "POST",
    "me/applications",
    { request, scopes: ["chats.read"] },
    headers,
  );
  const exchange = async (node: TestParlour, form: Record<string, string>): Promise<any> => {
    const body = new URLSearchParams({ client_id: request.client_id, ...form });
    return (await fetch(`${node.url}/oauth/token`, { method: "POST", body })).json();
  };
  const tokens = await exchange(second, {
    grant_type: "authorization_code",
    code: new URL(granted.body.url).searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const refreshed = await exchange(first, {
    grant_type: "refresh_token",
    refresh_token: tokens.refresh_token,
  });
  const callMcp = async (node: TestParlour, token: string): Promise<number> =>
    (
      await node.call(
        "POST",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
      )
    ).status;
  for (const node of nodes)
    for (const token of [tokens.access_token, refreshed.access_token])
      expect(await callMcp(node, token)).toBe(200);
  const { body } = await second.call("GET", "me/applications", undefined, headers);
  expect(
    (await first.call("DELETE", `me/applications/${body.items[0].id}`, undefined, headers)).status,
  ).toBe(204);
  await Promise.all(nodes.map((node) => node.clock.advance(2_000)));
  for (const node of nodes) expect(await callMcp(node, refreshed.access_token)).toBe(401);
});
