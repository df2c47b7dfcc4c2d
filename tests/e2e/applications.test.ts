import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen, isLongRun, usualViews } from "./screen-check.ts";

/** An application on the operator's machine that waits for its code. */
let application: Server;
let redirectUri: string;
const received: URLSearchParams[] = [];
let fixture: InboxFixture;
beforeAll(async () => {
  application = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/callback") received.push(url.searchParams);
    response.setHeader("content-type", "text/html").end("<title>Back</title><h1>Back</h1>");
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const { port } = application.address() as AddressInfo;
  redirectUri = `http://127.0.0.1:${port}/callback`;
  fixture = await openInboxFixture();
});
afterAll(async () => {
  await fixture.close();
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
});

interface AuthorizationPage {
  readonly path: string;
  readonly clientId: string;
  readonly verifier: string;
}
/** A router could read the state as a number and write it in another form. */
const state = "1e3";
async function createRequest(name: string): Promise<AuthorizationPage> {
  const registered = await fixture.parlour.call("POST", "/oauth/register", {
    client_name: name,
    redirect_uris: [redirectUri],
  });
  const verifier = randomBytes(32).toString("base64url");
  const clientId = registered.body.client_id as string;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state,
    prompt: "consent",
  });
  return { path: `/oauth/authorize?${query.toString()}`, clientId, verifier };
}
const findSwitch = (page: Page, name: string) => page.getByRole("switch", { name });

test("[MCP-062] [MCP-063] [MCP-071] [MCP-072] a person checks who asks, connects the application, sees it in the profile and disconnects it", async () => {
  const problems: string[] = [];
  const { path, clientId, verifier } = await createRequest("Claude Code");
  const opened = await fixture.openOperatorPage(fixture.operator, { path });
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "Connect Claude Code?" }).waitFor();
  expect(await page.getByText(new URL(redirectUri).host).count()).toBe(1);
  expect(await findSwitch(page, "Read chats, messages and notes").isChecked()).toBe(true);
  const sending = findSwitch(page, "Send messages to visitors without your review");
  expect(await sending.isChecked()).toBe(false);
  problems.push(...(await checkScreen(page, "authorize", { views: usualViews, axe: "chosen" })));
  await findSwitch(page, "See departments").click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("heading", { name: "Back" }).waitFor();
  const [answer] = received.splice(0);
  expect(answer?.get("state")).toBe(state);
  const exchanged = await fetch(`${fixture.parlour.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code: answer?.get("code") ?? "",
    }),
  });
  const tokens = (await exchanged.json()) as { scope: string; access_token: string };
  expect(tokens.scope.split(" ")).toContain("chats.answer");
  expect(tokens.scope).not.toMatch(/mcp\.send|departments/);

  await page.goto(`${fixture.parlour.url}/me`);
  const card = page.getByRole("region", { name: "Connected applications" });
  await card.getByText("Claude Code", { exact: true }).waitFor();
  await card.getByText("Not used yet").waitFor();
  problems.push(...(await checkScreen(page, "me-applications", { tall: true, axe: "chosen" })));
  await card.getByRole("button", { name: "Disconnect Claude Code" }).click();
  await page.getByText("Claude Code was disconnected.").waitFor();
  await card.getByText("None. Applications that use a language model", { exact: false }).waitFor();
  const call = await fixture.parlour.call(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { authorization: `Bearer ${tokens.access_token}` },
  );
  expect(call.status).toBe(401);
  expect(problems.join("\n")).toBe("");
  await opened.checkAndClose();
});

test.runIf(isLongRun)(
  "[MCP-062] declining returns to the application, a wrong address stays here, and the page speaks Russian",
  async () => {
    const problems: string[] = [];
    const { path } = await createRequest(
      "Очень длинное название приложения для поддержки клиентов",
    );
    const opened = await fixture.openOperatorPage(fixture.operator, {
      path,
      setUpContext: async (context) => {
        await context.addInitScript(() =>
          localStorage.setItem("parlour.preferences", JSON.stringify({ locale: "ru" })),
        );
      },
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Подключить" }).waitFor();
    problems.push(...(await checkScreen(page, "authorize-ru", { views: usualViews })));
    await page.getByRole("button", { name: "Отказать" }).click();
    await page.getByRole("heading", { name: "Back" }).waitFor();
    expect(received.splice(0)[0]?.get("error")).toBe("access_denied");
    const other = path.replace("callback", "other");
    await page.goto(`${fixture.parlour.url}${other}`);
    await page.getByRole("heading", { level: 1, name: "Приложение нельзя подключить" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/oauth/authorize");
    expect(await page.getByRole("button", { name: "Подключить", exact: true }).count()).toBe(0);
    problems.push(...(await checkScreen(page, "authorize-wrong-ru")));
    expect(received).toEqual([]);
    expect(problems.join("\n")).toBe("");
    // The refused request is an error in the console of the page.
    await opened.context.close();
  },
);

test.runIf(isLongRun)(
  "[MCP-011] a person allows a new key to send through MCP, which no key may without it",
  async () => {
    const problems: string[] = [];
    const { owner } = fixture.parlour;
    const opened = await fixture.openOperatorPage(owner, { path: "/settings/keys" });
    const { page } = opened;
    for (const isAllowed of [false, true]) {
      await page.getByRole("button", { name: "Create key" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Create API key" });
      await dialog.getByLabel("Name").fill(isAllowed ? "Agent that sends" : "Agent");
      const allowed = dialog.getByRole("switch", { name: "May send messages to visitors" });
      expect(await allowed.isChecked()).toBe(false);
      if (isAllowed) await allowed.click();
      else problems.push(...(await checkScreen(page, "new-key")));
      await dialog.getByRole("button", { name: "Create key" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    const { body } = await owner.call("GET", "api-keys");
    const created = (body.items as { name: string; scopes: string[] }[]).filter(({ name }) =>
      name.startsWith("Agent"),
    );
    expect(created.map(({ scopes }) => scopes)).toEqual([["*"], ["*", "mcp.send"]]);
    await page.getByText("may send through MCP").waitFor();
    expect(problems.join("\n")).toBe("");
    await opened.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[MCP-062] [MCP-063] a person who is not signed in signs in first, and the request stays as it was",
  async () => {
    const { path } = await createRequest("Cursor");
    const opened = await fixture.openOperatorPage(fixture.operator);
    const { page } = opened;
    await opened.context.clearCookies();
    await page.goto(`${fixture.parlour.url}${path}`);
    await page.getByLabel("Email").fill(fixture.operator.email);
    await page.getByLabel("Password", { exact: true }).fill(fixture.operator.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Connect Cursor?" }).waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("heading", { name: "Back" }).waitFor();
    expect(received.splice(0)[0]?.get("state")).toBe(state);
    // The requests without a session are errors in the console of the page.
    await opened.context.close();
  },
);
