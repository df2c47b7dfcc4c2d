import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel, Message } from "@parlour/protocol";
import {
  findFreePort,
  createDataDir,
  removeDataDir,
  startServerProcess,
  startHostSite,
} from "@parlour/testkit";
import { openContext, useSharedBrowser, collectPageErrors } from "@parlour/testkit/browser";
import type { WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { WebSocket } from "ws";

/**
 * A visitor without a connection for a minute, with a reload, and a server that is killed while
 * both sides send (WG-082, WG-086, reliability.md 4.1).
 */
const apiKey = `pk_test_${"0".repeat(32)}`;
const provisioning = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: tests, key: ${apiKey}, operator: ann@example.test, scopes: ["*"] }
limits: { visitor_per_second: 1000, visitor_burst: 1000, socket_frames_per_second: 1000 }
`;
const numberedTexts = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix} ${from + at}`);

test(
  "[WG-082] [WG-084] [WG-086] [CORE-042] [CORE-044] [CORE-045] a minute without a line while 20 messages go each way, a reload in it, a killed server behind it: all there, once, in order",
  { timeout: 300_000 },
  async () => {
    const dataDir = createDataDir();
    const file = join(dataDir, "parlour.yaml");
    writeFileSync(file, provisioning, { mode: 0o600 });
    const port = await findFreePort();
    const start = () => startServerProcess({ dataDir, port, env: { PARLOUR_CONFIG: file } });
    const browser = useSharedBrowser();
    const [first, site] = await Promise.all([start(), startHostSite()]);
    let product = first;
    const call = (method: string, path: string, body?: object) =>
      fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const fixture = new WebSocket(`ws://127.0.0.1:${port}/api/v1/socket`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    try {
      // An operator is online; otherwise the window takes offline messages (WG-081).
      await new Promise((resolve, reject) => {
        fixture
          .on("error", reject)
          .once("open", () => fixture.send('{"type":"hello","after":null}'))
          .once("message", resolve);
      });
      expect((await call("PUT", "me/presence", { status: "online" })).status).toBe(200);
      const widget = (await (
        await call("POST", "channels", { kind: "widget", name: "Shop", operators: [1] })
      ).json()) as Channel;
      site.setPage(
        "/",
        `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${widget.snippet ?? ""}</html>`,
      );

      const context = await openContext(browser);
      await context.clock.install();
      const page = await context.newPage();
      const faults = collectPageErrors(page, { cuts: true });
      /** The connection between window and server. */
      const lines = new Set<WebSocketRoute>();
      let isCut = false;
      let kill: { readonly behind: number; readonly run: () => void } | null = null;
      await page.routeWebSocket(/\/widget\/socket$/, (route) => {
        if (isCut) return void route.close({ code: 1001 });
        lines.add(route);
        const server = route.connectToServer();
        let sentCount = 0;
        route.onMessage((data) => {
          server.send(data);
          if (kill !== null && String(data).includes('"type":"say"') && ++sentCount === kill.behind)
            kill.run();
        });
      });
      const frame = page.frameLocator("parlour-widget iframe");
      const field = frame.getByRole("textbox", { name: "Message" });
      const write = async (texts: readonly string[]): Promise<void> => {
        for (const text of texts) {
          await field.fill(text);
          await field.press("Enter");
        }
      };
      const chats = async () =>
        (await (await call("GET", "chats?state=waiting")).json()) as {
          readonly items: readonly { readonly id: number }[];
        };
      /**
       * Sends again with the same client id until it is acknowledged, as the operator application
       * does.
       */
      const answer = async (chat: number, texts: readonly string[]): Promise<void> => {
        for (const text of texts)
          await expect
            .poll(async () => {
              const body = { kind: "text", text, client_id: text.replace(" ", "-") };
              return (await call("POST", `chats/${chat}/messages`, body).catch(() => null))?.status;
            })
            .toBe(201);
      };

      // The page has another site than the window, so this browser lets the window store nothing
      // (WG-082).
      await page.goto(site.url);
      await page.getByRole("button", { name: "Chat" }).click();
      await write(["visitor 0"]);
      await expect.poll(async () => (await chats()).items.length).toBe(1);
      const chat = (await chats()).items[0]?.id ?? 0;
      await answer(chat, ["operator 0"]);
      await frame.getByText("operator 0").waitFor();

      isCut = true;
      for (const line of lines) await line.close({ code: 1001 });
      await Promise.all([
        write(numberedTexts("visitor", 1, 10)),
        answer(chat, numberedTexts("operator", 1, 10)),
      ]);
      await context.clock.fastForward(30_000);
      await frame.getByText("Reconnecting. Messages are kept.").waitFor();
      await page.reload();
      await Promise.all([
        write(numberedTexts("visitor", 11, 20)),
        answer(chat, numberedTexts("operator", 11, 20)),
      ]);
      await context.clock.fastForward(30_000);

      // The connection is back. The server is killed while the visitor's messages are sent, and
      // both sides continue to write.
      const killed = new Promise<void>((resolve, reject) => {
        kill = { behind: 7, run: () => void product.kill("server").then(resolve, reject) };
      });
      isCut = false;
      await context.clock.fastForward(30_000);
      await killed;
      kill = null;
      const pendingWrites = [
        write(numberedTexts("visitor", 21, 22)),
        answer(chat, numberedTexts("operator", 21, 22)),
      ];
      product = await start();
      await Promise.all(pendingWrites);
      await context.clock.fastForward(30_000);

      const stored = async () => {
        const { items } = (await (
          await call("GET", `chats/${chat}/messages?limit=100`)
        ).json()) as { readonly items: readonly Message[] };
        return items
          .filter(({ author }) => author.kind !== "system")
          .toSorted((a, b) => a.seq - b.seq);
      };
      const visitor = numberedTexts("visitor", 0, 22);
      await expect
        .poll(async () =>
          (await stored())
            .filter(({ author }) => author.kind === "visitor")
            .map(({ text }) => text),
        )
        .toEqual(visitor);
      const all = (await stored()).map(({ text }) => text);
      expect(all.filter((text) => text.startsWith("operator"))).toEqual(
        numberedTexts("operator", 0, 22),
      );
      // The window shows each stored message once and in the same order, and no message is pending.
      await expect
        .poll(() => frame.locator(".pw-b").allTextContents())
        .toEqual(["Hello. How can we help?", ...all]);
      await expect.poll(() => frame.getByText("Sending").count()).toBe(0);
      expect(
        await page.evaluate(() =>
          JSON.stringify([localStorage, sessionStorage]).includes("visitor 1"),
        ),
      ).toBe(false);
      expect(faults).toEqual([]);
      await context.close();
    } finally {
      fixture.terminate();
      await browser.close();
      await site.close();
      await product.stop();
      removeDataDir(dataDir);
    }
  },
);
