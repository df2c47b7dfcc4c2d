import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { openBrowser } from "@parlour/testkit/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  isInstalled,
  proxyNames,
  readVersion,
  startProxy,
  type ProxyName,
} from "./proxies-fixture.ts";

/**
 * First contact with an installation in 24 surroundings: from the set-up to the first answered
 * message, or one true sentence about what to change. Names and addresses of other machines lead to
 * this one, so that the browser treats them as it does on a network.
 */

const proxyPort = 4_700;
const timeoutMs = 120_000;
const machineAddress = "192.0.2.5";
const hostName = "shop.test";
let browser: Browser;
const outcomes: string[] = [];
beforeAll(async () => {
  browser = await openBrowser(false, [
    `--host-resolver-rules=MAP ${hostName} 127.0.0.1, MAP ${machineAddress} 127.0.0.1`,
  ]);
});
afterAll(async () => {
  await browser.close();
  console.info([...proxyNames.map(readVersion), ...outcomes].join("\n"));
});

interface Cell {
  readonly name: string;
  readonly host: string;
  readonly env: Readonly<Record<string, string>>;
  readonly proxy?: { readonly name: ProxyName; readonly upgrade: boolean };
}
const direct = ["127.0.0.1", "localhost", machineAddress, hostName];
const wrongUrl = "https://chat.example";
const cells: readonly Cell[] = [
  ...direct.map((host): Cell => ({ name: `${host}, no PUBLIC_URL`, host, env: {} })),
  ...direct.map((host): Cell => ({
    name: `${host}, wrong PUBLIC_URL`,
    host,
    env: { PUBLIC_URL: wrongUrl },
  })),
  ...proxyNames.flatMap((name) =>
    [true, false].flatMap((upgrade) =>
      ["right", "wrong"].map((kind): Cell => ({
        name: `${name} ${upgrade ? "with" : "without"} upgrade, ${kind} PUBLIC_URL`,
        host: hostName,
        env: {
          TRUST_PROXY: "127.0.0.1",
          PUBLIC_URL: kind === "right" ? `http://${hostName}:${proxyPort}` : wrongUrl,
        },
        proxy: { name, upgrade },
      })),
    ),
  ),
];

/** Sends a request of the service API from a page, with its cookie. */
const callApi = (page: Page, method: string, path: string, body?: object): Promise<any> =>
  page.evaluate(
    async ([verb, target, text]) => {
      const response = await fetch(`/api/v1/${target}`, {
        method: verb,
        ...(text === undefined
          ? {}
          : { body: text, headers: { "content-type": "application/json" } }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`${verb} ${target}: ${response.status} ${answer}`);
      return answer === "" ? null : JSON.parse(answer);
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );

async function openPage(url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Sets up the installation. Returns the sentence with which it refuses, or null. */
async function setUp(page: Page): Promise<string | null> {
  await page.getByLabel("Name").fill("Sofia Lind");
  await page.getByLabel("Email").fill("sofia@shop.example");
  await page.getByLabel("Password", { exact: true }).fill("teapot lid violin meadow");
  await page.keyboard.press("Enter");
  const refusal = page.getByText(/^Parlour is set up for /);
  const next = page.getByRole("heading", { name: "Your shop" });
  await next.or(refusal).first().waitFor();
  return (await refusal.count()) === 0 ? null : refusal.first().textContent();
}

/** A visitor writes on the chat page, an operator sees it without a reload and answers. */
async function answerFirstMessage(page: Page, opened: string): Promise<void> {
  const me = await callApi(page, "GET", "me");
  await callApi(page, "PUT", "me/presence", { status: "online" });
  const widget = await callApi(page, "POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [me.id],
  });
  await page.goto(`${opened}/inbox/all`);
  await page.getByRole("button", { name: "Connected to the server" }).waitFor();
  const visitor = await openPage(`${me.public_url}/chat/${widget.public_id}`);
  await visitor.getByRole("textbox", { name: "Message" }).fill("Is it food-safe?");
  await visitor.keyboard.press("Enter");
  await page.getByText("Is it food-safe?").first().waitFor();
  const { items } = await callApi(page, "GET", "chats?state=waiting");
  await callApi(page, "POST", `chats/${items[0].id}/accept`);
  await callApi(page, "POST", `chats/${items[0].id}/messages`, {
    client_id: "first-answer",
    kind: "text",
    text: "Yes, up to 220 °C.",
  });
  await visitor.getByText("Yes, up to 220 °C.").waitFor();
  await visitor.context().close();
}

/** Returns what happened: `answered`, `told` by a sentence, or both. */
async function makeFirstContact(parlour: TestParlour, cell: Cell, opened: string): Promise<string> {
  const token = (parlour.server.setupLink ?? "").split("#", 2)[1] ?? "";
  const page = await openPage(`${opened}/setup#${token}`);
  const refusal = await setUp(page);
  const isWrong = cell.env["PUBLIC_URL"] === wrongUrl;
  const sentence = `Parlour is set up for ${wrongUrl}, but you opened ${opened}. Open ${wrongUrl}, or set PUBLIC_URL=${opened} and restart Parlour.`;
  if (refusal !== null) expect([isWrong, refusal]).toEqual([true, sentence]);
  else if (isWrong) {
    // The browser proves that the page is ours, so operators may go on. The links are wrong.
    await page.goto(`${opened}/inbox/all`);
    await page.getByText(sentence).waitFor();
  } else {
    await answerFirstMessage(page, opened);
    const notice = page.getByText("Your proxy does not pass WebSockets on.");
    if (cell.proxy?.upgrade === false) await notice.waitFor();
    else expect(await notice.count()).toBe(0);
  }
  await page.context().close();
  if (isWrong) return "told";
  return cell.proxy?.upgrade === false ? "answered, and told" : "answered";
}

describe.runIf(proxyNames.every(isInstalled))("first contact", () => {
  test.each(cells)(
    "[CFG-166] [CFG-167] [CORE-490] [CORE-491] $name",
    { timeout: timeoutMs },
    async (cell) => {
      const parlour = await startTestParlour({ clock: "system", setUp: false, env: cell.env });
      const proxy =
        cell.proxy === undefined
          ? null
          : await startProxy(cell.proxy.name, {
              from: proxyPort,
              to: parlour.port,
              upgrade: cell.proxy.upgrade,
            });
      try {
        const opened = `http://${cell.host}:${proxy === null ? parlour.port : proxyPort}`;
        outcomes.push(`${cell.name}: ${await makeFirstContact(parlour, cell, opened)}`);
      } finally {
        await proxy?.close();
        await parlour.close();
      }
    },
  );
});
